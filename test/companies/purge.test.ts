import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type PurgeContext, purgeCompany } from '../../src/companies/purge-company.ts';
import { eraseOrphanedDataSets } from '../../src/data/write/erase-data.ts';
import type { Db } from '../../src/db/db.ts';
import { companyErasers, dataSetErasers } from '../../src/handlers.ts';
import { seedKept } from '../attachments/seed-kept.ts';
import { publish, type Seeded, seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { seedProof, seedTree } from '../proofs/seed-proof.ts';
import { seedPushGroup } from '../push/seed-push-group.ts';
import { seedSnapshot } from '../snapshots/seed-snapshot.ts';
import { seedStanding } from '../standing/seed-standing.ts';
import { seedUpload } from '../uploads/seed-upload.ts';
import { waitFor } from '../wait-for.ts';

/** Workers would add publications to the chains meanwhile. */
const app = useApp({ config: { proofs: false } });

/**
 * Counts the rows of the company in every table, so that a new table must be added to the purge. Not counted: the
 * receipt, the audit log, messages, alerts and rules, which belong to the account (messages still have to report the
 * deletion, and expire by age), and `company_past`, which keeps what paged reads showed for as long as a cursor lives.
 */
async function rowsOf(companyId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('purge_receipt', 'audit', 'message', 'failure', 'alert', 'rule', 'rehearsal_event',
        'company_past') order by 1`.execute(app.ctx.db.system);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(name)} where company_id = ${companyId}`.execute(app.ctx.db.system);
    counts[name] = found.rows[0]?.n ?? 0;
  }
  const totals = await sql<{ n: number }>`select count(*) as n from remembered_total
    where position(${companyId} in list) > 0 or list in (select 'data set ' || data_set_id from data_set where company_id = ${companyId})`.execute(
    app.ctx.db.system,
  );
  return { ...counts, remembered_total: totals.rows[0]?.n ?? 0 };
}

