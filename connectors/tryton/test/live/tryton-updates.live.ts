import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushAnswer, PushOperation, PushWish } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { plainHttp, pullAll, textOf, textsOf } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { tell } from '../../../../test/providers/figures.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { makeDraft, today } from './tryton-changes.ts';
import { trytonExamples } from './tryton-pushes.ts';
import { inDatabase, newBooks } from './tryton-server.ts';

/** Updates, cancellations and deletions by push, against a real server and through a proxy that loses responses. */
const place = await newBooks(50);
const proxy = await startFaultProxy(place.url);
after(() => proxy.stop());
const books = await TrytonBooks.open(place);
const examples = trytonExamples(books);
const http = plainHttp({ timeoutMs: 20_000 });
const credentials = { ...place, url: proxy.url };
const connector = createTrytonConnector();

function open(dataType: string, operation: PushOperation, { id, record }: { id?: string; record?: object } = {}) {
  const push = connector.push?.[dataType] ?? assert.fail();
  const wish: PushWish = {
    ...{ operation, reference: randomUUID() },
    ...(record && { record }),
    ...(id !== undefined && { recordId: id }),
  };
  const input = { http, credentials, wish, prepared: push.prepare(wish, credentials) };
  return { send: () => push.send(input), find: () => push.find?.(input) ?? assert.fail() };
}

// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
function recordIn(answer: PushAnswer | { kind: 'absent' }): any {
  if (answer.kind !== 'done') assert.fail(JSON.stringify(answer));
  return { id: answer.record.id, ...(JSON.parse(textOf(answer.record)) as object) };
}

function refusalIn(answer: PushAnswer) {
  return answer.kind === 'refused' ? answer : assert.fail(`expected a refusal, not ${JSON.stringify(answer)}`);
}

type Row = { state: string; number: string | null; total_amount: string; tax_amount: string; lines: number[] };
async function invoiceRow(id: string): Promise<Row> {
  const fields = ['state', 'number', 'total_amount', 'tax_amount', 'lines'];
  const [row] = await books.read<Row>('account.invoice', [['id', '=', Number(id)]], fields);
  return row ?? assert.fail(`there is no invoice ${id}`);
}
const invoicesCount = () => books.call<number>('model.account.invoice.search_count', [[]]);
const asDraft = async () => ({ ...(await examples.example('invoices')), status: 'Draft' });

test('an update replaces the lines of a draft, and Tryton computes its taxes', async () => {
  const id = String(await makeDraft(books));
  const count = await invoicesCount();
  const updated = recordIn(await open('invoices', 'update', { id, record: await asDraft() }).send());
  assert.deepEqual([updated.id, updated.status, updated.lineItems.length], [id, 'Draft', 3]);
  const row = await invoiceRow(id);
  assert.deepEqual([row.state, row.tax_amount, row.total_amount, row.lines.length], ['draft', '59.99', '719.93', 3]);
  assert.equal(await invoicesCount(), count);
  const lines = await books.read('account.invoice.line', [['invoice', '=', Number(id)]], ['description']);
  assert.equal(lines.length, 3, 'the old line is gone');
});

test('a field that an update leaves out keeps its value', async () => {
  const id = recordIn(await open('invoices', 'create', { record: await asDraft() }).send()).id;
  const before = recordIn(await open('invoices', 'update', { id, record: { note: 'First' } }).send());
  const { note, ...rest } = recordIn(await open('invoices', 'update', { id, record: { note: 'Second' } }).send());
  const { note: _, ...was } = before;
  assert.deepEqual([note, rest], ['Second', was]);
});

test('another customer brings its own address and payment term, and another currency reaches every line', async () => {
  const id = String(await makeDraft(books));
  const customer = await books.first('party.party', [['name', '=', 'Dunes Hotel']]);
  const record = { customerRef: { id: String(customer) }, currency: 'EUR' };
  const updated = recordIn(await open('invoices', 'update', { id, record }).send());
  assert.deepEqual([updated.customerRef.companyName, updated.currency], ['Dunes Hotel', 'EUR']);
  type Owner = { invoice_address: { party: number }; lines: { party: number; currency: { code: string } }[] };
  const fields = ['invoice_address.party', 'lines.party', 'lines.currency.code'];
  const [row] = await books.read<Owner>('account.invoice', [['id', '=', Number(id)]], fields);
  assert.equal(row?.invoice_address.party, customer);
  assert.deepEqual(
    row?.lines.map(({ party, currency }) => [party, currency.code]),
    [[customer, 'EUR']],
  );
});

