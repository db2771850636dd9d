import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startQuickbooksServer } from '../../connectors/quickbooks/contract-server/quickbooks-server.ts';
import { startXeroServer } from '../../connectors/xero/contract-server/xero-server.ts';
import { forgetImports } from '../../src/connections/oauth/revoke-tokens.ts';
import { latestSync } from '../contract-servers/link-by-page.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { runDaybook } from './run-daybook.ts';

const xero = await startXeroServer({ limits: { perMinute: 10_000, atOnce: 100 } });
const quickbooks = await startQuickbooksServer();
const folder = await mkdtemp(join(tmpdir(), 'daybook-import-'));
after(() => Promise.all([xero.stop(), quickbooks.stop(), rm(folder, { recursive: true })]));

const settings = (platform: typeof xero | typeof quickbooks) => ({ url: platform.url, ...platform.oauth.client });
const app = useApp({
  config: { connectorSettings: { xero: settings(xero), quickbooks: settings(quickbooks) } },
});
const env = {
  DAYBOOK_XERO_URL: xero.url,
  DAYBOOK_XERO_CLIENT_ID: xero.oauth.client.clientId,
  DAYBOOK_XERO_CLIENT_SECRET: xero.oauth.client.clientSecret,
  DAYBOOK_QUICKBOOKS_URL: quickbooks.url,
  DAYBOOK_QUICKBOOKS_CLIENT_ID: quickbooks.oauth.client.clientId,
  DAYBOOK_QUICKBOOKS_CLIENT_SECRET: quickbooks.oauth.client.clientSecret,
};

type Line = { outcome: string; reason?: string; companyId: string; connectionId: string; [name: string]: unknown };

async function importLines(lines: readonly object[] | string, ...options: string[]) {
  const path = join(folder, `${randomUUID()}.txt`);
  await writeFile(path, typeof lines === 'string' ? lines : lines.map((line) => JSON.stringify(line)).join('\n'));
  const ended = await runDaybook(app.databaseUrl, ['connection', 'import', path, '--json', ...options], env);
  assert.notEqual(ended.code, 2, ended.err);
  const { lines: reported, counts } = JSON.parse(ended.out || '{}') as { lines: Line[]; counts: object };
  return { ...ended, lines: reported, counts, outcomes: reported?.map(({ outcome }) => outcome) };
}

const xeroLine = (account: TestAccount, more: object = {}) => ({
  ...{ accountId: account.accountId, companyName: 'Acme', platform: 'xero', tenant: xero.tenant },
  refreshToken: xero.oauth.grant().refreshToken,
  ...more,
});
const quickbooksLine = (account: TestAccount, more: object = {}) => ({
  ...{ accountId: account.accountId, companyName: 'Books', platform: 'quickbooks', tenant: quickbooks.realm },
  refreshToken: quickbooks.oauth.grant().refreshToken,
  ...more,
});
const connectionsOf = async (account: TestAccount) =>
  (await account.send('GET /companies')).body.results.flatMap(
    ({ dataConnections }: { dataConnections: object[] }) => dataConnections,
  );
const trailOf = async ({ accountId }: TestAccount) =>
  (
    await sql<{ operation: string }>`select operation from audit where account_id = ${accountId}::uuid`.execute(
      app.ctx.db.system,
    )
  ).rows.map(({ operation }) => operation);
const keptImports = async () => (await sql`select from connection_import`.execute(app.ctx.db.system)).rows.length;

test('P-IMPORT: imported connections of Xero and QuickBooks are linked without consent, and their data is synced', async () => {
  const account = await app.account();
  const [one, other] = [xeroLine(account, { tags: { region: 'EU' } }), quickbooksLine(account)];
  const { code, lines, out, err, outcomes } = await importLines([one, other]);
  assert.deepEqual([code, outcomes], [0, ['linked', 'linked']], err);
  for (const secret of [one.refreshToken, other.refreshToken, 'at-', 'rt-'])
    assert.ok(!`${out}${err}`.includes(secret), 'a secret was printed');
  for (const { companyId, connectionId } of lines) {
    const { body } = await account.send(`GET /companies/${companyId}/connections/${connectionId}`);
    assert.equal(body.status, 'Linked');
    await waitFor(async () => (await latestSync(account, companyId, 'customers'))?.status === 'Complete', 90_000);
  }
  const { body } = await account.send(`GET /companies/${lines[0]?.companyId}`);
  assert.deepEqual([body.name, body.tags], ['Acme', { region: 'EU' }]);
  assert.deepEqual(await trailOf(account), ['daybook connection import', 'daybook connection import']);
  assert.equal(await keptImports(), 0);
});

