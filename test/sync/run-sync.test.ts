import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { sandboxClient } from '../../sandbox/test/sandbox-client.ts';
import { roomForPushes } from '../../src/data/write/open-generation.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

test('a first sync stores every record, and reports counts, progress and timeline', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'first-2500');
  const done = await company.sync('invoices');
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.deepEqual(done.counts, { added: 2500, updated: 0, unchanged: 0, deleted: 0 });
  assert.deepEqual(done.progress, { pages: 3, records: 2500, total: 2500 });
  assert.deepEqual(
    done.timeline.map((entry: { state: string }) => entry.state),
    ['Fetching', 'Publishing', 'Complete'],
  );
  const { rows } = await sql<{
    n: number;
    ids: string[];
  }>`select count(*) as n, array_agg(record_id order by record_id) as ids
    from record where company_id = ${company.companyId}`.execute(app.ctx.db.system);
  const source = await sandboxClient(sandbox.url, 'first-2500').all('invoices');
  assert.deepEqual(rows[0]?.ids, source.map((record) => record.id).sort());
});

test('an incremental sync writes the changed records and nothing else', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'incremental-1200');
  await company.sync('invoices');
  const made = await control.change('incremental-1200', { type: 'invoices', update: 20, create: 5, delete: 3 });
  const done = await company.sync('invoices');
  assert.deepEqual(done.counts, { added: 5, updated: 20, unchanged: 0, deleted: 3 }, JSON.stringify(done));
  assert.equal(done.isFull, false);
  assert.deepEqual(done.progress, { pages: 1, records: 28 }, 'the sandbox does not say how many changes there are');
  const { rows } = await sql<{ record_id: string; change: string }>`select record_id, change from record
    where company_id = ${company.companyId} and gen_from = ${1 + roomForPushes} order by record_id`.execute(
    app.ctx.db.system,
  );
  const ids = (change: string) => rows.filter((row) => row.change === change).map((row) => row.record_id);
  assert.deepEqual(ids('u'), [...made.updated].sort());
  assert.deepEqual(ids('a'), [...made.created].sort());
  assert.deepEqual(ids('d'), [...made.deleted].sort());
});

test('a full pass over unchanged data writes no rows to the record tables and publishes nothing', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'unchanged-1500');
  await company.sync('invoices');
  const state = async () => {
    const { rows } = await sql`select count(*) as n, max(xmin::text::bigint) as x, max(gen_from) as g from record
      where company_id = ${company.companyId}`.execute(app.ctx.db.system);
    return rows[0];
  };
  const before = await state();
  const done = await company.sync('invoices', '?full=true');
  assert.deepEqual(done.counts, { added: 0, updated: 0, unchanged: 1500, deleted: 0 });
  assert.deepEqual(await state(), before);
  const { rows } = await sql`select published_generation as g, total from data_set
    where company_id = ${company.companyId}`.execute(app.ctx.db.system);
  assert.deepEqual(rows, [{ g: 1, total: 1500 }]);
});

test('records are looked up by the primary key, and by no other index that contains it', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'looked-up-2000');
  await company.sync('invoices');
  for (let generation = 2; generation <= 4; generation++) {
    await control.change('looked-up-2000', { type: 'invoices', update: 10 });
    await company.sync('invoices');
  }
  await sql`analyze record`.execute(app.ctx.db.system);
  const scans = async () => {
    const { rows } = await sql<{
      index: string;
      n: number;
    }>`select case when indexrelname like '%pkey' then 'key' else 'other' end as index,
        sum(idx_scan)::int8 as n from pg_stat_user_indexes where relname like 'record\\_%' group by 1`.execute(
      app.ctx.db.system,
    );
    return Object.fromEntries(rows.map((row) => [row.index, row.n]));
  };
  // PostgreSQL processes report their statistics within ten seconds, also those of the syncs above.
  await sleep(11_000);
  const before = await scans();
  const done = await company.sync('invoices', '?full=true');
  assert.equal(done.counts.unchanged, 2000);
  await waitFor(async () => ((await scans()).key ?? 0) - (before.key ?? 0) >= 2000, 60_000);
  const after = await scans();
  assert.ok((after.other ?? 0) - (before.other ?? 0) < 10, JSON.stringify({ before, after }));
});