test('the status Submitted posts the updated draft, and a validated invoice can be changed and posted', async () => {
  for (const isValidated of [false, true]) {
    const id = String(await makeDraft(books));
    if (isValidated) await books.call('model.account.invoice.validate_invoice', [[Number(id)]]);
    const record = { ...(await examples.example('invoices')), status: 'Submitted' };
    const updated = recordIn(await open('invoices', 'update', { id, record }).send());
    const row = await invoiceRow(id);
    assert.deepEqual([updated.status, row.state, row.total_amount], ['Submitted', 'posted', '719.93']);
    assert.ok(row.number);
  }
  const id = String(await makeDraft(books));
  assert.equal(
    recordIn(await open('invoices', 'update', { id, record: { status: 'Submitted' } }).send()).status,
    'Submitted',
  );
});

test('if Tryton refuses to post, an update that changed the draft warns, and one that did not is rejected', async () => {
  const id = String(await makeDraft(books));
  const early = { issueDate: `${today().slice(0, 4)}-01-02`, status: 'Submitted' };
  const answer = await open('invoices', 'update', { id, record: early }).send();
  assert.equal(recordIn(answer).status, 'Draft');
  assert.match(
    (answer.kind === 'done' && answer.warnings?.[0]?.message) || '',
    /did not post it: .*(accounting|invoice) date/,
  );
  const refused = refusalIn(await open('invoices', 'update', { id, record: { status: 'Submitted' } }).send());
  assert.match(refused.message, /(accounting|invoice) date/);
  assert.equal((await invoiceRow(id)).state, 'draft');
});

test('posted, paid and cancelled invoices are not changed, and the rejection says what to do', async () => {
  const inState = async (state: string) => {
    const domain = [
      ...[
        ['type', '=', 'out'],
        ['state', '=', state],
      ],
      ['total_amount', '>', 0],
    ];
    return String(await books.first('account.invoice', domain));
  };
  const before = textsOf(await pullAll(connector, { http, credentials }, 'invoices'));
  const attempts: [string, PushOperation, object | undefined, RegExp][] = [
    ['posted', 'update', { note: 'Other' }, /is posted, and Tryton changes only drafts\. Create a credit note/],
    ['paid', 'update', { note: 'Other', status: 'Draft' }, /is paid, and Tryton changes only drafts\. Create a credit/],
    ['cancelled', 'update', { note: 'Other' }, /is cancelled and cannot be changed\. Push a new invoice/],
    [
      'posted',
      'update',
      { status: 'Void' },
      /does not allow posted customer invoices to be cancelled\. Create a credit/,
    ],
    ['paid', 'update', { status: 'Void' }, /is paid, and Tryton does not cancel it\. Create a credit note/],
    ['posted', 'delete', undefined, /is posted, and Tryton deletes only drafts\. Create a credit note/],
    ['paid', 'delete', undefined, /is paid, and Tryton deletes only drafts\. Create a credit note/],
  ];
  for (const [state, operation, record, message] of attempts) {
    const push = open('invoices', operation, { id: await inState(state), ...(record && { record }) });
    const refused = refusalIn(await push.send());
    assert.equal(refused.statusCode, 409);
    assert.match(refused.message, message);
    assert.deepEqual(await push.find(), { kind: 'absent' });
  }
  assert.deepEqual(textsOf(await pullAll(connector, { http, credentials }, 'invoices')), before);
});

test('the status Void cancels a draft, and a posted invoice if the company allows it', async () => {
  const draft = String(await makeDraft(books));
  const cancelled = recordIn(await open('invoices', 'update', { id: draft, record: { status: 'Void' } }).send());
  assert.deepEqual([cancelled.status, cancelled.amountDue, (await invoiceRow(draft)).state], ['Void', 0, 'cancelled']);
  const again = open('invoices', 'update', { id: draft, record: { status: 'Void' } });
  assert.equal(recordIn(await again.send()).status, 'Void', 'it is already cancelled');

  const id = recordIn(await open('invoices', 'create', { record: await examples.example('invoices') }).send()).id;
  // The user of the tests may not change the company.
  const allow = (isAllowed: boolean) =>
    inDatabase(place.database, `update company_company set cancel_invoice_out = ${isAllowed}`);
  await allow(true);
  try {
    assert.equal(recordIn(await open('invoices', 'update', { id, record: { status: 'Void' } }).send()).status, 'Void');
  } finally {
    await allow(false);
  }
  assert.equal((await invoiceRow(id)).state, 'cancelled');
});

test('a record that does not exist, or that is not an invoice, is reported as 404', async () => {
  const bill = String(await books.first('account.invoice', [['type', '=', 'in']]));
  const note = String(await books.first('account.invoice', [['total_amount', '<', 0]]));
  for (const id of ['999999', '99999999999', 'nobody', bill, note])
    for (const operation of ['update', 'delete'] as const) {
      const record = operation === 'update' ? { record: { note: 'x' } } : {};
      assert.equal(refusalIn(await open('invoices', operation, { id, ...record }).send()).statusCode, 404, id);
    }
  for (const dataType of ['customers', 'suppliers'])
    assert.equal(
      refusalIn(await open(dataType, 'update', { id: '999999', record: { phone: '1' } }).send()).statusCode,
      404,
    );
});

