import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { createClient, PreconditionFailed } from '../../sdk/src/daybook.ts';
import { useApp } from '../harness.ts';
import { linkPushing } from '../push/pushing-company.ts';
import { newCustomer } from '../push/records.ts';

/** Headers that the SDK sends and reads, against the real server: the version of a record, and the age of data. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

async function link(name: string) {
  const account = await app.account();
  const company = await linkPushing(account, name, []);
  return { ...company, daybook: createClient({ baseUrl: app.url, apiKey: account.key }) };
}

test('P-CONDITION: the SDK pushes with the etag that it has read, and a record that has changed throws PreconditionFailed', async () => {
  const { daybook, companyId, connectionId } = await link('sdkmatch-100');
  const place = { companyId, connectionId, dataType: 'customers' };
  const made = await daybook.pushCreate({ ...place, body: newCustomer(1) }, { wait: 20 });
  assert.ok('record' in made && made.record, JSON.stringify(made));
  const { id } = made.record;
  const { body, etag } = await daybook.withHeaders('getCustomer', { companyId, id });
  assert.equal(body.customerName, 'Customer 1');
  assert.ok(etag);
  const changed = await daybook.pushUpdate({ ...place, id, body: newCustomer(2) }, { wait: 20, ifMatch: etag });
  assert.equal('status' in changed && changed.status, 'Success', JSON.stringify(changed));
  const late = daybook.pushDelete({ ...place, id }, { ifMatch: etag });
  const error = await late.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof PreconditionFailed, String(error));
  assert.deepEqual([error.status, error.code, error.validation[0]?.itemId], [412, 'recordMovedOn', 'customerName']);
});

test('P-FRESH: a read of the SDK says which age it accepts, gets the age, and waits for younger data', async () => {
  const { daybook, companyId } = await link('sdkage-100');
  const read = (options: { maxAge?: number; wait?: number }) =>
    daybook.withHeaders('listCustomers', { companyId, pageSize: 1 }, options);
  const young = await read({ maxAge: 3600 });
  assert.deepEqual([young.isAgeMet, young.headers.get('preference-applied')], [true, 'max-age=3600']);
  assert.ok(young.dataAge !== undefined && young.dataAge >= 0 && young.dataAge < 3600);
  const old = await read({ maxAge: 0 });
  assert.deepEqual([old.isAgeMet, old.body.results.length], [false, 1]);
  const plain = await read({});
  assert.deepEqual([plain.dataAge, plain.isAgeMet], [undefined, undefined]);
  await control.change('sdkage-100', { type: 'customers', create: 1 });
  const total = plain.body.totalResults;
  const waited = await read({ wait: 20 });
  assert.deepEqual([waited.isAgeMet, waited.body.totalResults], [true, total + 1]);
  assert.equal(waited.headers.get('preference-applied'), 'max-age=0, wait=20');
  let seen = 0;
  for await (const _ of daybook.each('listCustomers', { companyId, pageSize: 50 }, { maxAge: 60, wait: 1 })) seen++;
  assert.equal(seen, total + 1);
});

test('an operation takes only the options that the API has for it', () => {
  const daybook = createClient({ baseUrl: app.url, apiKey: 'none' });
  const _never = [
    // @ts-expect-error: a list of companies has no age.
    () => daybook.listCompanies({}, { maxAge: 60 }),
    // @ts-expect-error: a new record has no version.
    () => daybook.pushCreate({ companyId: '', connectionId: '', dataType: '', body: {} }, { ifMatch: 'x' }),
    // @ts-expect-error: a read needs no version.
    () => daybook.getCustomer({ companyId: '', id: '' }, { ifMatch: 'x' }),
    // @ts-expect-error: the input is needed.
    () => daybook.withHeaders('getCustomer'),
  ];
  assert.equal(_never.length, 4);
});
