import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { filesCompany, filesOn } from './uploading.ts';

const app = useApp({ config: filesOn });

const head = 'Customer number,Customer name,E-mail';
const rows = (count: number, name = (n: number) => `Customer ${n}`) =>
  Array.from({ length: count }, (_, n) => `C${n},${name(n)},c${n}@example.com`);
const csv = (lines: string[]) => `${[head, ...lines].join('\n')}\n`;
const asCustomers = {
  dataType: 'customers',
  mapping: {
    fields: { customerName: 'Customer name', emailAddress: 'E-mail' },
    constants: {},
    decimalMark: '.',
    dateOrder: 'ymd',
    idColumns: ['Customer number'],
    lines: 'none',
  },
};

test('a file is uploaded, previewed and confirmed, and its sync fills the data set', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const received = await one.upload(csv([...rows(25), 'C99,,']));
  assert.equal(received.status, 200, JSON.stringify(received.body));
  assert.deepEqual(
    [received.body.status, received.body.format, received.body.sheets[0].rows, received.body.dataSets],
    ['Received', 'csv', 26, []],
  );
  const uploadPath = `${one.path}/${received.body.uploadId}`;
  const { status, body, text } = await account.send(`POST ${uploadPath}/preview`, { body: asCustomers });
  assert.equal(status, 200, text);
  assert.deepEqual(
    [body.reading.dataType, body.mode, body.isRemembered, body.records.length],
    ['customers', 'replace', false, 20],
  );
  assert.equal(body.total + body.problemsTotal, 26);
  assert.equal(body.problems[0]?.row, 27, 'the problem names the row of the file');

  const confirmed = await one.confirm(received.body.uploadId, body.reading);
  assert.deepEqual([confirmed.status, confirmed.body.status], [200, 'Confirmed'], confirmed.text);
  const sync = await one.filled(confirmed.body);
  assert.deepEqual([sync.status, sync.trigger], ['Complete', 'first'], JSON.stringify(sync));
  const found = await one.records('customers');
  assert.equal(found.length, 25);
  assert.deepEqual(
    { ...found[0], modifiedDate: '' },
    { ...body.records[0], modifiedDate: '', metadata: { isDeleted: false } },
  );
  const connection = await account.send(`GET ${one.company}/connections/${one.connectionId}`);
  assert.equal(connection.body.status, 'Linked');
});

test('the next file with the same columns needs no person, and only what differs is changed', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const first = await one.load(csv(rows(10)), asCustomers);
  assert.equal(first.sync.status, 'Complete', JSON.stringify(first.sync));
  const next = [
    ...rows(10, (n) => (n === 3 ? 'Renamed Ltd' : `Customer ${n}`)).slice(0, 9),
    'C10,New Ltd,n@example.com',
  ];
  const again = await one.upload(csv(next), 'second.csv');
  assert.equal(again.body.status, 'Confirmed', JSON.stringify(again.body));
  const sync = await one.filled(again.body);
  assert.deepEqual(
    [sync.status, sync.counts.added, sync.counts.updated, sync.counts.deleted, sync.counts.unchanged],
    ['Complete', 1, 1, 1, 8],
    JSON.stringify(sync),
  );
  const before = await account.send(`GET ${one.path}/${first.upload.uploadId}`);
  assert.deepEqual([before.body.status, before.body.dataSets[0].isCurrent], ['Replaced', false]);
});

test('a file that lacks too many records is held until a person decides, and a corrected file ends that', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  await one.load(csv(rows(10)), asCustomers);
  const held = await one.upload(csv(rows(3)), 'part.csv');
  const waiting = await one.filled(held.body);
  assert.deepEqual([waiting.status, waiting.error?.code], ['Waiting', 'massDeletion'], JSON.stringify(waiting));
  assert.equal((await one.records('customers')).length, 10);
  const whole = await one.upload(csv(rows(9)), 'whole.csv');
  const sync = await one.filled(whole.body);
  assert.deepEqual([sync.status, sync.counts.deleted], ['Complete', 1]);
  assert.equal((await one.settled(waiting.syncId)).status, 'Cancelled');
});

test('an earlier file is confirmed again to return to it', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const first = await one.load(csv(rows(10)), asCustomers);
  await one.load(csv(rows(9)), asCustomers);
  const back = await one.confirm(first.upload.uploadId);
  assert.equal((await one.filled(back.body)).status, 'Complete');
  const records = await one.records('customers');
  assert.equal(records.filter((record: { metadata: { isDeleted: boolean } }) => !record.metadata.isDeleted).length, 10);
});

