/** Asks a sandbox as its own clients do. */
export type WirePage = { records: Record<string, unknown>[]; next: string | null; change_position: number };

export function sandboxClient(url: string, company: string) {
  let token: Promise<string> | undefined;
  async function signIn(secret = `sandbox-${company}`): Promise<string> {
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ company, secret }),
    });
    if (!answer.ok) throw new Error(`sign-in: ${answer.status}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  async function get(path: string, accessToken?: string): Promise<Response> {
    if (accessToken === undefined) token ??= signIn();
    const bearer = accessToken ?? (await token);
    return fetch(`${url}/v1/${company}/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  }
  /** The bodies of all pages of a data type, as they came. */
  async function bodies(type: string, limit = 1000): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const answer = await get(`${type}?limit=${limit}${after}`);
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${type}: ${answer.status} ${body}`);
      found.push(body);
      const { next } = JSON.parse(body) as WirePage;
      if (next === null) return found;
      after = `&after=${next}`;
    }
  }
  async function all(type: string, limit = 1000): Promise<Record<string, unknown>[]> {
    return (await bodies(type, limit)).flatMap((body) => (JSON.parse(body) as WirePage).records);
  }
  return { signIn, get, bodies, all };
}
