import assert from 'node:assert/strict';

/** Follows an authorization as a browser would, up to the URL to which the platform redirects it. */
export async function authorizeInBrowser(authorizeUrl: string, backTo: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(authorizeUrl);
  for (let steps = 0; steps < 20; steps++) {
    if (url.href.startsWith(backTo)) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) assert.fail(`${answer.status} at ${url.pathname}: ${(await answer.text()).slice(0, 500)}`);
    url = new URL(location, url);
  }
  return assert.fail('the platform redirects the browser endlessly');
}