test('P-FILES: a field whose name has a digit can be mapped, such as the street of an address', async () => {
  const one = await filesCompany(app, await app.account());
  const content = 'Customer no,Name,Street\nC-1,Ada,5 Quay Street\n';
  const received = await one.upload(content, 'customers.csv', '&confirm=never');
  const path = `${one.path}/${received.body.uploadId}`;
  const { body } = await one.account.send(`POST ${path}/preview`, { body: {} });
  assert.equal(body.reading.mapping.fields['addresses.line1'], 'Street');
  const confirmed = await one.confirm(received.body.uploadId, body.reading);
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.equal((await one.filled(confirmed.body)).status, 'Complete');
  const [{ addresses }] = await one.records('customers');
  assert.equal(addresses[0].line1, '5 Quay Street');
});

test('the same content is stored once, whatever its name', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const [first, second] = [await one.upload(csv(rows(2))), await one.upload(csv(rows(2)), 'other.csv')];
  assert.equal(second.body.uploadId, first.body.uploadId);
  const list = await account.send(`GET ${one.path}`);
  assert.deepEqual([list.body.totalResults, list.body.results[0].fileName], [1, 'export.csv']);
});

test("another account's uploads are forbidden, and so are those of another connection", async () => {
  const [account, stranger] = [await app.account(), await app.account()];
  const one = await filesCompany(app, account);
  const theirs = await filesCompany(app, stranger);
  const { body } = await one.upload(csv(rows(2)));
  const { send } = stranger;
  for (const path of [one.path, theirs.path]) {
    assert.equal((await send(`GET ${path}/${body.uploadId}`)).status, 403);
    assert.equal((await send(`POST ${path}/${body.uploadId}/preview`, { body: {} })).status, 403);
    assert.equal((await send(`POST ${path}/${body.uploadId}/confirm`, { body: {} })).status, 403);
    assert.equal((await send(`DELETE ${path}/${body.uploadId}`)).status, 403);
  }
  const other = await filesCompany(app, account);
  assert.equal((await account.send(`GET ${other.path}/${body.uploadId}`)).status, 404);
});

test('a file that is too large, empty, JSON or of an unknown kind is refused', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const large = await one.upload(new Uint8Array(app.ctx.config.uploadBytesMax + 1));
  assert.deepEqual([large.status, large.body.code], [413, 'bodyTooLarge']);
  assert.equal((await account.send(`POST ${one.path}?fileName=a.csv`)).body.code, 'bodyNotFile');
  assert.equal((await account.send(`POST ${one.path}?fileName=a.csv`, { body: {} })).body.code, 'bodyNotFile');
  const unknown = await one.upload(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), 'program.csv');
  assert.deepEqual([unknown.body.status, unknown.body.dataSets], ['Unreadable', []]);
  assert.ok(unknown.body.problem, 'it says why');
  assert.equal((await one.confirm(unknown.body.uploadId)).body.code, 'fileNotReadable');
});

test('a connection takes no files while it is unlinked', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const received = await one.upload(csv(rows(2)));
  assert.equal(
    (await account.send(`PATCH ${one.company}/connections/${one.connectionId}`, { body: { status: 'Unlinked' } }))
      .status,
    409,
  );
  await one.confirm(received.body.uploadId, asCustomers);
  await account.send(`PATCH ${one.company}/connections/${one.connectionId}`, { body: { status: 'Unlinked' } });
  const refused = await one.upload(csv(rows(3)));
  assert.deepEqual([refused.status, refused.body.code], [403, 'connectionNotLinked']);
});

test('linking starts no syncs of other data types, and there is no schedule', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  await one.load(csv(rows(2)), asCustomers);
  const history = await account.send(`GET ${one.company}/data/history`);
  assert.deepEqual(
    history.body.results.map((sync: { dataType: string }) => sync.dataType),
    ['customers'],
  );
  const { rowCount } = await countSchedules(one.companyId);
  assert.equal(rowCount, 0);
});

async function countSchedules(companyId: string) {
  const found = await app.ctx.db.system
    .selectFrom('sync_schedule')
    .select('data_type')
    .where('company_id', '=', companyId)
    .execute();
  return { rowCount: found.length };
}

test('a deleted file takes its records along', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  await one.load(csv(rows(10)), asCustomers);
  const more = await one.upload(csv(['C20,Twenty Ltd,t@example.com']), 'more.csv', '&confirm=never');
  const added = await one.confirm(more.body.uploadId, { ...asCustomers, mode: 'append' });
  const sync = await one.filled(added.body);
  assert.deepEqual([sync.counts.added, sync.counts.unchanged, sync.counts.deleted], [1, 10, 0], JSON.stringify(sync));
  assert.equal((await account.send(`DELETE ${one.path}/${more.body.uploadId}`)).status, 204);
  const [newest] = (await account.send(`GET ${one.company}/data/history?orderBy=-requested`)).body.results;
  const after = await one.settled(newest.syncId);
  assert.deepEqual(
    [after.status, after.counts.deleted, after.counts.unchanged],
    ['Complete', 1, 10],
    JSON.stringify(after),
  );
});
