import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { runDaybook } from '../cli/run-daybook.ts';
import { findPrograms, startCluster } from '../debian-cluster.ts';
import { serverUrl, startOn, type TestApp } from '../harness.ts';
import { linkPushing, type PushingCompany } from '../push/pushing-company.ts';
import { newBill, newInvoice, newTransfer } from '../push/records.ts';
import { cloneTemplate } from '../template.ts';
import { waitFor } from '../wait-for.ts';

/** Restores a real dump into a second real cluster. In CI, missing programs are a failure. */
const bin = findPrograms();
const skip = bin === undefined && !process.env.CI ? 'pg_dump and pg_restore are not installed' : false;

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function check(url: string, ...options: string[]) {
  const { out, err, code } = await runDaybook(url, ['db', 'check', ...options, '--json']);
  assert.ok(out, err);
  return { code, ...JSON.parse(out) };
}

/** The times that the consumers of the only account were told, in milliseconds. */
async function toldMarks(url: string): Promise<number[]> {
  const rows = await query(url, `select body from message where event_type = 'account.restored' order by message_id`);
  return rows.map(({ body }) => Date.parse(JSON.parse(body).Data.restoredTo));
}

const clock = settableClock(new Date());

/** Advances the clock until every push has ended. */
async function untilEnded(app: TestApp, company: Pick<PushingCompany, 'readPush'>, pushes: { pushId: string }[]) {
  await waitFor(async () => {
    clock.advanceMs(5000);
    await app.pushLanes.sweep();
    const rows = await Promise.all(pushes.map(({ pushId }) => company.readPush(pushId)));
    return rows.every(({ status }) => status !== 'Pending');
  }, 60_000);
}

test('A-23: a dump restored into a new cluster is complete, sends no push a second time, and serves lists', {
  skip,
}, async () => {
  assert.ok(bin, 'pg_dump and pg_restore are missing: install Debian\'s package "postgresql"');
  const sandbox = await startSandbox({ clock });
  const [first, second] = await Promise.all([startCluster(bin), startCluster(bin)]);
  after(() => Promise.all([first.stop(), second.stop(), sandbox.stop()]));
  const control = controlSandbox(sandbox.url);
  await upgradeDatabase({ url: first.url, log: createLog({ level: 'silent' }) });

  // A push with an idempotency key, one that can be found by its reference, and one whose outcome cannot be found.
  const before = await startOn(first.url, { clock, config: { sandboxUrl: sandbox.url } });
  const account = await before.app.account();
  const company = await linkPushing(account, 'restore-100', ['invoices', 'bills']);
  const limit = { kind: 'status', status: 429, retryAfter: 60 };
  const match = { company: 'restore-100', method: 'POST', path: '/v1/' };
  await control.fault({ match, fault: limit, times: 1 } as Parameters<typeof control.fault>[0]);
  const pushes = [
    await company.push('invoices', newInvoice(company.references)),
    await company.push('bills', newBill(company.references)),
    await company.push('transfers', newTransfer(company.references)),
  ];
  await waitFor(async () => (await query(first.url, 'select from push where retry_at is not null')).length === 1);
  await query(
    first.url,
    `insert into oauth_token (account_id, company_id, connection_id, platform_key, tenant, client_id, tokens, version, expires_at, renewed_at)
     select account_id, company_id, connection_id, 'xero', 't', 'c', 'sealed', 1, now(), now() from connection`,
  );
  for (const name of ['two', 'three']) await account.send('POST /companies', { body: { name } });
  const steps = 'select step, status from push order by number';
  const waiting = { step: 'waiting', status: 'Pending' };
  assert.deepEqual(await query(first.url, steps), [waiting, waiting, waiting]);
  const folder = await mkdtemp(join(tmpdir(), 'daybook-dump-'));
  after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'daybook.dump');
  const dumpedAt = Date.now();
  const dump = await first.run('pg_dump', ['--format=custom', '--dbname', first.url, '--file', file]);
  assert.equal(dump.stderr, '');
  await untilEnded(before.app, company, pushes);
  const writes = async () => ((await control.send('GET', '/companies/restore-100/writes')) as object[]).length;
  assert.equal(await writes(), 3);
  await before.stop();

  // The documented procedure.
  const prepared = await runDaybook(second.url, ['db', 'prepare']);
  assert.equal(prepared.code, 0, prepared.err);
  const restored = await second.run('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', second.url, file]);
  assert.equal(restored.stderr, '');
  const checked = await check(second.url);
  assert.deepEqual([checked.code, checked.findings], [0, []]);
  const count = 'select count(*) as n from pg_policy';
  assert.deepEqual(await query(second.url, count), await query(first.url, count));

  // "db check --restored" was not run: the workers detect the restore themselves.
  const later = await startOn(second.url, { clock, config: { sandboxUrl: sandbox.url } });
  try {
    const again = {
      ...company,
      readPush: async (id: string) =>
        (await later.app.send(`GET ${company.path}/push/${id}`, { key: account.key })).body,
    };
    await untilEnded(later.app, again, pushes);
    const ended = await query(second.url, steps);
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['Success', 'Success', 'TimedOut'],
    );
    assert.equal(ended[2]?.step, 'unknown');
    assert.equal(await writes(), 3, 'nothing was sent a second time');
    assert.ok(later.app.logLines.some(({ msg }) => /restored from a backup/.test(String(msg))));
    const told = await toldMarks(second.url);
    assert.equal(told.length, 1, 'each account is told once');
    // The mark is at most a heartbeat and the margin older than the dump.
    assert.ok(told[0] !== undefined && told[0] <= dumpedAt && told[0] > dumpedAt - 60_000, JSON.stringify(told));
    const seen: string[] = [];
    for (let next = '/companies?pageSize=1'; next; ) {
      const { body, status } = await later.app.send(`GET ${next}`, { key: account.key });
      assert.equal(status, 200);
      seen.push(...body.results.map((one: { companyId: string }) => one.companyId));
      next = body._links.next?.href ?? '';
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.ok(seen.includes(company.companyId));
    assert.equal(seen.length, 3);
  } finally {
    await later.stop();
  }
  // Even if nothing else shows the restore, the change feeds start a new era.
  await query(
    second.url,
    `insert into change_position (account_id, position, era, served_as) values ($1, 1000, 'first', database_identity())
     on conflict (account_id) do update set position = 1000, era = 'first', served_as = excluded.served_as`,
    [account.accountId],
  );
  const told = await check(second.url, '--restored');
  await query(second.url, 'select number_publications($1)', [account.accountId]);
  const [feed] = await query(
    second.url,
    `select (ended->'first')::int as ended, era <> 'first' as renewed from change_position where account_id = $1`,
    [account.accountId],
  );
  assert.deepEqual(feed, { ended: 1000, renewed: true });
  assert.deepEqual([told.code, told.restored.pushes, told.restored.isNew], [0, 0, false]);
  const [mark] = await toldMarks(second.url);
  assert.equal((await toldMarks(second.url)).length, 1, 'the process has told the accounts already');
  assert.equal(Date.parse(told.restored.restoredTo), mark);
  // A snapshot of the disk: the same identity, and a server that has started since the last restore was noticed.
  await query(second.url, "update cell_state set noticed_at = pg_postmaster_start_time() - interval '1 day'");
  assert.equal((await check(second.url, '--restored')).restored.isNew, true);
  assert.equal((await toldMarks(second.url)).length, 2, 'a restore that only the operator knows of is told');
  assert.deepEqual(
    told.restored.authorizations.map((one: { platform: string }) => one.platform),
    ['xero'],
  );
});

