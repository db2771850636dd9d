import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';

/** Who can see a company's link, how long it works, and what the database stores of it. */
const clock = settableClock(new Date().toISOString());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const look = (url: string) => app.send(`GET /links/${tokenOf(url)}`);

async function companyWithConnection(account: TestAccount) {
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name: 'Bakery' } })).body;
  const path = `/companies/${companyId}`;
  const { connectionId, linkUrl } = (
    await account.send(`POST ${path}/connections`, { body: { platformKey: 'sandbox' } })
  ).body;
  return { companyId, redirect, connectionId, linkUrl, path };
}

test('A-20: a link is shown only to those who may manage the company', async () => {
  const account = await app.account();
  const { path, connectionId, redirect, linkUrl } = await companyWithConnection(account);
  assert.equal((await look(redirect)).status, 200);
  assert.equal((await look(linkUrl)).body.connectionId, connectionId);
  const reads = ['/companies', path, `${path}/connections`, `${path}/connections/${connectionId}`];
  const { secret } = await app.key(account.accountId, { scopes: ['read', 'push', 'webhooks', 'keys'] });
  const viewer = await makePerson(app, { accountId: account.accountId, role: 'viewer' });
  const browser = await viewer.signIn();
  for (const read of reads) {
    const byKey = await app.send(`GET ${read}`, { key: secret });
    assert.equal(byKey.status, 200, byKey.text);
    assert.ok(!byKey.text.includes('/link/'), `${read} by a key that may read`);
    const byViewer = await browser.send(`GET ${read}`);
    assert.equal(byViewer.status, 200, byViewer.text);
    assert.ok(!byViewer.text.includes('/link/'), `${read} by a viewer`);
  }
  assert.equal((await app.send(`GET ${path}/link`, { key: secret })).status, 403);
  assert.equal((await browser.send(`GET ${path}/link`)).status, 403);
  assert.equal((await app.send(`POST ${path}/link`, { key: secret })).status, 403);
  const developer = await makePerson(app, { accountId: account.accountId, role: 'developer' });
  assert.equal((await (await developer.signIn()).send(`GET ${path}`)).body.redirect, redirect);
  assert.equal((await account.send(`GET ${path}`)).body.redirect, redirect);
  assert.equal((await account.send(`GET ${path}/connections/${connectionId}`)).body.linkUrl, linkUrl);
});

test('A-20: the database stores no link token, and nothing that it stores opens a link', async () => {
  const account = await app.account();
  const { companyId, redirect, linkUrl } = await companyWithConnection(account);
  await account.send(`POST /companies/${companyId}/link`);
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.ctx.db.system);
  for (const token of [redirect, linkUrl, (await account.send(`GET /companies/${companyId}`)).body.redirect].map(
    tokenOf,
  ))
    for (const { name } of tables) {
      const { rows } = await sql<{ found: number }>`select count(*)::int as found from ${sql.table(name)} t
        where position(${token} in t::text) > 0`.execute(app.ctx.db.system);
      assert.equal(rows[0]?.found, 0, name);
    }
  const { rows: stored } = await sql<{ value: string }>`select distinct value from (
      select to_jsonb(c) as row from company c union all select to_jsonb(n) from connection n
      union all select to_jsonb(l) from company_link l) r, jsonb_each_text(row)
    where row ->> 'company_id' = ${companyId} and value is not null`.execute(app.ctx.db.system);
  assert.ok(stored.length > 5);
  for (const { value } of stored) assert.equal((await look(encodeURIComponent(value))).status, 404, value);
});

test('A-20: a rotation invalidates all existing links of the company and returns a new one', async () => {
  const account = await app.account();
  const { redirect, linkUrl, path } = await companyWithConnection(account);
  const rotated = await account.send(`POST ${path}/link`);
  assert.equal(rotated.status, 200, rotated.text);
  assert.equal((await look(redirect)).status, 404);
  assert.equal((await look(linkUrl)).status, 404);
  assert.equal((await look(rotated.body.link)).status, 200);
  assert.equal((await account.send(`GET ${path}`)).body.redirect, rotated.body.link);
  const again = await account.send(`POST ${path}/link`);
  assert.equal((await look(rotated.body.link)).status, 404);
  assert.equal((await look(again.body.link)).status, 200);
  const [entry] = (
    await sql<{ after: { link: string } }>`select after from audit where operation = 'rotateLink'
      and account_id = ${account.accountId}::uuid`.execute(app.ctx.db.system)
  ).rows;
  assert.equal(entry?.after.link, '[masked]');
});

test('A-20: a link expires after its lifetime, says so, and those who may manage the company get a new one', async () => {
  const account = await app.account();
  const { redirect, path } = await companyWithConnection(account);
  const { body } = await account.send(`GET ${path}/link`);
  assert.equal(body.link, redirect);
  assert.ok(Date.parse(body.expires) >= clock.nowMs() + 90 * dayMs);
  clock.advanceMs(89 * dayMs);
  assert.equal((await look(redirect)).status, 200);
  clock.advanceMs(3 * dayMs);
  const ended = await look(redirect);
  assert.deepEqual([ended.status, ended.body.code], [404, 'companyLinkEnded']);
  const fresh = (await account.send(`GET ${path}`)).body.redirect;
  assert.equal((await look(fresh)).status, 200);
});

test("A-20: a token that was changed or combined with another company's opens nothing", async () => {
  const account = await app.account();
  const { redirect } = await companyWithConnection(account);
  const other = await companyWithConnection(account);
  const bytes = Buffer.from(tokenOf(redirect), 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal((await look(changed.toString('base64url'))).status, 404, `byte ${at}`);
  }
  const mixed = Buffer.concat([Buffer.from(tokenOf(other.redirect), 'base64url').subarray(0, 16), bytes.subarray(16)]);
  assert.equal((await look(mixed.toString('base64url'))).status, 404);
});

test('A-20: actions through a link are recorded in the audit log with the link as the actor', async () => {
  const account = await app.account();
  const { redirect, connectionId } = await companyWithConnection(account);
  const links = `/links/${tokenOf(redirect)}/connections`;
  const credentials = { company: 'trail-100', secret: 'sandbox-trail-100' };
  assert.equal((await app.send(`POST ${links}`, { body: { platformKey: 'sandbox', credentials } })).status, 200);
  assert.equal((await app.send(`DELETE ${links}/${connectionId}`)).status, 204);
  const { rows } = await sql<{
    operation: string;
    actor_kind: string;
    actor_name: string;
  }>`select operation, actor_kind,
      actor_name from audit where account_id = ${account.accountId}::uuid
      and operation in ('linkPlatform', 'unlinkPlatform') order by audit_id`.execute(app.ctx.db.system);
  const actor = { actor_kind: 'link', actor_name: "the company's link" };
  assert.deepEqual(rows, [
    { operation: 'linkPlatform', ...actor },
    { operation: 'unlinkPlatform', ...actor },
  ]);
});
