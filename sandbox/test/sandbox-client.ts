/** A page of the sandbox's own API. */
export type WirePage = { records: Record<string, unknown>[]; next: string | null; change_position: number };

/** The URL may be a function, because a restarted sandbox has another URL. */
export function sandboxClient(url: string | (() => string), company: string) {
  const base = () => (typeof url === 'string' ? url : url());
  let token: Promise<string> | undefined;
  async function signIn(secret = `sandbox-${company}`): Promise<string> {
    const answer = await fetch(`${base()}/oauth/token`, {
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
    return fetch(`${base()}/v1/${company}/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  }
  /** The raw bodies of all pages of a data type. */
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
  /** Sends a write. A string `body` is sent unchanged. */
  async function send(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, unknown>; text: string; headers: Headers }> {
    token ??= signIn();
    const answer = await fetch(`${base()}/v1/${company}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text), text, headers: answer.headers };
  }
  return { signIn, get, bodies, all, send };
}
