import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestAccount, useApp } from '../harness.ts';
import { filesCompany, filesOn, sendFile } from '../uploads/uploading.ts';
import { waitFor } from '../wait-for.ts';

/** Files that the owner of a company uploads on the link page, with nothing but the link. */
const app = useApp({ config: filesOn });

const csv = (names: string[]) =>
  ['Customer number,Customer name,E-mail', ...names.map((name, n) => `C${n},${name},c${n}@example.com`), ''].join('\n');
const names = (count: number) => Array.from({ length: count }, (_, n) => `Customer ${n}`);

async function companyWithLink(account: TestAccount) {
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name: 'Paper Ltd' } })).body;
  const path = `/links/${redirect.split('/').at(-1)}`;
  const start = await app.send(`POST ${path}/connections`, { body: { platformKey: 'files' } });
  assert.equal(start.status, 200, start.text);
  const uploads = (connectionId: string) => `${path}/connections/${connectionId}/uploads`;
  const own = uploads(start.body.connectionId);
  const operation = { operationId: 'createLinkUpload', summary: 'Upload a file' };
  const upload = (content: string, fileName = 'customers.csv', to = own) =>
    sendFile(app, { operation, target: `${to}?fileName=${encodeURIComponent(fileName)}`, content });
  const preview = (uploadId: string, body: object = {}) => app.send(`POST ${own}/${uploadId}/preview`, { body });
  const confirm = (uploadId: string, body: object = {}) => app.send(`POST ${own}/${uploadId}/confirm`, { body });
  const look = async () => (await app.send(`GET ${path}`)).body;
  const records = async () => (await account.send(`GET /companies/${companyId}/data/customers`)).body;
  return { companyId, path, start: start.body, uploads, upload, preview, confirm, look, records };
}

test('P-FILES: the owner uploads a file, sees what it contains, corrects the mapping and confirms it, and that connects the company', async () => {
  const account = await app.account();
  const one = await companyWithLink(account);
  assert.deepEqual([one.start.kind, one.start.status], ['upload', 'PendingAuth']);
  const [platform] = (await one.look()).platforms.filter(
    (each: { platformKey: string }) => each.platformKey === 'files',
  );
  assert.equal(platform.authorization, 'upload');
  const received = await one.upload(csv([...names(24), '']));
  assert.equal(received.status, 200, JSON.stringify(received.body));
  assert.equal(received.headers.get('cache-control'), 'no-store');
  assert.deepEqual(
    [received.body.status, received.body.format, received.body.sheets[0].columns[1].name],
    ['Received', 'csv', 'Customer name'],
  );
  assert.equal(received.body.dataSets, undefined, 'nothing of syncs');
  const { uploadId } = received.body;

  const first = await one.preview(uploadId);
  assert.equal(first.status, 200, first.text);
  const { dataType, sheet, mapping } = first.body.reading;
  assert.deepEqual(
    [dataType, first.body.records.length, first.body.isRemembered, first.body.problemsTotal],
    ['customers', 20, false, 1],
  );
  const { emailAddress: _, ...fields } = mapping.fields;
  const corrected = { dataType, sheet, mapping: { ...mapping, fields } };
  const second = await one.preview(uploadId, corrected);
  assert.deepEqual([second.status, second.body.records[0].emailAddress], [200, undefined], second.text);

  assert.equal((await one.look()).connections[0].status, 'PendingAuth');
  const confirmed = await one.confirm(uploadId, corrected);
  assert.deepEqual([confirmed.status, confirmed.body.status], [200, 'Confirmed'], confirmed.text);
  assert.equal((await one.look()).connections[0].status, 'Linked');
  await waitFor(async () => (await one.records()).totalResults === 24, 30_000);
  const trail = await app.ctx.db.system
    .selectFrom('audit')
    .select(['operation', 'actor_kind', 'subject_id'])
    .where('account_id', '=', account.accountId)
    .where('operation', 'like', '%LinkUpload')
    .orderBy('operation')
    .execute();
  assert.deepEqual(
    trail,
    ['confirmLinkUpload', 'createLinkUpload'].map((operation) => ({
      operation,
      actor_kind: 'link',
      subject_id: uploadId,
    })),
  );
});

