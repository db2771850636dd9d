import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { maskSecrets } from '../../src/base/log.ts';
import { useApp } from '../harness.ts';

const app = useApp();

test('A-29: no log line contains a key, a link token, an OAuth code or a cursor, even if a request fails', async () => {
  const account = await app.account();
  const { body: company } = await account.send('POST /companies', { body: { name: 'books' } });
  await account.send('POST /companies', { body: { name: 'more books' } });
  const token = String(company.redirect).split('/').at(-1) ?? '';
  assert.ok(token.length >= 16, company.redirect);
  const next = (await account.send('GET /companies?pageSize=1')).body._links.next.href;
  const cursor = new URL(next).searchParams.get('cursor') ?? '';
  const visit = (path: string) => fetch(app.url + path, { redirect: 'manual' });
  const everywhere = async () => {
    await account.send(`GET ${next}`);
    await visit(`/links/${token}`);
    await visit(`/link/${token}`);
    await visit('/oauth/callback?code=secret-oauth-code&state=secret-oauth-state');
  };
  await everywhere();
  // From now on, every statement on companies fails.
  await sql`alter table company rename to company_gone`.execute(app.ctx.db.system);
  await everywhere();
  const failed = app.logLines.filter((line) => line.msg === 'request failed');
  assert.ok(failed.length >= 2, JSON.stringify(failed));
  const log = JSON.stringify(app.logLines);
  for (const secret of [account.key, token, cursor, 'secret-oauth-code', 'secret-oauth-state']) {
    assert.ok(secret.length > 10, secret);
    assert.ok(!log.includes(secret), `${secret} is in the log`);
  }
});

test('A-29: secrets in error messages are masked', () => {
  const cases: [string, string][] = [
    ['GET http://a.test/link/abcdefgh.ijk_lm failed', 'GET http://a.test/link/[masked] failed'],
    ['key dbk_main_abc123 refused', 'key dbk_main_[masked] refused'],
    ['/oauth/callback?code=abc&state=def&x=1', '/oauth/callback?code=[masked]&state=[masked]&x=1'],
    ['connect to postgres://daybook:secret@db:5432/x', 'connect to postgres://daybook:[masked]@db:5432/x'],
    ['Key (link_token)=(abc) already exists.', 'Key (link_token)=([masked]) already exists.'],
    ['Key (name)=(Acme) already exists.', 'Key (name)=(Acme) already exists.'],
    ['whsec_c2VjcmV0 is wrong', 'whsec_[masked] is wrong'],
  ];
  for (const [text, masked] of cases) assert.equal(maskSecrets(text), masked);
});