test('an update of a party changes what was sent, keeps the rest, and archives and restores the party', async () => {
  for (const [dataType, name] of [
    ['customers', 'customerName'],
    ['suppliers', 'supplierName'],
  ] as const) {
    const created = recordIn(await open(dataType, 'create', { record: await examples.example(dataType) }).send());
    const { id } = created;
    const update = async (record: object) => recordIn(await open(dataType, 'update', { id, record }).send());
    assert.deepEqual(await update({ [name]: 'Renamed' }), { ...created, [name]: 'Renamed' });
    assert.equal((await update({ emailAddress: 'new@pushed.example' })).phone, created.phone);
    const moved = await update({
      addresses: [
        { type: 'Billing', line1: '1 New Street', city: 'Hull' },
        { type: 'Billing', line1: '2 New Street' },
      ],
    });
    assert.deepEqual(
      moved.addresses.map(({ line1, city }: { line1: string; city?: string }) => [line1, city]),
      [
        ['1 New Street', 'Hull'],
        ['2 New Street', undefined],
      ],
    );
    assert.equal((await update({ addresses: [{ type: 'Billing', line1: '3 Only Street' }] })).addresses.length, 1);
    assert.equal((await update({ status: 'Archived' })).status, 'Archived');
    const back = await update({ status: 'Active', contactName: 'Grace' });
    assert.deepEqual([back.status, back.contactName, back[name]], ['Active', 'Grace', 'Renamed']);
    const wrong = open(dataType, 'update', { id, record: { addresses: [{ type: 'Billing', country: 'ZZ' }] } });
    assert.deepEqual(
      refusalIn(await wrong.send()).errors.map(({ itemId }) => itemId),
      ['addresses.0.country'],
    );
  }
});

test('after each lost response the outcome is found, and nothing is changed twice', async () => {
  const loses = (method: string) => ({
    fault: 'lost' as const,
    matches: ({ body }: { body: string }) => body.includes(`"${method}"`),
    times: 1,
  });
  const invoice = 'model.account.invoice';
  const customer = recordIn(await open('customers', 'create', { record: await examples.example('customers') }).send());
  const cases: { method: string; push: ReturnType<typeof open>; then: (record: object | undefined) => void }[] = [];
  const add = (method: string, push: ReturnType<typeof open>, then: (typeof cases)[number]['then'] = () => undefined) =>
    cases.push({ method, push, then });
  const status = (wanted: string) => (record: object | undefined) =>
    assert.equal((record as { status?: string }).status, wanted);
  const draft = async () => String(await makeDraft(books));
  const submitted = async () => ({ ...(await examples.example('invoices')), status: 'Submitted' });
  for (let turn = 0; turn < 3; turn++) {
    add(
      `${invoice}.write`,
      open('invoices', 'update', { id: await draft(), record: await asDraft() }),
      status('Draft'),
    );
    const posting = open('invoices', 'update', { id: await draft(), record: await submitted() });
    add(`${invoice}.${turn ? 'post' : 'write'}`, posting, status('Submitted'));
    const voiding = open('invoices', 'update', { id: await draft(), record: { status: 'Void' } });
    add(`${invoice}.cancel`, voiding, status('Void'));
    add(`${invoice}.delete`, open('invoices', 'delete', { id: await draft() }));
    const record = { customerName: `Lost ${turn}`, phone: `+44 131 496 000${turn}`, contactName: `Person ${turn}` };
    add('model.party.party.write', open('customers', 'update', { id: customer.id, record }), status('Active'));
  }
  const before = await invoicesCount();
  let [right, twice] = [0, 0];
  for (const { method, push, then } of cases) {
    const calls = () => proxy.count(({ body }) => body.includes(`"${method}"`));
    const began = calls();
    assert.deepEqual(await push.find(), { kind: 'absent' }, `${method} was not sent yet`);
    proxy.order(loses(method));
    const sent = await push.send().catch((error: unknown) => error);
    proxy.clear();
    if (sent instanceof Error) assert.ok(sent instanceof errors.Unavailable, String(sent));
    const found = await push.find();
    assert.equal(found.kind, 'done', `${method}: ${JSON.stringify(found)}`);
    if (found.kind === 'done') then(found.record.isDeleted ? undefined : (JSON.parse(textOf(found.record)) as object));
    right++;
    if (calls() - began > 1) twice++;
  }
  assert.equal(await invoicesCount(), before - 3);
  tell({ changesAfterLostAnswer: right, changedTwice: twice });
  assert.equal(twice, 0);
});
