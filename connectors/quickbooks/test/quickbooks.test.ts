import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { type ConformanceTarget, latestContent } from '@daybook/connector-kit/conformance';
import { hourMs } from '../../../src/base/durations.ts';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { openProof } from '../../../test/providers/proof.ts';
import { runConformance } from '../../../test/providers/run-conformance.ts';
import type { Entity, Row } from '../contract-server/quickbooks-books.ts';
import { startQuickbooksServer } from '../contract-server/quickbooks-server.ts';
import { createQuickbooksConnector } from '../src/quickbooks-connector.ts';

// The suite sends more requests a minute than Intuit allows; quickbooks-app.test.ts tests the limits.
const server = await startQuickbooksServer({ limits: { perMinute: 1_000_000, atOnce: 50 } });
after(() => server.stop());
const connector = createQuickbooksConnector({ baseUrl: server.url, pageSize: 40 });
const signed = signedSender(connector, server.oauth, { timeoutMs: 5000 });
let laterMs = 0;
const http = { ...signed, nowMs: () => signed.nowMs() + laterMs };
const { books, clock } = server;
let count = 0;
// Make the existing records older than the overlap, in which a pass reads records again.
clock.advance(hourMs);

const names: Record<string, Entity> = {
  ...{ invoices: 'Invoice', bills: 'Bill', customers: 'Customer', suppliers: 'Vendor', accounts: 'Account' },
  ...{ items: 'Item', payments: 'Payment', creditNotes: 'CreditMemo', taxRates: 'TaxCode' },
  ...{ billPayments: 'BillPayment', billCreditNotes: 'VendorCredit', journalEntries: 'JournalEntry' },
  ...{ trackingCategories: 'Class', purchaseOrders: 'PurchaseOrder', bankAccounts: 'Account' },
  ...{ bankTransactions: 'Purchase', transfers: 'Transfer', attachments: 'Attachable' },
};
const reports = ['balanceSheet', 'profitAndLoss', 'cashFlowStatement'];
/** Data sets of several entities have ids that name the entity. */
const idIn = (dataType: string, id: unknown) =>
  ['bankTransactions', 'trackingCategories'].includes(dataType)
    ? `${entityOf(dataType).toLowerCase()}-${id}`
    : String(id);
const entityOf = (dataType: string): Entity => names[dataType] ?? assert.fail(dataType);
const rowsOf = (dataType: string) =>
  [...books.rows[entityOf(dataType)].values()].filter(
    (row) =>
      row.Type !== 'Category' &&
      (dataType !== 'attachments' || row.FileName !== undefined) &&
      (dataType !== 'bankAccounts' || ['Bank', 'Credit Card'].includes(String(row.AccountType))),
  );
const idOf = (dataType: string, at = 0) => String(rowsOf(dataType)[at]?.Id);

/** A change that is visible in the record. */
const touched = (dataType: string): Row => {
  const text = `Touched ${++count}`;
  if (['customers', 'suppliers'].includes(dataType)) return { DisplayName: text };
  if (['accounts', 'items', 'taxRates', 'trackingCategories', 'bankAccounts'].includes(dataType)) return { Name: text };
  if (dataType === 'attachments') return { Note: text };
  return { CustomerMemo: { value: text }, PrivateNote: text };
};

const deletable = [
  ...['invoices', 'bills', 'creditNotes', 'billPayments', 'billCreditNotes', 'journalEntries', 'purchaseOrders'],
  ...['bankTransactions', 'transfers', 'payments'],
];

/** Capital that was spent: a posting that changes all reports of the current month. */
function postToday(): void {
  const idOfAccount = (name: string) => [...books.rows.Account.values()].find(({ Name }) => Name === name)?.Id;
  const half = (PostingType: string, name: string) => ({
    ...{ Amount: count + 1, DetailType: 'JournalEntryLineDetail' },
    JournalEntryLineDetail: { PostingType, AccountRef: { value: idOfAccount(name) } },
  });
  const TxnDate = new Date(http.nowMs()).toISOString().slice(0, 10);
  books.keep('JournalEntry', { TxnDate, Line: [half('Debit', 'Materials'), half('Credit', 'Share capital')] });
  count++;
}