/** A company with rows in every table. */
async function fullCompany(account: TestAccount, records = 3): Promise<{ companyId: string; sets: Seeded[] }> {
  const { accountId } = account;
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const { system } = app.ctx.db;
  const sets = [];
  for (const dataType of ['invoices', 'items']) {
    const set = await seedDataSet(app.ctx.db, { accountId, companyId, dataType });
    await publish(app.ctx.db, set, [{ id: 'a' }, { id: 'b' }]);
    await publish(app.ctx.db, set, [{ id: 'a', change: 'u' }]);
    sets.push(set);
    const place = { account_id: accountId, company_id: companyId };
    await system
      .insertInto('connection_error')
      .values({ ...place, connection_id: set.connectionId, at: new Date(), code: 'x', message: 'x', resolved_at: null })
      .execute();
    await system
      .insertInto('seen_page')
      .values({ ...place, data_set_id: set.dataSetId, page: 1, ids: ['1'] })
      .execute();
    await system
      .insertInto('sync_schedule')
      .values({ ...place, data_type: dataType, schedule: 'daily', next_at: new Date('2999-01-01') })
      .execute();
    await sql`with lane as (
        insert into push_lane (account_id, company_id, connection_id, platform_key)
        values (${accountId}, ${companyId}, ${set.connectionId}, 'sandbox'))
      insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation, status,
        step, requested_at, timeout_minutes, times_out_at, status_code)
      values (${accountId}, ${companyId}, ${randomUUID()}, ${set.connectionId}, 1, 'sandbox', ${dataType}, 'create', 'Success',
        'known', now(), 60, now(), 200)`.execute(system);
    await sql`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status, requested_at)
      values (${accountId}, ${companyId}, ${randomUUID()}, ${set.dataSetId}, ${set.connectionId}, 'sandbox', ${dataType}, 'manual', 'Complete', now())`.execute(
      system,
    );
    // These rows are deleted with the connection; the tokens stay until they have been revoked at the platform.
    await sql`with s as (insert into oauth_state (account_id, state_hash, browser_hash, company_id, connection_id, client_id, code_verifier, expires_at)
        values (${accountId}, ${randomUUID()}, 'h', ${companyId}, ${set.connectionId}, 'c', 'v', 'infinity'))
      insert into oauth_token (account_id, company_id, connection_id, platform_key, tenant, client_id, tokens, version, expires_at, renewed_at)
      values (${accountId}, ${companyId}, ${set.connectionId}, 'sandbox', 't', 'c', 'v', 1, now(), now())`.execute(
      system,
    );
    for (const list of [`data set ${set.dataSetId}`, `records ${companyId}  ${dataType} `])
      await sql`insert into remembered_total values (${accountId}, ${list}, 1, '\\x00', 1, now())`.execute(system);
    await sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, change, hash, payload)
      select ${accountId}, ${companyId}, ${set.dataSetId}, 'r' || g, 2, 'a', '\\x00', '{}' from generate_series(1, ${records}::int) g`.execute(
      system,
    );
  }
  await sql`insert into notice_condition (account_id, condition_id, kind, subject, company_id, name, detail, page, since, opened_at)
    values (${accountId}, ${randomUUID()}, 'syncsFailing', ${companyId}, ${companyId}, 'a', '', '/', now(), now())`.execute(
    system,
  );
  await system
    .insertInto('company_link')
    .values({ account_id: accountId, company_id: companyId, rotation: 1, rotated_at: new Date() })
    .execute();
  await seedSnapshot(app.ctx.db, sets[0] as Seeded, 'x');
  await seedProof(app.ctx.db, { accountId, companyId });
  await seedTree(app.ctx.db, sets[0] as Seeded);
  await seedUpload(app.ctx.db, { accountId, companyId, connectionId: sets[0]?.connectionId ?? '' });
  const { connectionId = '' } = sets[0] ?? {};
  await seedPushGroup(app.ctx.db, { accountId, companyId, connectionId, pushGroupId: randomUUID() });
  await seedStanding(app.ctx.db, { accountId, companyId });
  await sql`insert into check_run (account_id, company_id, run_id, data_set_id, connection_id, data_type, generation, sync_id,
      is_held, checked_at, found, results)
    values (${accountId}, ${companyId}, ${randomUUID()}, 1, ${connectionId}, 'invoices', 1, ${randomUUID()}, false, now(), 0, '[]')`.execute(
    system,
  );
  await seedKept(app.ctx.db, { accountId, companyId, connectionId: sets[0]?.connectionId ?? '' });
  await sql`insert into custom_mapping (account_id, platform_key, data_type, connection_id, company_id, version, fields, digest, created_at)
    values (${accountId}, 'sandbox', 'invoices', ${sets[0]?.connectionId}, ${companyId}, 1, '[]', '\\x00', now())`.execute(
    system,
  );
  await app.ctx.db.system
    .insertInto('company_sync_settings')
    .values({ account_id: accountId, company_id: companyId, settings: '[]' })
    .execute();
  const ofConnection = { account_id: accountId, company_id: companyId, connection_id: sets[0]?.connectionId ?? '' };
  await system
    .insertInto('connection_sync_settings')
    .values({ ...ofConnection, settings: '[]' })
    .execute();
  await system
    .insertInto('connection_sync_schedule')
    .values({ ...ofConnection, data_type: 'invoices', schedule: 'daily', next_at: new Date('2999-01-01') })
    .execute();
  await system
    .insertInto('sync_demand')
    .values({ ...ofConnection, data_type: 'invoices' })
    .execute();
  await sql`insert into platform_call (account_id, call_id, at, company_id, connection_id, purpose, method, host, path,
      duration_ms, bytes, waited_ms)
    values (${accountId}, ${randomUUID()}, now(), ${companyId}, ${sets[0]?.connectionId}, 'sync', 'GET', 'a', '/', 1, 1, 0)`.execute(
    system,
  );
  await account.send(`GET /companies/${companyId}`);
  await app.ctx.requestLog?.flush();
  return { companyId, sets };
}

function receiptOf(rows: Record<string, number>): Record<string, number | undefined> {
  return {
    company: rows.company,
    connections: rows.connection,
    connectionErrors: rows.connection_error,
    pushes: rows.push,
    pushLanes: rows.push_lane,
    syncs: rows.sync,
    schedules: rows.sync_schedule,
    connectionSchedules: rows.connection_sync_schedule,
    demands: rows.sync_demand,
    connectionSyncSettings: rows.connection_sync_settings,
    syncSettings: rows.company_sync_settings,
    mappings: rows.custom_mapping,
    snapshotSets: rows.company_snapshot_set,
    snapshots: rows.company_snapshot,
    uploadUses: rows.upload_use,
    uploadParts: rows.upload_part,
    uploads: rows.upload,
    uploadReadings: rows.upload_reading,
    standingQueries: rows.standing_query,
    standingRuns: rows.standing_run,
    pushGroupSteps: rows.push_group_step,
    pushGroups: rows.push_group,
    checkRuns: rows.check_run,
    keptFiles: rows.kept_file,
    keptWork: rows.kept_work,
    // Of the account; no other company has it.
    keptContents: rows.kept_file,
    seenPages: rows.seen_page,
    records: rows.record,
    publications: rows.publication,
    totals: rows.remembered_total,
    dataSets: rows.data_set,
    proofSpans: rows.proof_span,
    proofSets: rows.proof_set,
    proofs: rows.proof,
    // The creation and the deletion: the audit entries stay, without names and states.
    auditStates: 2,
    noticeConditions: rows.notice_condition,
    platformCalls: rows.platform_call,
    // The deletion itself is also a request of the company.
    requestLog: (rows.request_log ?? 0) + 1,
  };
}

test('R-READY-11: the purge erases every row of the company in every table and leaves a receipt that the client can read', async () => {
  const account = await app.account();
  const [gone, stays] = [await fullCompany(account), await fullCompany(account)];
  const before = await rowsOf(gone.companyId);
  assert.ok(
    Object.values(before).every((count) => count > 0),
    JSON.stringify(before),
  );
  const kept = await rowsOf(stays.companyId);
  await app.ctx.jobs.pause();
  await account.send(`DELETE /companies/${gone.companyId}`);
  await app.ctx.requestLog?.flush();
  const query = `GET /purges?query=companyId=${gone.companyId}`;
  const asked = (await account.send(query)).body.results[0];
  assert.deepEqual([asked.companyId, asked.purged, asked.erased], [gone.companyId, undefined, {}]);
  await app.ctx.jobs.resume();
  await waitFor(async () => (await account.send(query)).body.results[0].purged !== undefined);
  const receipt = (await account.send(query)).body.results[0];
  assert.deepEqual(receipt.erased, receiptOf(before));
  assert.ok(receipt.purged >= receipt.requested);
  assert.ok(Object.values(await rowsOf(gone.companyId)).every((count) => count === 0));
  assert.deepEqual(await rowsOf(stays.companyId), kept);
  assert.equal((await account.send('GET /purges')).body.totalResults, 1);
  assert.equal((await (await app.account()).send('GET /purges')).body.totalResults, 0);
  const { secret } = await app.key(account.accountId, { companyTags: { a: 'b' } });
  assert.equal((await app.send('GET /purges', { key: secret })).status, 403);
});

test('R-READY-11: a purge that is interrupted repeatedly ends with an exact receipt', async () => {
  const account = await app.account();
  const { companyId } = await fullCompany(account, 12_500);
  const before = await rowsOf(companyId);
  await app.ctx.jobs.pause();
  await account.send(`DELETE /companies/${companyId}`);
  await app.ctx.requestLog?.flush();
  let attempts = 0;
  /** The n-th attempt dies in its n-th transaction, alternately before and after the commit. */
  function dying(): PurgeContext {
    let transactions = 0;
    const diesIn = ++attempts;
    const isBefore = diesIn % 2 === 0;
    const transaction: Db['transaction'] = async (accountId, work) => {
      const isLast = ++transactions === diesIn;
      const result = await app.ctx.db.transaction(accountId, async (tx) => {
        const done = await work(tx);
        if (isLast && isBefore) throw new Error('killed');
        return done;
      });
      if (isLast) throw new Error('killed');
      return result;
    };
    return { ...app.ctx, db: { ...app.ctx.db, transaction }, erasers: companyErasers };
  }
  for (let i = 0; i < 50; i++) {
    try {
      await purgeCompany(dying(), { accountId: account.accountId, companyId });
      break;
    } catch (error) {
      assert.match(String(error), /killed/);
    }
  }
  await app.ctx.jobs.resume();
  const [receipt] = (await account.send(`GET /purges?query=companyId=${companyId}`)).body.results;
  assert.deepEqual([receipt.erased, receipt.purged !== undefined], [receiptOf(before), true]);
  assert.equal(attempts, 4, 'died once in each of its transactions');
  assert.ok(Object.values(await rowsOf(companyId)).every((count) => count === 0));
});

test('rows that a request in progress adds after an eraser has run are erased too', async () => {
  const account = await app.account();
  const { companyId, sets } = await fullCompany(account);
  await app.ctx.jobs.pause();
  await account.send(`DELETE /companies/${companyId}`);
  await app.ctx.requestLog?.flush();
  let isFirst = true;
  const late = {
    name: 'late',
    async erase() {
      const [set] = sets;
      if (isFirst && set)
        await app.ctx.db.system
          .insertInto('seen_page')
          .values({
            account_id: account.accountId,
            company_id: companyId,
            data_set_id: set.dataSetId,
            page: 9,
            ids: [],
          })
          .execute();
      isFirst = false;
      return { rows: 0 };
    },
  };
  await purgeCompany({ ...app.ctx, erasers: [...companyErasers, late] }, { accountId: account.accountId, companyId });
  await app.ctx.jobs.resume();
  const left = await rowsOf(companyId);
  assert.deepEqual(left, Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
});

test('data sets of a deleted connection are erased by housekeeping, and no others', async () => {
  const account = await app.account();
  const { companyId, sets } = await fullCompany(account, 10_100);
  const other = await fullCompany(account);
  const kept = await rowsOf(other.companyId);
  const [gone, stays] = sets;
  assert.ok(gone && stays);
  await seedConnection(app.ctx.db, { accountId: account.accountId, companyId });
  assert.equal((await account.send(`DELETE /companies/${companyId}/connections/${gone.connectionId}`)).status, 204);
  const { erased, next } = await eraseOrphanedDataSets({ ...app.ctx, erasers: dataSetErasers });
  assert.deepEqual([erased >= 1, next], [true, undefined]);
  for (const table of ['data_set', 'record', 'publication', 'seen_page', 'sync']) {
    const { rows } = await sql<{ data_set_id: number }>`select distinct data_set_id from ${sql.table(table)}
      where company_id = ${companyId}`.execute(app.ctx.db.system);
    assert.deepEqual(rows, [{ data_set_id: stays.dataSetId }], table);
  }
  assert.deepEqual(await rowsOf(other.companyId), kept);
  assert.equal((await eraseOrphanedDataSets({ ...app.ctx, erasers: dataSetErasers })).erased, 0);
});
