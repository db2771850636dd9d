import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedConnection } from '../data/seed-publication.ts';
import { useApp } from '../harness.ts';
import { filesCompany, filesOn } from './uploading.ts';

const app = useApp({ config: { ...filesOn, uploadsPerConnection: 2 } });

const csv = (name: string) => `Customer number,Customer name\nC1,${name}\n`;
const customers = (columns: object) => ({
  dataType: 'customers',
  mode: 'append',
  mapping: {
    ...{ fields: columns, constants: {}, decimalMark: '.', dateOrder: 'ymd' },
    ...{ idColumns: ['Customer number'], lines: 'none' },
  },
});

test('a file that has no record when it is read in the given way is not confirmed', async () => {
  const one = await filesCompany(app, await app.account());
  const { body } = await one.upload(csv('Ada'), 'customers.csv', '&confirm=never');
  const refused = await one.confirm(body.uploadId, customers({ customerName: 'No such column' }));
  assert.deepEqual([refused.status, refused.body.code], [400, 'nothingToRead'], refused.text);
});

test('a connection to a platform with an API takes no uploads', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Online Ltd' } })).body;
  const connectionId = await seedConnection(app.ctx.db, { accountId: account.accountId, companyId });
  const path = `/companies/${companyId}/connections/${connectionId}/uploads`;
  const refused = await one.upload(csv('Ada'), 'customers.csv', '', path);
  assert.deepEqual([refused.status, refused.body.code], [409, 'noUploadsHere'], JSON.stringify(refused.body));
});

test('a connection whose data sets consist of as many files as it can have takes no more', async () => {
  const one = await filesCompany(app, await app.account());
  for (const name of ['Ada', 'Bob']) await one.load(csv(name), customers({ customerName: 'Customer name' }));
  const refused = await one.upload(csv('Cleo'), 'customers.csv', '&confirm=never');
  assert.deepEqual([refused.status, refused.body.code], [409, 'tooManyUploads'], JSON.stringify(refused.body));
});

test('a table that is to be read as a data type that no table contains is explained, and not confirmed', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const { body } = await one.upload(csv('Ada'), 'customers.csv', '&confirm=never');
  const reading = { ...customers({ customerName: 'Customer name' }), dataType: 'info' };
  const preview = await account.send(`POST ${one.path}/${body.uploadId}/preview`, {
    body: { dataType: reading.dataType, mapping: reading.mapping },
  });
  assert.equal(preview.status, 200, preview.text);
  assert.match(preview.body.errors[0], /"info" is not one of/);
  assert.equal((await one.confirm(body.uploadId, reading)).body.code, 'nothingToRead');
});
