import { authorizeInBrowser } from '../../connections/authorize-in-browser.ts';
import type { TestAccount } from '../../harness.ts';

/**
 * Links a company to the platform with OAuth as its owner does, by the link page and the way back from the platform. Only
 * the router's address is used. Returns 1 if the browser came back to the cell that had sent it away.
 */
export async function linkByRouter(account: TestAccount, url: string): Promise<0 | 1> {
  // Named as the other companies of the account: the load checks the names.
  const name = `${account.key.split('_')[1]} linked`;
  const { companyId } = (await account.send('POST /companies', { body: { name } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'xero' } });
  if (made.status !== 200) throw new Error(`The connection was not created: ${made.text}`);
  const started = await fetch(`${url}/links/${made.body.linkUrl.split('/').at(-1)}/connections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platformKey: 'xero' }),
  });
  if (!started.ok) throw new Error(`The link page answered ${started.status}: ${await started.text()}`);
  const { authorizeUrl } = (await started.json()) as { authorizeUrl: string };
  const back = await authorizeInBrowser(authorizeUrl, `${url}/oauth/callback`);
  const headers = { cookie: started.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const answer = await fetch(back, { redirect: 'manual', headers });
  const { status } = (await account.send(`GET /companies/${companyId}/connections/${made.body.connectionId}`)).body;
  return /outcome=linked/.test(answer.headers.get('location') ?? '') && status === 'Linked' ? 1 : 0;
}