async function change(dataType: string) {
  clock.advance(hourMs);
  const [updated, created, deleted]: string[][] = [[], [], []];
  if (dataType === 'info') {
    books.company.CompanyName = `Company ${++count}`;
    updated?.push('1');
  } else if (reports.includes(dataType)) {
    postToday();
    updated?.push(new Date(http.nowMs()).toISOString().slice(0, 7));
  } else {
    const all = rowsOf(dataType);
    // QuickBooks does not report which tax codes have changed, so a pass returns all of them. Change all of them.
    for (const row of ['taxRates', 'attachments'].includes(dataType) ? all : all.slice(0, 2)) {
      books.keep(entityOf(dataType), { ...row, ...touched(dataType) });
      updated?.push(idIn(dataType, row.Id));
    }
    if (deletable.includes(dataType)) {
      const { Id } = all.at(-1) ?? {};
      books.remove(entityOf(dataType), String(Id));
      deleted?.push(idIn(dataType, Id));
      const { Id: _, ...copy } = all[2] ?? {};
      created?.push(idIn(dataType, books.keep(entityOf(dataType), { ...copy, DocNumber: `N-${++count}` }).Id));
    }
  }
  clock.advance(hourMs);
  return { updated: updated ?? [], created: created ?? [], deleted: deleted ?? [] };
}

