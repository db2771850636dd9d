import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestAccount, useApp } from '../../../../test/harness.ts';
import { type FaultProxy, startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { OdooBooks } from './odoo-books.ts';
import { odooExamples } from './odoo-pushes.ts';
import { inDatabase, newBooks, type OdooPlace, seed } from './odoo-server.ts';

/** A complete Daybook pushes to a complete Odoo through a proxy that cuts answers off. */
const rounds = isQuick ? 1 : 5;
const app = useApp({ config: { selfHostedPlatforms: ['odoo'], providerAllowedAddresses: ['127.0.0.0/8'] } });

/** How the records of a data type are counted in Odoo's database, by words that only one of them has. */
const tables: Readonly<Record<string, (text: string) => string>> = {
  invoices: (text) => `account_move where move_type = 'out_invoice' and narration ~ '${text}\\M'`,
  creditNotes: (text) => `account_move where move_type = 'out_refund' and narration ~ '${text}\\M'`,
  bills: (text) => `account_move where move_type = 'in_invoice' and narration ~ '${text}\\M'`,
  billCreditNotes: (text) => `account_move where move_type = 'in_refund' and narration ~ '${text}\\M'`,
  payments: (text) => `account_payment where memo = '${text}'`,
  billPayments: (text) => `account_payment where memo = '${text}'`,
  journalEntries: (text) => `account_move where move_type = 'entry' and ref = '${text}'`,
  customers: (text) => `res_partner where customer_rank > 0 and name = '${text}'`,
  suppliers: (text) => `res_partner where supplier_rank > 0 and name = '${text}'`,
  items: (text) => `product_product where default_code = '${text}'`,
  attachments: (text) => `ir_attachment where description = '${text}'`,
};
// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
const textOf = (record: any): string =>
  record.note?.split('\n')[0] ??
  record.reference ??
  record.description ??
  record.customerName ??
  record.supplierName ??
  record.code;

let place: OdooPlace;
let proxy: FaultProxy;
let books: OdooBooks;
let account: TestAccount;
let company: LinkedCompany;
before(async () => {
  place = await newBooks(50);
  books = await OdooBooks.open(place);
  proxy = await startFaultProxy(place.url);
  account = await app.account();
  company = await linkCompany(account, { platformKey: 'odoo', credentials: { ...place, url: proxy.url } });
  for (const dataType of ['accounts', 'taxRates', ...Object.keys(tables)])
    assert.equal((await company.sync(dataType)).status, 'Complete');
});
after(() => proxy.stop());

type Kind = 'load' | 'action_post' | 'js_assign_outstanding_line' | 'check_object_reference';
/** Cuts off the answer to every call of a kind that `chosen` picks by its place among them. */
function cut(kind: Kind, chosen: (at: number) => boolean): { cuts: () => number } {
  let [seen, cuts] = [0, 0];
  const matches = ({ path }: { path: string }) => {
    if (!path.endsWith(`/${kind}`) || !chosen(seen++)) return false;
    cuts++;
    return true;
  };
  proxy.order({ fault: 'lost', matches });
  return { cuts: () => cuts };
}

// biome-ignore lint/suspicious/noExplicitAny: operations as they come over HTTP.
async function ended(pushIds: string[], readPush = company.readPush): Promise<any[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  let last: any[] = [];
  await waitFor(async () => {
    last = await Promise.all(pushIds.map(readPush));
    return last.every(({ status }) => status !== 'Pending');
  }, 900_000);
  return last;
}

const countOf = async (dataType: string, text: string) =>
  Number((await inDatabase(place.database, `select count(*) from ${tables[dataType]?.(text)}`)).rows[0].count);

const pushes: { dataType: string; text: string; pushId: string; recordId: string }[] = [];

test(`${rounds * 11} records of eleven data types, pushed through a proxy that cuts answers off, exist once`, async () => {
  const examples = odooExamples(books);
  // Every creation loses its answer, every third posting and matching, and every fourth search for the outcome.
  const faults = [
    cut('load', () => true),
    ...[cut('action_post', (at) => at % 3 === 0), cut('js_assign_outstanding_line', (at) => at % 3 === 0)],
    cut('check_object_reference', (at) => at % 4 === 0),
  ];
  const began = performance.now();
  for (let round = 0; round < rounds; round++)
    for (const dataType of Object.keys(tables)) {
      const record = await examples.example(dataType);
      const { pushId } = await company.push(dataType, record);
      pushes.push({ dataType, text: textOf(record), pushId, recordId: '' });
    }
  const all = await ended(pushes.map(({ pushId }) => pushId));
  proxy.clear();
  for (const [at, push] of pushes.entries()) push.recordId = all[at].record?.id ?? '';
  const counts = await Promise.all(pushes.map(({ dataType, text }) => countOf(dataType, text)));
  const isTrue = (at: number) => all[at].status === 'Success' && counts[at] === 1;
  tell({
    pushes: pushes.length,
    pushSeconds: Math.round((performance.now() - began) / 1000),
    answersCut: faults.reduce((sum, { cuts }) => sum + cuts(), 0),
    pushedTwice: counts.filter((count) => count > 1).length,
    pushesLost: counts.filter((count) => count === 0).length,
    pushesTrue: pushes.filter((_, at) => isTrue(at)).length,
  });
  for (const [at, { dataType, text }] of pushes.entries())
    assert.deepEqual([all[at].status, counts[at]], ['Success', 1], `${dataType} ${text}: ${all[at].errorMessage}`);
  const { rows } = await inDatabase(
    place.database,
    `select m.state, count(*)::int from account_move m join ir_model_data d on d.model = 'account.move' and d.res_id = m.id
     where d.module = '__daybook__' group by m.state`,
  );
  assert.deepEqual(rows, [{ state: 'posted', count: rounds * 5 }], 'every document and entry is posted');
});

test('pushed records are in the data set at once, exactly as a later full sync reads them', async () => {
  const plain = ({ modifiedDate: _, metadata: __, sourceModifiedDate: ___, ...record }: Record<string, unknown>) =>
    record;
  for (const dataType of Object.keys(tables)) {
    const before = await company.records(dataType);
    const { counts } = await company.sync(dataType, '?full=true');
    const synced = await company.records(dataType);
    const pushed = pushes.filter((push) => push.dataType === dataType).map(({ recordId }) => recordId);
    for (const id of pushed) assert.deepEqual(plain(before.get(id)), plain(synced.get(id)), `${dataType} ${id}`);
    // The examples of payments make an invoice and a bill by hand, and each of those has an entry.
    if (!['invoices', 'bills', 'journalEntries'].includes(dataType)) assert.equal(counts.added, 0, dataType);
  }
});

test('a draft is updated, posted, cancelled or deleted once, and each state is that of Odoo', async () => {
  const examples = odooExamples(books);
  const path = `${company.path}/connections/${company.connectionId}/push/invoices`;
  const asDraft = async () => ({ ...(await examples.example('invoices')), status: 'Draft' });
  const created = await ended(
    await Promise.all(Array.from({ length: 3 }, async () => (await company.push('invoices', await asDraft())).pushId)),
  );
  const ids: string[] = created.map(({ record }) => record.id);
  const wishes = [
    [`PUT ${path}/${ids[0]}`, { body: { lineItems: [lineOf(await asDraft())], status: 'Submitted' } }],
    [`PUT ${path}/${ids[1]}`, { body: { status: 'Void' } }],
    [`DELETE ${path}/${ids[2]}`, {}],
  ] as const;
  cut('action_post', () => true);
  const pushIds: string[] = [];
  for (const [request, options] of wishes) {
    const answer = await account.send(request, options);
    assert.equal(answer.status, 200, answer.text);
    pushIds.push(answer.body.pushId);
  }
  const all = await ended(pushIds);
  proxy.clear();
  for (const one of all) assert.equal(one.status, 'Success', one.errorMessage);
  const { rows } = await inDatabase(
    place.database,
    `select id::text, state, (select count(*)::int from account_move_line l where l.move_id = m.id
      and display_type = 'product') as lines from account_move m where id in (${ids}) order by array_position(array[${ids}], id)`,
  );
  assert.deepEqual(rows, [
    { id: ids[0], state: 'posted', lines: 1 },
    { id: ids[1], state: 'cancel', lines: 3 },
  ]);
});

// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
const lineOf = (record: any) => record.lineItems[0];

test('P-CUSTOM-PUSH: fields that a company has added to Odoo are pushed and read', async () => {
  const own = 'x_daybook_project';
  await seed(place.database, 'field', '--name', own).done;
  const other = await linkCompany(account, { platformKey: 'odoo', credentials: { ...place, url: place.url } });
  for (const dataType of ['accounts', 'taxRates', 'customers', 'items', 'invoices']) await other.sync(dataType);
  const at = `${other.path}/connections/${other.connectionId}`;
  const fields = [
    { name: 'project', path: own, type: 'text', pushTo: own },
    { name: 'order', path: 'ref', type: 'text', pushTo: 'ref' },
  ];
  const mapped = await account.send(`PUT ${at}/mappings/invoices`, { body: { fields } });
  assert.equal(mapped.status, 200, mapped.text);
  const send = async (request: string, body: object) => {
    const answer = await account.send(request, { body });
    assert.equal(answer.status, 200, answer.text);
    const [done] = await ended([answer.body.pushId], other.readPush);
    assert.deepEqual([done.status, done.validation], ['Success', undefined], JSON.stringify(done));
    return done.record.id as string;
  };
  const record = { ...(await odooExamples(books).example('invoices')), status: 'Draft' };
  const customFields = { project: 'P-1', order: 'PO-1' };
  const id = await send(`POST ${at}/push/invoices`, { ...record, customFields });
  await send(`PUT ${at}/push/invoices/${id}`, { customFields: { project: 'P-2' } });
  await other.sync('invoices', '?full=true');
  const { rows } = await inDatabase(place.database, `select x_daybook_project, ref from account_move where id = ${id}`);
  assert.deepEqual(rows, [{ x_daybook_project: 'P-2', ref: 'PO-1' }]);
  assert.deepEqual((await other.records('invoices')).get(id)?.customFields, { project: 'P-2', order: 'PO-1' });
});