test('P-IMPORT: the same file again links nothing twice', async () => {
  const account = await app.account();
  const file = [xeroLine(account), quickbooksLine(account)];
  const first = await importLines(file);
  const refreshes = xero.oauth.refreshes();
  const again = await importLines(file);
  assert.deepEqual([again.code, again.outcomes], [0, ['alreadyLinked', 'alreadyLinked']]);
  assert.deepEqual(
    again.lines.map(({ connectionId }) => connectionId),
    first.lines.map(({ connectionId }) => connectionId),
  );
  assert.equal(xero.oauth.refreshes(), refreshes, 'no token of a linked connection is renewed');
  assert.equal((await connectionsOf(account)).length, 2);
});

test('P-IMPORT: what does not work is reported with its reason, and nothing of it is stored', async () => {
  const account = await app.account();
  const { code, outcomes, lines } = await importLines([
    xeroLine(account, { refreshToken: 'rt-unknown' }),
    xeroLine(account, { tenant: randomUUID() }),
    xeroLine(account, { tenant: xero.deniedTenant }),
    xeroLine(account, { companyName: undefined, companyId: randomUUID(), tenant: randomUUID() }),
    xeroLine(account, { platform: 'sandbox' }),
    xeroLine(account, { accountId: randomUUID() }),
    xeroLine(account, { clientId: 'unknown', tenant: randomUUID() }),
  ]);
  assert.equal(code, 1);
  assert.deepEqual(
    outcomes,
    ['expired', 'otherTenant', 'noPermission', 'refused', 'refused', 'refused', 'refused'],
    JSON.stringify(lines),
  );
  for (const line of lines) assert.ok(line.reason, JSON.stringify(line));
  assert.equal((await account.send('GET /companies')).body.results.length, 0);
  assert.deepEqual(await trailOf(account), []);
});

test('P-IMPORT: a token that was renewed before its line failed is kept, and the corrected line continues with it', async () => {
  await sql`delete from connection_import`.execute(app.ctx.db.system);
  const account = await app.account();
  const wrong = xeroLine(account, { tenant: randomUUID() });
  const [failed] = (await importLines([wrong])).lines;
  assert.deepEqual([failed?.outcome, failed?.isRenewed], ['otherTenant', true]);
  assert.equal(await keptImports(), 1);
  // Now the platform accepts only the newest token.
  xero.clock.advance(31 * 60_000);
  const { outcomes, lines } = await importLines([{ ...wrong, tenant: xero.tenant }]);
  assert.deepEqual(outcomes, ['linked'], JSON.stringify(lines));
  assert.equal(await keptImports(), 0);
});

test('P-IMPORT: a line whose platform does not respond is left for the next run', async () => {
  const account = await app.account();
  const line = xeroLine(account);
  xero.oauth.failSignIns(true);
  const failed = await importLines([line]);
  assert.deepEqual([failed.code, failed.outcomes], [1, ['retry']], JSON.stringify(failed.lines));
  xero.oauth.failSignIns(false);
  assert.deepEqual((await importLines([line])).outcomes, ['linked']);
});

