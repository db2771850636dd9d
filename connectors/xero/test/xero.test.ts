import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { type ConformanceTarget, latestContent, pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { hourMs } from '../../../src/base/durations.ts';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { openProof } from '../../../test/providers/proof.ts';
import { runConformance } from '../../../test/providers/run-conformance.ts';
import type { Collection, Row } from '../contract-server/xero-books.ts';
import { keepFile } from '../contract-server/xero-files.ts';
import { startXeroServer } from '../contract-server/xero-server.ts';
import { createXeroConnector } from '../src/xero-connector.ts';
import { spoilt } from './spoilt-records.ts';

// The suite sends more requests in a minute than Xero allows in ten minutes; xero-app.test.ts tests the limits.
const server = await startXeroServer({
  pageSizeMax: 40,
  limits: { perMinute: 1_000_000, perDay: 1_000_000, atOnce: 50 },
});
after(() => server.stop());
const connector = createXeroConnector({ baseUrl: server.url });
const http = signedSender(connector, server.oauth, { timeoutMs: 5000 });
const { books, clock } = server;
let count = 0;
// Make the existing records older than the overlap, in which a pass reads records again.
clock.advance(hourMs);

const faulty = (dataType: string) => (['customers', 'suppliers'].includes(dataType) ? 'contacts' : dataType);
const rowsOf = (collection: Collection, fits: (row: Row) => boolean = () => true) =>
  [...books.rows[collection].values()].filter((row) => row.Status !== 'DELETED' && fits(row));

/** The rows that make up each data type. */
const places: Record<string, { collection: Collection; idName: string; fits?: (row: Row) => boolean }> = {
  invoices: { collection: 'Invoices', idName: 'InvoiceID', fits: (row) => row.Type === 'ACCREC' },
  bills: { collection: 'Invoices', idName: 'InvoiceID', fits: (row) => row.Type === 'ACCPAY' },
  customers: { collection: 'Contacts', idName: 'ContactID', fits: (row) => row.IsCustomer === true },
  suppliers: { collection: 'Contacts', idName: 'ContactID', fits: (row) => row.IsSupplier === true },
  accounts: { collection: 'Accounts', idName: 'Code', fits: (row) => Boolean(row.Code) },
  items: { collection: 'Items', idName: 'ItemID' },
  payments: { collection: 'Payments', idName: 'PaymentID', fits: (row) => row.PaymentType === 'ACCRECPAYMENT' },
  creditNotes: { collection: 'CreditNotes', idName: 'CreditNoteID', fits: (row) => row.Type === 'ACCRECCREDIT' },
  taxRates: { collection: 'TaxRates', idName: 'TaxType' },
  billPayments: { collection: 'Payments', idName: 'PaymentID', fits: (row) => row.PaymentType === 'ACCPAYPAYMENT' },
  billCreditNotes: { collection: 'CreditNotes', idName: 'CreditNoteID', fits: (row) => row.Type === 'ACCPAYCREDIT' },
  journalEntries: { collection: 'ManualJournals', idName: 'ManualJournalID', fits: (row) => row.Status === 'POSTED' },
  trackingCategories: { collection: 'TrackingCategories', idName: 'TrackingCategoryID' },
  purchaseOrders: { collection: 'PurchaseOrders', idName: 'PurchaseOrderID' },
  bankAccounts: { collection: 'Accounts', idName: 'Code', fits: (row) => row.Type === 'BANK' && Boolean(row.Code) },
  bankTransactions: {
    ...{ collection: 'BankTransactions', idName: 'BankTransactionID' },
    fits: (row) => row.Type === 'SPEND' || row.Type === 'RECEIVE',
  },
  transfers: { collection: 'BankTransfers', idName: 'BankTransferID' },
};
/** What makes a record of the data type disappear. */
const removals: Record<string, { fits?: (row: Row) => boolean; status: string }> = {
  payments: { status: 'DELETED' },
  creditNotes: { fits: (row) => row.Status === 'DRAFT', status: 'DELETED' },
  taxRates: { fits: (row) => row.TaxType === 'RROUTPUT', status: 'DELETED' },
  invoices: { fits: (row) => row.Status === 'DRAFT', status: 'DELETED' },
  purchaseOrders: { status: 'DELETED' },
  bankTransactions: { status: 'VOIDED' },
  transfers: { status: 'DELETED' },
  journalEntries: { status: 'VOIDED' },
};

/** A change that is visible in the record. */
const touched = (dataType: string): Row => ({
  ...{ Reference: `touched ${++count}`, Name: `Touched ${count}`, Description: `t ${count}` },
  Narration: `Touched ${count}`,
  ...(dataType === 'bills' && { InvoiceNumber: `T-${count}` }),
});

/** Postings that change all reports of the current month. */
function postToday(): void {
  const LineAmount = ++count;
  const today = new Date().toISOString();
  books.keep('BankTransactions', {
    ...{ Type: 'RECEIVE', BankAccount: { Code: '090' }, Date: today, LineAmountTypes: 'NoTax' },
    LineItems: [{ Description: 'Today', UnitAmount: LineAmount, AccountCode: '200' }],
  });
  books.keep('ManualJournals', {
    ...{ Narration: 'Correction', Status: 'POSTED', Date: today },
    JournalLines: [
      { LineAmount, AccountCode: '310' },
      { LineAmount: -LineAmount, AccountCode: '970' },
    ],
  });
}

/** Other contents under the same names. */
function changeFiles() {
  const updated = (['Invoices', 'ManualJournals'] as const).map((collection) => {
    const [id = '', files] =
      [...books.files].find(([owner]) => books.rows[collection].has(owner)) ?? assert.fail(collection);
    const { about } = files[0] ?? assert.fail(collection);
    const content = Buffer.from(`changed ${++count}`);
    keepFile(books, { collection, id }, { name: String(about.FileName), type: 'text/plain', content });
    return String(about.AttachmentID);
  });
  clock.advance(hourMs);
  return { updated, created: [] as string[], deleted: [] as string[] };
}

async function change(dataType: string) {
  clock.advance(hourMs);
  if (dataType === 'info') books.organisation.Name = `Demo ${++count}`;
  if (dataType === 'attachments') return changeFiles();
  const place = places[dataType];
  const updated: string[] = dataType === 'info' ? [String(books.organisation.OrganisationID)] : [];
  if (['balanceSheet', 'profitAndLoss', 'cashFlowStatement'].includes(dataType)) {
    postToday();
    updated.push(new Date().toISOString().slice(0, 7));
  }
  const deleted: string[] = [];
  if (place) {
    const all = rowsOf(place.collection, place.fits);
    for (const row of all.slice(0, 2)) {
      books.keep(place.collection, { ...row, ...touched(dataType) });
      updated.push(String(row[place.idName]));
    }
    const removal = removals[dataType];
    for (const row of removal ? all.filter(removal.fits ?? (() => true)).slice(-1) : []) {
      books.keep(place.collection, { ...row, Status: removal?.status });
      deleted.push(String(row[place.idName]));
    }
  }
  clock.advance(hourMs);
  return { updated, created: [] as string[], deleted };
}

const [customer, supplier] = [
  String(rowsOf('Contacts', (row) => row.IsCustomer === true)[0]?.ContactID),
  String(rowsOf('Contacts', (row) => row.IsSupplier === true)[0]?.ContactID),
];
const savings = String(rowsOf('Accounts', (row) => row.Name === 'Business Savings')[0]?.AccountID);
const region = String(rowsOf('TrackingCategories', (row) => row.Name === 'Region')[0]?.TrackingCategoryID);
const lineItems = () => [
  {
    description: `Pump ${count}`,
    unitAmount: 12.3456,
    quantity: 2,
    accountRef: { id: '200' },
    taxRateRef: { id: 'OUTPUT2' },
  },
  { description: 'Hose', unitAmount: 0.05, quantity: 2.5, accountRef: { id: '200' } },
];
const isSale = (row: Row) => row.Type === 'ACCREC';
const examples: Record<string, () => Row> = {
  attachments: () => ({
    ...{ name: `pushed ${count} ä.txt`, contentType: 'text/plain', content: btoa(`file ${count} \xff`) },
    recordRef: { dataType: 'invoices', id: String(rowsOf('Invoices', isSale)[20 + (count % 50)]?.InvoiceID) },
  }),
  customers: () => ({
    customerName: `Pushed ${count} & Co`,
    emailAddress: 'a@example.com',
    phone: '123',
    addresses: [{ type: 'Billing', city: 'Cork' }],
  }),
  suppliers: () => ({ supplierName: `Pushed ${count} GmbH`, taxNumber: `EU${count}`, defaultCurrency: 'GBP' }),
  accounts: () => ({ nominalCode: `P${count}`, name: `Pushed ${count}`, fullyQualifiedCategory: 'EXPENSE' }),
  bankAccounts: () => ({
    ...{ accountName: `Bank ${count}`, accountNumber: `20${String(count).padStart(6, '0')}`, currency: 'GBP' },
    ...(count % 2 && { nominalCode: `B${count}` }),
  }),
  bankTransactions: () => ({
    ...{ bankAccountRef: { id: '090' }, contactRef: { dataType: 'suppliers', id: supplier }, date: '2026-11-03' },
    ...{ description: `Card ${count}`, reference: `R-${count}`, amount: -120.55 },
    lines: [
      { accountRef: { id: '400' }, amount: -120, taxRateRef: { id: 'INPUT2' } },
      { accountRef: { id: '400' }, amount: -0.55, taxRateRef: { id: 'NONE' } },
    ],
  }),
  taxRates: () => ({
    name: `Pushed ${count}`,
    components: [
      { name: 'State', rate: 7.5 },
      { name: 'City', rate: 0.1 + count, isCompound: true },
    ],
    reportTaxType: 'OUTPUT',
  }),
  items: () => ({
    code: `P-${count}`,
    name: `Pushed ${count}`,
    invoiceItem: { unitPrice: 1.25, accountRef: { id: '200' } },
  }),
  invoices: () => ({
    invoiceNumber: `P-${count}`,
    customerRef: { id: customer },
    issueDate: '2026-11-01T00:00:00Z',
    dueDate: '2026-11-30',
    lineItems: lineItems(),
    note: `n ${count}`,
  }),
  bills: () => ({
    reference: `B-${count}`,
    supplierRef: { id: supplier },
    issueDate: '2026-11-01',
    dueDate: '2026-11-30',
    lineItems: lineItems(),
    currency: 'GBP',
  }),
  creditNotes: () => ({
    customerRef: { id: customer },
    issueDate: '2026-11-02',
    lineItems: lineItems(),
    status: 'Draft',
  }),
  billCreditNotes: () => ({
    ...{ billCreditNoteNumber: `BC-${count}`, supplierRef: { id: supplier }, issueDate: '2026-11-02' },
    ...{ lineItems: lineItems(), status: 'Draft' },
  }),
  purchaseOrders: () => ({
    ...{ purchaseOrderNumber: `PO-P${count}`, supplierRef: { id: supplier }, issueDate: '2026-11-01' },
    ...{ deliveryDate: '2026-11-09', lineItems: lineItems(), status: 'Open', note: `n ${count}` },
  }),
  transfers: () => ({
    ...{ date: '2026-11-03', description: `moved ${count}` },
    ...{ from: { accountRef: { id: '090' }, amount: 1.5 }, to: { accountRef: { id: savings } } },
  }),
  trackingCategories: () => ({ name: `Pushed ${count}`, parentId: region }),
  journalEntries: () => ({
    ...{ postedOn: '2026-11-04', description: `Pushed ${count}` },
    journalLines: [
      { description: 'In', accountRef: { id: '310' }, netAmount: 12.5 },
      { accountRef: { id: '970' }, netAmount: -12.5 },
    ],
  }),
  billPayments: () => {
    const open = rowsOf(
      'Invoices',
      (row) => row.Type === 'ACCPAY' && row.Status === 'AUTHORISED' && Number(row.AmountDue) > 1,
    )[0];
    return {
      ...{ accountRef: { id: '090' }, date: '2026-11-03', totalAmount: 0.01 },
      lines: [{ links: [{ type: 'Bill', id: open?.InvoiceID, amount: 0.01 }] }],
    };
  },
  payments: () => {
    const open = rowsOf(
      'Invoices',
      (row) => row.Type === 'ACCREC' && row.Status === 'AUTHORISED' && Number(row.AmountDue) > 1,
    )[0];
    return {
      accountRef: { id: '090' },
      date: '2026-11-03',
      totalAmount: 0.01,
      lines: [{ links: [{ type: 'Invoice', id: open?.InvoiceID, amount: 0.01 }] }],
    };
  },
};
async function example(dataType: string): Promise<object> {
  count++;
  return (examples[dataType] ?? assert.fail(`no example of ${dataType}`))();
}

const target: ConformanceTarget = {
  http,
  credentials: { tenant: server.tenant },
  wrongCredentials: { tenant: randomUUID() },
  deniedCredentials: { tenant: server.deniedTenant },
  missingAttachment: randomUUID(),
  pagedType: 'invoices',
  tellsTotal: true,
  change,
  async orderFault(kind, { dataType, ...options }) {
    server.order({ kind, dataType: faulty(dataType), ...options });
  },
  async clearFaults() {
    server.clearFaults();
    server.oauth.failSignIns(false);
  },
  push: {
    example,
    wrong: async (dataType) => ({ ...(await example(dataType)), ...spoilt[dataType] }),
    async loseAnswer(dataType) {
      // A request that pays does not say whether it pays an invoice or a bill.
      const asked = { billPayments: 'payments', bankAccounts: 'accounts' }[dataType] ?? faulty(dataType);
      server.order({ kind: 'lost', dataType: asked, method: 'PUT', times: 1 });
    },
    async failSignIns() {
      server.oauth.expireAll();
      server.oauth.failSignIns(true);
    },
  },
};
runConformance(connector, target, openProof('xero', 'contract'));

test('what was pushed can be deleted; a journal entry is voided', async () => {
  for (const dataType of ['payments', 'billPayments', 'transfers', 'journalEntries']) {
    const push = connector.push?.[dataType] ?? assert.fail();
    const credentials = { tenant: server.tenant };
    const send = (wish: PushWish) => push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
    const made = await send({ operation: 'create', record: await example(dataType), reference: randomUUID() });
    assert.ok(made.kind === 'done', dataType);
    const recordId = made.record.id;
    const gone = await send({ operation: 'delete', recordId, reference: randomUUID() });
    assert.ok(gone.kind === 'done' && gone.record.isDeleted === true, dataType);
    assert.equal(textsOf(await pullAll(connector, { http, credentials }, dataType)).has(recordId), false);
    assert.equal((await send({ operation: 'delete', recordId, reference: randomUUID() })).kind, 'refused');
    if (dataType === 'journalEntries') assert.equal(books.rows.ManualJournals.get(recordId)?.Status, 'VOIDED');
  }
});

const write = (dataType: string, wish: PushWish) => {
  const push = connector.push?.[dataType] ?? assert.fail();
  const credentials = { tenant: server.tenant };
  return push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
};

test('P-GROUP: an approved purchase order is undone by a deletion, and an account by archiving it alone', async () => {
  for (const [dataType, way] of [
    ['purchaseOrders', 'delete'],
    ['accounts', 'archive'],
  ] as const) {
    const record = await example(dataType);
    const undo = connector.push?.[dataType]?.undo?.(record) ?? assert.fail();
    assert.equal(undo.way, way);
    const made = await write(dataType, { operation: 'create', record, reference: randomUUID() });
    const recordId = made.kind === 'done' ? made.record.id : assert.fail(JSON.stringify(made));
    const change =
      undo.way === 'delete' ? { operation: 'delete' as const } : { operation: 'update' as const, record: undo.record };
    const undone = await write(dataType, { ...change, recordId, reference: randomUUID() });
    assert.equal(undone.kind, 'done', JSON.stringify(undone));
  }
});

test('an approved document is voided by the status Void; one with a payment is not', async () => {
  for (const dataType of ['invoices', 'bills', 'creditNotes', 'billCreditNotes']) {
    const status = dataType === 'bills' ? 'Open' : 'Submitted';
    const record = { dueDate: '2026-12-01', ...(await example(dataType)), status };
    const made = await write(dataType, { operation: 'create', record, reference: randomUUID() });
    assert.ok(made.kind === 'done', `${dataType} ${JSON.stringify(made)}`);
    const recordId = made.record.id;
    const update = { operation: 'update' as const, recordId, record: { ...record, status: 'Void' } };
    const voided = await write(dataType, { ...update, reference: randomUUID() });
    assert.ok(voided.kind === 'done' && !voided.record.isDeleted, `${dataType} ${JSON.stringify(voided)}`);
    assert.match(JSON.stringify(voided.record.record?.()), /"status":"Void"/, dataType);
    assert.equal((await write(dataType, { ...update, reference: randomUUID() })).kind, 'refused');
  }
  const [paid] = rowsOf('Invoices', (row) => row.Status === 'AUTHORISED' && Number(row.AmountPaid) > 0);
  const recordId = String(paid?.InvoiceID);
  const wish = { operation: 'update' as const, recordId, record: { status: 'Void' }, reference: randomUUID() };
  assert.equal((await write('invoices', wish)).kind, 'refused');
});

test('Xero keeps two active tracking categories, and accounts that have transactions', async () => {
  const create = (name: string) =>
    write('trackingCategories', { operation: 'create', record: { name }, reference: randomUUID() });
  const second = await create('Department');
  assert.ok(second.kind === 'done');
  assert.deepEqual(second.record.record?.(), { name: 'Department', hasChildren: false, status: 'Active' });
  const third = await create('Project two');
  assert.ok(third.kind === 'refused' && /two active/.test(third.message));
  const archived = await write('trackingCategories', {
    ...{ operation: 'update', recordId: second.record.id, reference: randomUUID() },
    record: { name: 'Department', status: 'Archived' },
  });
  assert.ok(archived.kind === 'done');
  assert.equal((await create('Project two')).kind, 'done');
  const used = await write('accounts', { operation: 'delete', recordId: '200', reference: randomUUID() });
  assert.ok(used.kind === 'refused' && /transactions/.test(used.message), JSON.stringify(used));
});

test('a pushed file arrives byte for byte, and replaces one with the same name', async () => {
  const id = String(rowsOf('Invoices', (row) => row.Type === 'ACCPAY')[2]?.InvoiceID);
  const recordRef = { dataType: 'bills', id };
  const create = (content: Buffer) => {
    const record = { name: 'Beleg ä.bin', recordRef, content: content.toString('base64') };
    return write('attachments', { operation: 'create', record, reference: randomUUID() });
  };
  const first = await create(Buffer.from('first'));
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 256));
  const made = await create(bytes);
  assert.ok(first.kind === 'done' && made.kind === 'done', JSON.stringify(made));
  assert.equal(made.record.id, first.record.id);
  const [credentials, source] = [{ tenant: server.tenant }, made.record.source ?? ''];
  assert.deepEqual(await connector.content?.({ http, credentials, id: made.record.id, source }), { kind: 'bytes' });
  assert.deepEqual(latestContent(), bytes);
  const pulled = textsOf(await pullAll(connector, { http, credentials }, 'attachments')).get(made.record.id) ?? '';
  const { size, recordRef: of } = JSON.parse(pulled);
  assert.deepEqual([size, of], [5000, recordRef]);
});
