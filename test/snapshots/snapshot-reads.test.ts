import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { connectAgent } from '../mcp/connect-agent.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';

/** What a snapshot pins is read the same as a CSV file, as a Parquet file, and by agents. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

const name = 'files-120';
let account: TestAccount;
let company: SyncedCompany;
let snapshot: string;
/** How each way showed the state before it changed. */
let first: Record<keyof typeof ways, unknown>;

const bytesOf = async (path: string) => {
  const headers = { authorization: `Basic ${btoa(account.key)}` };
  const answer = await fetch(new URL(`${company.path}${path}`, app.url), { headers });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
};
async function askAgent(tool: string, input: object) {
  const agent = await connectAgent(app.url, account.key);
  try {
    return await agent.ask(tool, { companyId: company.companyId, ...input });
  } finally {
    await agent.close();
  }
}
const pinned = (id: string | undefined) => (id === undefined ? {} : { snapshot: id });
const query = (of: Record<string, string>, id?: string) => new URLSearchParams({ ...of, ...pinned(id) }).toString();
const ways = {
  csv: (id?: string) => bytesOf(`/data/invoices?${query({ format: 'csv' }, id)}`),
  csvExport: (id?: string) => bytesOf(`/data/invoices/export?${query({ format: 'csv' }, id)}`),
  parquet: (id?: string) => bytesOf(`/data/invoices/export?${query({ format: 'parquet' }, id)}`),
  queryData: (id?: string) => askAgent('query_data', { dataType: 'invoices', limit: 120, ...pinned(id) }),
  readStatement: (id?: string) => askAgent('read_statement', { statement: 'trialBalance', ...pinned(id) }),
  readInsight: (id?: string) => askAgent('read_insight', { insight: 'receivables', ...pinned(id) }),
};
type Noted = { id: string; note: string };
const wayNames = Object.keys(ways) as (keyof typeof ways)[];
const withoutTimes = (value: unknown) => JSON.parse(JSON.stringify(value, (key, one) => (key === 'asOf' ? null : one)));

before(async () => {
  account = await app.account();
  company = await linkCompany(account, name);
  for (const dataType of ['invoices', 'creditNotes', 'accounts'] as const) await company.sync(dataType);
  snapshot = (await account.send(`POST ${company.path}/snapshots`, { body: {} })).body.snapshotId;
  const shown = await Promise.all(wayNames.map((way) => ways[way]()));
  first = Object.fromEntries(wayNames.map((way, at) => [way, shown[at]])) as typeof first;
  for (const type of ['invoices', 'accounts']) await control.change(name, { type, update: 20, create: 3 });
  for (const dataType of ['invoices', 'accounts']) assert.equal((await company.sync(dataType)).status, 'Complete');
});

for (const way of wayNames)
  test(`P-SNAPSHOTS: ${way} with a snapshot shows what it has pinned, and without it what is newest`, async () => {
    assert.deepEqual(withoutTimes(await ways[way](snapshot)), withoutTimes(first[way]));
    if (way !== 'readStatement') assert.notDeepEqual(withoutTimes(await ways[way]()), withoutTimes(first[way]));
  });

test('P-SNAPSHOTS: read_record of an agent takes a snapshot', async () => {
  const notes = { dataType: 'invoices', limit: 200, fields: ['note'] };
  const [before, now] = [await askAgent('query_data', { ...notes, snapshot }), await askAgent('query_data', notes)];
  const noteNow = new Map(now.results.map(({ id, note }: Noted) => [id, note]));
  const changed: Noted = before.results.find(({ id, note }: Noted) => noteNow.get(id) !== note);
  const input = { dataType: 'invoices', id: changed.id, versions: 0 };
  assert.equal((await askAgent('read_record', { ...input, snapshot })).record.note, changed.note);
  assert.notEqual((await askAgent('read_record', input)).record.note, changed.note);
});

test('P-FRESH: an agent says which age it accepts, waits, and is told what it got', async () => {
  const input = { dataType: 'invoices', limit: 1 };
  const old = await askAgent('query_data', { ...input, maxAgeSeconds: 86_400 });
  assert.deepEqual([typeof old.ageSeconds, old.isAgeMet], ['number', true]);
  const young = await askAgent('query_data', { ...input, waitSeconds: 30 });
  assert.equal(young.isAgeMet, true, 'without an age, only what is read after the request is accepted');
  const id = young.results[0].id;
  const record = await askAgent('read_record', { dataType: 'invoices', id, versions: 0, maxAgeSeconds: 0 });
  assert.equal(record.isAgeMet, false);
  assert.equal((await askAgent('query_data', input)).isAgeMet, undefined);
});