test('P-IMPORT: a check with valid access tokens renews nothing and writes nothing', async () => {
  const account = await app.account();
  const { accessToken, refreshToken } = xero.oauth.grant();
  const file = [
    xeroLine(account, { accessToken, refreshToken }),
    xeroLine(account, { tenant: randomUUID(), accessToken, refreshToken }),
    quickbooksLine(account),
    quickbooksLine(account, { tenant: '1', accessToken: 'at-old' }),
  ];
  // Connections of other tests are synced meanwhile and renew tokens of their own.
  const renewals = () =>
    file.map(({ refreshToken: own }) => xero.oauth.refreshes(own) + quickbooks.oauth.refreshes(own));
  const { code, outcomes } = await importLines(file, '--check');
  assert.deepEqual([code, outcomes], [1, ['works', 'otherTenant', 'notChecked', 'notChecked']]);
  assert.deepEqual(renewals(), [0, 0, 0, 0]);
  assert.equal((await account.send('GET /companies')).body.results.length, 0);
  // The import uses the access token too, so the old system keeps its refresh token until the first renewal.
  const { outcomes: linked } = await importLines(file.slice(0, 1));
  assert.deepEqual([linked, renewals()], [['linked'], [0, 0, 0, 0]]);
});

test('P-IMPORT: a connection that the platform has deauthorized goes on with the imported tokens', async () => {
  const account = await app.account();
  const [first] = (await importLines([xeroLine(account)])).lines;
  await sql`update connection set status = 'Deauthorized' where connection_id = ${first?.connectionId}::uuid`.execute(
    app.ctx.db.system,
  );
  const [again] = (await importLines([xeroLine(account)])).lines;
  assert.deepEqual([again?.outcome, again?.connectionId], ['linked', first?.connectionId]);
});

test('P-IMPORT: a second accounting system of a company is refused before any token is renewed', async () => {
  const account = await app.account();
  await importLines([xeroLine(account)]);
  const before = quickbooks.oauth.refreshes();
  const { lines } = await importLines([quickbooksLine(account, { companyName: 'Acme' })]);
  assert.match(lines[0]?.reason ?? '', /already has a linked accounting system/);
  assert.equal(quickbooks.oauth.refreshes(), before);
});

test('P-IMPORT: a dry run checks the form of NDJSON and CSV, and a file with a wrong line imports nothing', async () => {
  const account = await app.account();
  const { accountId } = account;
  const csv = [
    'companyName,tags,platform,tenant,refreshToken,accessTokenExpires',
    `"Acme, ""the"" first",region=EU;tier=gold,xero,${xero.tenant},rt-1,`,
    `Acme,,xero,${xero.tenant},rt-2,`,
    'Acme,,xero,t-3,"a secret with spaces",',
    'Acme,,xero,t-4,rt-4,yesterday',
    'Acme,,xero',
  ].join('\r\n');
  const { lines, out, code } = await importLines(csv, '--account', accountId, '--dry-run');
  assert.equal(code, 1);
  assert.deepEqual(
    lines.map(({ outcome, reason = '' }) => [outcome, reason.split(' ').slice(0, 3).join(' ')]),
    [
      ['valid', ''],
      ['invalid', 'It repeats line'],
      ['invalid', 'refreshToken must match'],
      ['invalid', 'accessTokenExpires must match'],
      ['invalid', 'It cannot be'],
    ],
  );
  assert.ok(!out.includes('a secret with spaces'));
  const json = `${JSON.stringify(xeroLine(account))}\n{"platform":`;
  assert.deepEqual((await importLines(json)).outcomes, ['valid', 'invalid']);
  assert.equal((await account.send('GET /companies')).body.results.length, 0);
  const unknown = await runDaybook(app.databaseUrl, ['connection', 'import', join(folder, 'nothing')], env);
  assert.deepEqual([unknown.code, /cannot be read/.test(unknown.err)], [2, true]);
});

test('P-IMPORT: tokens of imports that nobody finished are deleted after 30 days', async () => {
  const { accountId } = await app.account();
  const row = (hash: string, days: number) =>
    sql`insert into connection_import (account_id, token_hash, platform_key, tokens, expires_at, changed_at)
      values (${accountId}, ${hash}, 'xero', 'sealed', now(), now() - make_interval(days => ${days}))`.execute(
      app.ctx.db.system,
    );
  const before = await keptImports();
  await row('old', 31);
  await row('new', 29);
  await forgetImports(app.ctx);
  assert.equal(await keptImports(), before + 1);
  await sql`delete from connection_import where account_id = ${accountId}::uuid`.execute(app.ctx.db.system);
});