const saleLines = () => [
  {
    description: `Pump ${count}`,
    unitAmount: 12.345,
    quantity: 3,
    itemRef: { id: idOf('items') },
    taxRateRef: { id: '2' },
  },
  { unitAmount: 0.05, quantity: 2.5, itemRef: { id: idOf('items') } },
];
const sale = () => ({
  customerRef: { id: idOf('customers') },
  issueDate: '2026-11-01T00:00:00Z',
  lineItems: saleLines(),
});
const examples: Record<string, () => Row> = {
  customers: () => ({
    customerName: `Pushed ${count}`,
    emailAddress: 'a@example.com',
    addresses: [{ type: 'Delivery', city: 'Cork' }],
  }),
  suppliers: () => ({ supplierName: `Pushed supplier ${count}`, phone: '123' }),
  accounts: () => ({ name: `Pushed ${count}`, nominalCode: `${count}`, fullyQualifiedCategory: 'Expense' }),
  info: () => ({ companyName: `Pushed ${count}`, addresses: [{ type: 'Billing', city: `City ${count}` }] }),
  taxRates: () => ({
    name: `Pushed ${count}`,
    components: [
      { name: `State ${count}`, rate: 7.125 },
      { name: `City ${count}`, rate: 1, agencyRef: { id: '1' } },
    ],
  }),
  attachments: () => ({
    ...{ name: `pushed ${count}.txt`, contentType: 'text/plain', description: `n ${count}` },
    ...{ recordRef: { dataType: 'invoices', id: idOf('invoices') }, content: btoa(`file ${count}`) },
  }),
  bankAccounts: () => ({ accountName: `Bank ${count}`, accountNumber: `B-${count}`, currency: 'GBP' }),
  bankTransactions: () => ({
    ...{ bankAccountRef: { id: idOf('bankAccounts') }, date: '2026-11-03', description: `Spent ${count}` },
    ...{ reference: `R-${count}`, amount: -12.5, contactRef: { dataType: 'suppliers', id: idOf('suppliers') } },
    lines: [
      { accountRef: { id: idOf('accounts', 1) }, amount: -12 },
      { accountRef: { id: idOf('accounts', 1) }, amount: -0.5 },
    ],
  }),
  items: () => ({
    name: `Pushed ${count}`,
    type: 'Service',
    invoiceItem: { unitPrice: 1.25, accountRef: { id: idOf('accounts') } },
  }),
  invoices: () => ({ invoiceNumber: `P-${count}`, ...sale(), dueDate: '2026-11-30', note: `n ${count}` }),
  creditNotes: () => ({ creditNoteNumber: `C-${count}`, ...sale() }),
  bills: () => ({
    ...{ reference: `B-${count}`, supplierRef: { id: idOf('suppliers') }, issueDate: '2026-11-01', note: `n ${count}` },
    lineItems: [{ unitAmount: 10.01, quantity: 3, accountRef: { id: idOf('accounts', 1) } }],
  }),
  billCreditNotes: () => ({
    ...{ billCreditNoteNumber: `VC-P${count}`, supplierRef: { id: idOf('suppliers') }, issueDate: '2026-11-01' },
    lineItems: [{ unitAmount: 10.01, quantity: 3, accountRef: { id: idOf('accounts', 1) } }],
  }),
  transfers: () => ({
    ...{ date: '2026-11-03', description: `moved ${count}` },
    from: { accountRef: { id: idOf('bankAccounts') }, amount: 1.5 },
    to: { accountRef: { id: idOf('bankAccounts', 1) } },
  }),
  purchaseOrders: () => ({
    ...{ purchaseOrderNumber: `PO-P${count}`, supplierRef: { id: idOf('suppliers') }, issueDate: '2026-11-01' },
    ...{ lineItems: [{ unitAmount: 10.01, quantity: 3, accountRef: { id: idOf('accounts', 1) } }], status: 'Closed' },
  }),
  trackingCategories: () => ({ name: `Pushed ${count}`, parentId: `class-${idOf('trackingCategories')}` }),
  journalEntries: () => ({
    ...{ postedOn: '2026-11-04', description: `Pushed ${count}`, reference: `J-P${count}` },
    journalLines: [
      { description: 'In', accountRef: { id: idOf('accounts', 1) }, netAmount: 12.5 },
      { accountRef: { id: idOf('accounts', 2) }, netAmount: -12.5 },
    ],
  }),
  billPayments: () => ({
    ...{ supplierRef: { id: idOf('suppliers') }, accountRef: { id: idOf('bankAccounts') }, date: '2026-11-03' },
    ...{ totalAmount: 0.25, note: `n ${count}` },
    lines: [{ links: [{ type: 'Bill', id: idOf('bills', 6), amount: 0.25 }] }],
  }),
  payments: () => ({
    ...{
      customerRef: { id: idOf('customers') },
      accountRef: { id: idOf('accounts', 2) },
      date: '2026-11-03',
      totalAmount: 2.5,
    },
    lines: [{ links: [{ type: 'Invoice', id: idOf('invoices', 20), amount: 0.01 * (1 + (count % 5)) }] }],
    note: `n ${count}`,
  }),
};
/** By data type: values that the schema allows but that break a rule of QuickBooks. */
const spoilt: Record<string, Row> = {
  customers: { customerName: 'Long Gone' },
  suppliers: { emailAddress: 'nobody' },
  accounts: { name: 'Share capital' },
  info: { companyName: '   ' },
  taxRates: { components: [{ name: 'City', rate: 1, agencyRef: { id: '999' } }] },
  items: { invoiceItem: { accountRef: { id: '999999' } } },
  bankAccounts: { accountName: 'Share capital' },
  bankTransactions: { bankAccountRef: { id: '999999' } },
  attachments: { recordRef: { dataType: 'bills', id: '999999' } },
  invoices: { customerRef: { id: '999999' } },
  creditNotes: { lineItems: [{ unitAmount: 1, quantity: 1, itemRef: { id: '999999' } }] },
  bills: { lineItems: [{ unitAmount: 1, quantity: 1, accountRef: { id: '999999' } }] },
  payments: { totalAmount: 0.001 },
  billPayments: { totalAmount: 0.001 },
  billCreditNotes: { supplierRef: { id: '999999' } },
  transfers: { to: { accountRef: { id: '999999' } } },
  purchaseOrders: { supplierRef: { id: '999999' } },
  trackingCategories: { parentId: 'class-999999' },
  journalEntries: {
    journalLines: [
      { accountRef: { id: '22' }, netAmount: 1 },
      { accountRef: { id: '22' }, netAmount: -2 },
    ],
  },
};
async function example(dataType: string): Promise<object> {
  count++;
  return (examples[dataType] ?? assert.fail(`no example of ${dataType}`))();
}
const faulty = (dataType: string) => (dataType === 'info' ? 'companyinfo' : entityOf(dataType).toLowerCase());

