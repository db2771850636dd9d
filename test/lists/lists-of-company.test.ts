import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { seedDataSet } from '../data/seed-publication.ts';
import { useApp } from '../harness.ts';
import { seedSnapshot } from '../snapshots/seed-snapshot.ts';
import { seedStanding } from '../standing/seed-standing.ts';
import { seedUpload } from '../uploads/seed-upload.ts';
import { checkWalks } from './check-walks.ts';

/** Lists of a company or connection whose rows are added and removed; every-list.test.ts has the others. */
const app = useApp();
const system = () => app.ctx.db.system;
const rows = 7;

test('A-1, A-2: the pages of snapshots, results of checks, uploads and mappings show their state when page 1 was read', async () => {
  const account = await app.account();
  const { accountId } = account;
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Walked' } })).body;
  const get = (target: string) => account.send(`GET ${target}`);
  const set = await seedDataSet(app.ctx.db, { accountId, companyId });
  const { connectionId } = set;
  for (let n = 0; n < rows; n++) await seedSnapshot(app.ctx.db, set, `s${n}`);
  const snapshotNamed = (name: string) => sql`company_snapshot where account_id = ${accountId} and name = ${name}`;
  await checkWalks('listSnapshots', {
    path: `/companies/${companyId}/snapshots`,
    searches: ['', 'orderBy=name', 'query=status=ready'],
    send: get,
    async change() {
      await sql`delete from ${snapshotNamed('s3')}`.execute(system());
      await seedSnapshot(app.ctx.db, set, 'late');
    },
  });
  const run = (n: number) =>
    sql`insert into check_run (account_id, company_id, run_id, data_set_id, connection_id, data_type, generation, sync_id,
        is_held, checked_at, found, results)
      values (${accountId}, ${companyId}, gen_random_uuid(), ${set.dataSetId}, ${connectionId}, 'invoices', ${n},
        gen_random_uuid(), false, now(), ${n}, '[]')`.execute(system());
  for (let n = 1; n <= rows; n++) await run(n);
  await checkWalks('listQualityRuns', {
    path: `/companies/${companyId}/quality/history`,
    searches: ['', 'orderBy=-found', 'query=found>1'],
    send: get,
    change: () => run(99),
  });
  const uploads: string[] = [];
  for (let n = 0; n < rows; n++)
    uploads.push((await seedUpload(app.ctx.db, { accountId, companyId, connectionId })).uploadId);
  await checkWalks('listUploads', {
    path: `/companies/${companyId}/connections/${connectionId}/uploads`,
    searches: ['', 'orderBy=fileName', 'query=status=Confirmed'],
    send: get,
    change: () => sql`update upload set status = 'Replaced' where upload_id = ${uploads[2]}`.execute(system()),
  });
  const map = (dataType: string, of: string) =>
    sql`insert into custom_mapping (account_id, platform_key, data_type, connection_id, company_id, version, fields, created_at)
      values (${accountId}, 'sandbox', ${dataType}, ${of}, ${companyId}, 1, '[]', now())`.execute(system());
  const ofAccount = '00000000-0000-0000-0000-000000000000';
  for (const { name } of dataTypes.slice(0, rows)) await map(name, ofAccount);
  const key = ({ dataType, level }: { dataType: string; level: string }) => `${dataType} ${level}`;
  const searches = ['', 'orderBy=-dataType', 'query=version=1'];
  const later = (n: number, of: string) => () => map(dataTypes[rows + n]?.name ?? '', of);
  await checkWalks('listMappings', { path: '/mappings', searches, send: get, key, change: later(0, ofAccount) });
  await map(dataTypes[0]?.name ?? '', connectionId);
  const path = `/companies/${companyId}/connections/${connectionId}/mappings`;
  await checkWalks('listConnectionMappings', { path, searches, send: get, key, change: later(1, connectionId) });
});

test('A-1, A-2: the pages of standing queries show their state when page 1 was read', async () => {
  const { accountId, send } = await app.account();
  const { companyId } = (await send('POST /companies', { body: { name: 'Walked' } })).body;
  const made: string[] = [];
  const add = async () => made.push((await seedStanding(app.ctx.db, { accountId, companyId })).standingQueryId);
  for (let n = 0; n < rows; n++) await add();
  await checkWalks('listStandingQueries', {
    path: '/webhooks/standingQueries',
    searches: ['', 'query=dataType=invoices', 'orderBy=-created', 'orderBy=name'],
    send: (target) => send(`GET ${target}`),
    async change() {
      await sql`delete from standing_query where standing_query_id = ${made[3]}`.execute(system());
      await add();
    },
  });
});