test('the mapping is remembered for the next file of the owner, who confirms each of them', async () => {
  const one = await companyWithLink(await app.account());
  const { uploadId } = (await one.upload(csv(names(3)))).body;
  const { dataType, mapping } = (await one.preview(uploadId)).body.reading;
  const { emailAddress: _, ...fields } = mapping.fields;
  assert.equal((await one.confirm(uploadId, { dataType, mapping: { ...mapping, fields } })).status, 200);
  const next = await one.upload(csv(names(4)), 'next.csv');
  assert.equal(next.body.status, 'Received', 'nothing is confirmed without the owner');
  const { body } = await one.preview(next.body.uploadId);
  assert.deepEqual([body.isRemembered, body.reading.mapping.fields], [true, fields]);
});

test('P-FILES: an owner who has disconnected connects the company again with a file', async () => {
  const one = await companyWithLink(await app.account());
  const { uploadId } = (await one.upload(csv(names(3)))).body;
  await one.confirm(uploadId);
  const { connectionId } = one.start;
  assert.equal((await app.send(`DELETE ${one.path}/connections/${connectionId}`)).status, 204);
  const again = await app.send(`POST ${one.path}/connections`, { body: { platformKey: 'files' } });
  assert.deepEqual(again.body, { kind: 'upload', connectionId, status: 'Deauthorized' });
  const { body } = await one.upload(csv(names(4)));
  assert.equal((await one.confirm(body.uploadId)).status, 200);
  assert.equal((await one.look()).connections[0].status, 'Linked');
  await waitFor(async () => (await one.records()).totalResults === 4, 30_000);
});

test('a link reaches only the files of its own company, and a rotated link none', async () => {
  const account = await app.account();
  const [one, other] = [await companyWithLink(account), await companyWithLink(account)];
  const { uploadId } = (await one.upload(csv(names(2)))).body;
  const foreign = `${other.path}/connections/${one.start.connectionId}/uploads`;
  const crossed = other.uploads(other.start.connectionId);
  for (const path of [`${foreign}/${uploadId}`, `${crossed}/${uploadId}`])
    for (const step of ['preview', 'confirm']) {
      const { status, text } = await app.send(`POST ${path}/${step}`, { body: {} });
      assert.equal(status, 404, text);
    }
  assert.equal((await one.upload(csv(names(2)), 'a.csv', foreign)).status, 404);
  await account.send(`POST /companies/${one.companyId}/link`);
  assert.equal((await one.upload(csv(names(3)))).status, 404);
  assert.equal((await one.preview(uploadId)).status, 404);
});

test('a file that cannot be read says so, and one that is too large is refused', async () => {
  const one = await companyWithLink(await app.account());
  const unreadable = await one.upload('%PDF-1.7\n%\u0001\u0002');
  assert.equal(unreadable.status, 200, JSON.stringify(unreadable.body));
  assert.equal(unreadable.body.status, 'Unreadable');
  assert.ok(unreadable.body.problem);
  assert.equal((await one.preview(unreadable.body.uploadId)).body.code, 'fileNotReadable');
  const large = await one.upload('x'.repeat(app.ctx.config.uploadBytesMax + 1));
  assert.deepEqual([large.status, large.body.code], [413, 'bodyTooLarge']);
});

test('a reading with group columns is accepted as the preview has returned it', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const lines = [
    'txnidx,date,description,account,amount',
    '1,2026-01-02,Rent,expenses:rent,500.00',
    '1,2026-01-02,Rent,assets:bank,-500.00',
    '',
  ];
  const { body } = await one.upload(lines.join('\n'), 'journal.csv', '&confirm=never');
  const path = `${one.path}/${body.uploadId}`;
  const { reading } = (await account.send(`POST ${path}/preview`, { body: {} })).body;
  assert.deepEqual([reading.dataType, reading.mapping.groupColumns], ['journalEntries', ['txnidx']]);
  const again = await account.send(`POST ${path}/preview`, { body: reading });
  assert.deepEqual([again.status, again.body.total], [200, 1], again.text);
});