const target: ConformanceTarget = {
  http,
  credentials: { tenant: server.realm },
  wrongCredentials: { tenant: '1' },
  deniedCredentials: { tenant: server.deniedRealm },
  pagedType: 'invoices',
  tellsTotal: true,
  change,
  async forgetChanges() {
    // Change data capture covers 30 days.
    laterMs = 31 * 24 * hourMs;
    clock.advance(laterMs);
  },
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
      server.order({ kind: 'lost', dataType: faulty(dataType), method: 'POST', times: 1 });
    },
    async failSignIns() {
      server.oauth.expireAll();
      server.oauth.failSignIns(true);
    },
    unpaidCredentials: { tenant: server.unpaidRealm },
    // A bill line has an amount, but neither a price nor a quantity.
    adjusted: {
      bills: ['lineItems.0.unitAmount', 'lineItems.0.quantity'],
      billCreditNotes: ['lineItems.0.unitAmount', 'lineItems.0.quantity'],
      purchaseOrders: ['lineItems.0.unitAmount', 'lineItems.0.quantity'],
    },
  },
};
runConformance(connector, target, openProof('quickbooks', 'contract'));

const write = (dataType: string, wish: PushWish) => {
  const push = connector.push?.[dataType] ?? assert.fail();
  const credentials = { tenant: server.realm };
  return push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
};

test('an invoice is voided by the status Void; its amounts become zero', async () => {
  const record = await example('invoices');
  const made = await write('invoices', { operation: 'create', record, reference: randomUUID() });
  assert.ok(made.kind === 'done');
  const { id: recordId } = made.record;
  const wish = { operation: 'update' as const, recordId, record: { ...record, status: 'Void' } };
  const voided = await write('invoices', { ...wish, reference: randomUUID() });
  assert.ok(voided.kind === 'done' && !voided.record.isDeleted, JSON.stringify(voided));
  assert.match(JSON.stringify(voided.record.record?.()), /"totalAmount":0,.*"status":"Void"/);
});

test('a category below a department is a department, and each kind keeps its own ids', async () => {
  const [department] = books.rows.Department.keys();
  const record = { name: 'Leeds North', parentId: `department-${department}` };
  const made = await write('trackingCategories', { operation: 'create', record, reference: randomUUID() });
  assert.ok(made.kind === 'done');
  assert.match(made.record.id, /^department-/);
  const archived = await write('trackingCategories', {
    ...{ operation: 'update', recordId: made.record.id, reference: randomUUID() },
    record: { ...record, status: 'Archived' },
  });
  assert.ok(archived.kind === 'done');
  assert.match(JSON.stringify(archived.record.record?.()), /"parentId":"department-\d+".*"status":"Archived"/);
});

test('a pushed file arrives byte for byte, and its temporary address gets no token', async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 256));
  const record = { recordRef: { dataType: 'bills', id: idOf('bills') } };
  const plain = { ...record, name: 'Beleg ä.bin', content: bytes.toString('base64') };
  const made = await write('attachments', { operation: 'create', record: plain, reference: randomUUID() });
  assert.ok(made.kind === 'done', JSON.stringify(made));
  const form = await connector.content?.({ http, credentials: { tenant: server.realm }, id: made.record.id });
  assert.deepEqual(form, { kind: 'bytes' });
  assert.deepEqual(latestContent(), bytes);
  const told = JSON.parse(JSON.stringify(made.record.record?.()));
  assert.deepEqual([told.name, told.size, told.recordRef], ['Beleg ä.bin', 5000, record.recordRef]);
  assert.ok(!made.record.source?.includes('TempDownloadUri'), 'a temporary address is no part of the record');
});
