import assert from 'node:assert/strict';

/** Adds files to a company of the sandbox, as a person would, and reads them there. */
export function sandboxFiles(url: string, company: string) {
  async function token(): Promise<string> {
    const body = JSON.stringify({ company, secret: `sandbox-${company}` });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', headers, body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  const at = `${url}/v1/${company}/attachments`;
  return {
    /** `bytes` adds a file of any size, whose content is computed; `content` one with this base64 text. */
    async add(file: { file_name: string; media_type?: string; bytes?: number; content?: string }): Promise<string> {
      const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
      const answer = await fetch(at, { method: 'POST', headers, body: JSON.stringify(file) });
      assert.equal(answer.status, 201, 'the sandbox accepts the file');
      return ((await answer.json()) as { id: string }).id;
    },
    async remove(id: string): Promise<void> {
      const headers = { authorization: `Bearer ${await token()}` };
      assert.equal((await fetch(`${at}/${id}`, { method: 'DELETE', headers })).status, 200);
    },
    async read(id: string): Promise<Response> {
      return fetch(`${at}/${id}/content`, { headers: { authorization: `Bearer ${await token()}` } });
    },
  };
}