test('A-23: db check reports and repairs wrong grants, policies, functions, indexes and other objects', async () => {
  const database = await cloneTemplate(serverUrl());
  after(() => database.drop());
  assert.deepEqual((await check(database.url)).findings, []);
  await query(
    database.url,
    `drop policy own_account on company; drop policy own_account on sync; create policy own_account on sync using (true);
     drop index push_by_age; drop trigger counted on attempt; drop function count_attempts();
     revoke select on api_key from daybook_program; alter table consumer disable row level security;
     grant select on session to daybook_program; alter table push drop constraint push_status_check;
     alter database ${new URL(database.url).pathname.slice(1)} reset jit`,
  );
  const broken = await check(database.url);
  assert.equal(broken.code, 1);
  const told = (findings: { kind: string; name: string; problem: string }[]) =>
    findings.map(({ kind, name, problem }) => `${kind} ${name} ${problem}`).sort();
  const unexpected = 'grant table session to daybook_program unexpected';
  assert.deepEqual(told(broken.findings), [
    'constraint push.push_status_check missing',
    'function count_attempts() missing',
    'grant function count_attempts() to public missing',
    'grant table api_key to daybook_program different',
    unexpected,
    'index push_by_age missing',
    'policy company.own_account missing',
    'policy sync.own_account different',
    'row-level security consumer missing',
    'setting jit missing',
    'trigger attempt.counted missing',
  ]);
  const repaired = await check(database.url, '--repair');
  assert.deepEqual(told(repaired.findings.filter((one: { isRepaired: boolean }) => !one.isRepaired)), [unexpected]);
  await query(database.url, 'revoke select on session from daybook_program');
  const clean = await check(database.url);
  assert.deepEqual([clean.code, clean.findings], [0, []]);
});
