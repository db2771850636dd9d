import assert from 'node:assert/strict';
import { authorizeInBrowser } from '../connections/authorize-in-browser.ts';
import { comeBack, redirectUri } from '../connections/oauth-stage.ts';
import type { TestAccount, TestApp } from '../harness.ts';

/** Links a company as its owner does: from the link page, through the platform's consent, back to the callback. */
export async function linkByPage(
  app: TestApp,
  platformKey: string,
  given?: { account: TestAccount; companyId: string },
) {
  const owner = given?.account ?? (await app.account());
  const companyId =
    given?.companyId ?? (await owner.send('POST /companies', { body: { name: 'Acme' } })).body.companyId;
  const made = await owner.send(`POST /companies/${companyId}/connections`, { body: { platformKey } });
  assert.equal(made.status, 200, made.text);
  const token = made.body.linkUrl.split('/').at(-1);
  const started = await fetch(`${app.url}/links/${token}/connections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platformKey }),
  });
  const { authorizeUrl } = (await started.json()) as { authorizeUrl: string };
  const back = await authorizeInBrowser(authorizeUrl, redirectUri);
  const answer = await comeBack(app, back, started.headers.getSetCookie()[0] ?? '');
  assert.equal(answer.headers.get('location'), `${made.body.linkUrl}?outcome=linked&platform=${platformKey}`);
  const path = `/companies/${companyId}/connections/${made.body.connectionId}`;
  const status = async () => (await owner.send(`GET ${path}`)).body;
  assert.equal((await status()).status, 'Linked');
  return { account: owner, companyId: String(companyId), connectionId: String(made.body.connectionId), path, status };
}

/** The newest sync of a data type, if there is one. */
export async function latestSync(account: TestAccount, companyId: string, dataType: string) {
  const { body } = await account.send(
    `GET /companies/${companyId}/data/history?query=dataType=${dataType}&orderBy=-requested`,
  );
  return body.results?.[0];
}
