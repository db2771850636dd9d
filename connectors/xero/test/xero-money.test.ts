import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import type { Row } from '../contract-server/xero-books.ts';
import { balances, ledgerOf } from '../contract-server/xero-ledger.ts';
import { systemAccounts } from '../contract-server/xero-seed.ts';
import { startXeroServer } from '../contract-server/xero-server.ts';
import { createXeroConnector } from '../src/xero-connector.ts';

const server = await startXeroServer({ invoices: 30, bills: 8, limits: { perMinute: 10_000, atOnce: 20 } });
after(() => server.stop());
const { books } = server;
const connector = createXeroConnector({ baseUrl: server.url });
const access = { http: signedSender(connector, server.oauth), credentials: { tenant: server.tenant } };
const read = async (dataType: string) =>
  new Map([...textsOf(await pullAll(connector, access, dataType))].map(([id, text]) => [id, JSON.parse(text)]));
const rowsOf = (collection: keyof typeof books.rows) => [...books.rows[collection].values()];
const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const send = (dataType: string, wish: Omit<PushWish, 'reference'>) => {
  const push = connector.push?.[dataType] ?? assert.fail();
  const whole = { reference: randomUUID(), ...wish };
  return push.send({ ...access, wish: whole, prepared: push.prepare(whole, access.credentials) });
};
const create = (dataType: string, record: object) => send(dataType, { operation: 'create', record });
const remove = (dataType: string, recordId: string) => send(dataType, { operation: 'delete', recordId });

test('P-VENDORS: refunds are payments of negative amounts, and link to the credit that they reduce', async () => {
  for (const [dataType, side, type, credits] of [
    ['payments', 'AR', 'CreditNote', 'creditNotes'],
    ['billPayments', 'AP', 'BillCreditNote', 'billCreditNotes'],
  ] as const) {
    const [payments, notes] = [await read(dataType), await read(credits)];
    const refunds = rowsOf('Payments').filter((row) => String(row.PaymentType).startsWith(`${side}`));
    const own = refunds.filter((row) => !String(row.PaymentType).startsWith('ACC'));
    assert.equal(own.length, 3, 'of a credit note, an overpayment and a prepayment');
    for (const row of own) {
      const record = payments.get(String(row.PaymentID));
      assert.equal(record.totalAmount, -Number(row.Amount));
      const [link] = record.lines[0].links;
      assert.deepEqual([link.type, link.amount, record.note], [type, -Number(row.Amount), 'Refund']);
      assert.ok(notes.has(link.id), 'the credit is in its data set');
    }
  }
});

test('over- and prepayments are credits with what remains of them; their money is a bank transaction', async () => {
  const [notes, banks] = [await read('creditNotes'), await read('bankTransactions')];
  const received = rowsOf('Overpayments').find(({ Total }) => Total === 50);
  const { status, remainingCredit, totalAmount, note } = notes.get(String(received?.OverpaymentID));
  assert.deepEqual([status, remainingCredit, totalAmount], ['PartiallyPaid', 28.5, 50]);
  assert.equal(note, 'Overpayment: RECEIVE-OVERPAYMENT 1');
  const bank = rowsOf('BankTransactions').find(({ OverpaymentID }) => OverpaymentID === received?.OverpaymentID);
  assert.equal(banks.get(String(bank?.BankTransactionID)).amount, 50);
  const advance = rowsOf('Prepayments').find(({ Total }) => Total === 120);
  const prepaid = notes.get(String(advance?.PrepaymentID));
  assert.deepEqual([prepaid.remainingCredit, prepaid.creditNoteNumber], [94.8, 'RECEIVE-PREPAYMENT 2']);
  // Voiding the bank transaction voids the credit.
  books.keep('BankTransactions', { ...bank, Status: 'VOIDED' });
  assert.equal((await read('creditNotes')).get(String(received?.OverpaymentID)).status, 'Void');
  assert.equal((await read('bankTransactions')).has(String(bank?.BankTransactionID)), false);
  books.keep('BankTransactions', { ...bank, Status: 'AUTHORISED' });
  books.keep('Overpayments', { ...received, Status: 'AUTHORISED' });
});

test('P-VENDORS: the debtors and creditors of the ledger follow from the documents, credits, payments and refunds', async () => {
  const ledger = balances(ledgerOf(books), { toMs: Date.now() });
  const inLedger = (code: string) => [...ledger].find(([{ Code }]) => Code === code)?.[1];
  // A prepayment is no receivable: only what is used of it has reduced the receivables.
  const isPrepaid = (id: string) => books.rows.Prepayments.has(id);
  const total = async (documents: string, credits: string, payments: string) => {
    const isBooked = ({ status }: Row) => status !== 'Draft' && status !== 'Void';
    const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
    return (
      sum([...(await read(documents)).values()].filter(isBooked).map((row) => cents(row.totalAmount))) -
      sum([...(await read(payments)).values()].map((row) => cents(row.totalAmount))) -
      sum(
        [...(await read(credits))]
          .filter(([, row]) => isBooked(row))
          .map(([id, row]) => cents(row.totalAmount) - (isPrepaid(id) ? cents(row.remainingCredit) : 0)),
      )
    );
  };
  assert.equal(await total('invoices', 'creditNotes', 'payments'), inLedger(systemAccounts.debtors));
  assert.equal(-(await total('bills', 'billCreditNotes', 'billPayments')), inLedger(systemAccounts.creditors));
});

const spent = (more: object = {}) => ({
  ...{ bankAccountRef: { id: '090' }, date: '2026-11-03', description: 'Card', amount: -60 },
  contactRef: { dataType: 'suppliers', id: String(rowsOf('Contacts')[3]?.ContactID) },
  lines: [{ accountRef: { id: '400' }, amount: -60, taxRateRef: { id: 'INPUT2' } }],
  ...more,
});

test('a pushed bank transaction has the amount of the bank statement, tax included', async () => {
  const made = await create('bankTransactions', spent());
  assert.ok(made.kind === 'done', JSON.stringify(made));
  const row = books.rows.BankTransactions.get(made.record.id);
  assert.deepEqual([row?.Type, row?.Total, row?.SubTotal, row?.TotalTax], ['SPEND', 60, 50, 10]);
  const incoming = await create(
    'bankTransactions',
    spent({ amount: 12.5, lines: [{ accountRef: { id: '200' }, amount: 12.5 }] }),
  );
  assert.ok(incoming.kind === 'done');
  assert.equal(books.rows.BankTransactions.get(incoming.record.id)?.Type, 'RECEIVE');
  books.keep('BankTransactions', { ...row, IsReconciled: true });
  const kept = await remove('bankTransactions', made.record.id);
  assert.ok(kept.kind === 'refused' && /cannot be edited/.test(kept.message));
});

test('P-VENDORS: a bank transaction whose lines do not add up is rejected before anything is sent', async () => {
  const before = server.requests.length;
  const wrong = await create('bankTransactions', spent({ amount: -60.01 }));
  assert.ok(wrong.kind === 'refused' && wrong.providerStatus === undefined);
  assert.deepEqual(wrong.errors, [
    { itemId: 'amount', message: 'The amounts of the lines add up to -60, not to -60.01.' },
  ]);
  const nothing = await create('bankTransactions', spent({ amount: 0, lines: [] }));
  assert.ok(nothing.kind === 'refused' && nothing.errors[0]?.itemId === 'amount');
  assert.equal(server.requests.length, before);
});

test('the sides of a transfer and over- and prepayments are not changed as bank transactions', async () => {
  for (const type of ['SPEND-TRANSFER', 'RECEIVE-OVERPAYMENT', 'SPEND-PREPAYMENT']) {
    const recordId = String(rowsOf('BankTransactions').find(({ Type }) => Type === type)?.BankTransactionID);
    assert.equal((await send('bankTransactions', { operation: 'update', recordId, record: spent() })).kind, 'refused');
    assert.equal((await remove('bankTransactions', recordId)).kind, 'refused');
  }
});

test('items, own tax rates, categories and their options can be deleted; those in use cannot', async () => {
  const item = await create('items', { code: 'GONE' });
  const rate = await create('taxRates', {
    ...{ name: 'Gone', reportTaxType: 'OUTPUT', components: [{ name: 'G', rate: 1 }] },
  });
  const category = await create('trackingCategories', { name: 'Gone' });
  assert.ok(item.kind === 'done' && rate.kind === 'done' && category.kind === 'done');
  const option = await create('trackingCategories', { name: 'Gone too', parentId: category.record.id });
  assert.ok(option.kind === 'done');
  for (const [dataType, recordId] of [
    ['items', item.record.id],
    ['taxRates', rate.record.id],
    ['trackingCategories', option.record.id],
    ['trackingCategories', category.record.id],
  ] as const) {
    const gone = await remove(dataType, recordId);
    assert.ok(gone.kind === 'done' && gone.record.isDeleted && gone.record.id === recordId, JSON.stringify(gone));
    assert.equal((await read(dataType)).has(recordId), false, dataType);
    assert.equal((await remove(dataType, recordId)).kind, 'refused', dataType);
  }
  assert.equal((await remove('taxRates', 'OUTPUT2')).kind, 'refused');
  const [region] = rowsOf('TrackingCategories').filter(({ Name }) => Name === 'Region');
  assert.equal((await remove('trackingCategories', String(region?.TrackingCategoryID))).kind, 'refused');
});

test('a bank account is created, changed and deleted; its balance comes from the bank summary', async () => {
  const made = await create('bankAccounts', { accountName: 'Deposit', accountNumber: '20-00-99' });
  assert.ok(made.kind === 'done', JSON.stringify(made));
  const { id: recordId } = made.record;
  assert.equal(books.rows.Accounts.get(recordId)?.Type, 'BANK');
  const record = { accountName: 'Deposit', accountNumber: '20-00-98' };
  const changed = await send('bankAccounts', { operation: 'update', recordId, record });
  assert.ok(changed.kind === 'done', JSON.stringify(changed));
  assert.deepEqual(JSON.parse(JSON.stringify(changed.record.record?.())), { ...record, balance: 0 });
  assert.ok((await remove('bankAccounts', recordId)).kind === 'done');
  assert.equal((await remove('bankAccounts', '090')).kind, 'refused', 'it has transactions');
});

test('P-VENDORS: a full pass keeps the files of archived contacts, and files of accounts name the account by its code', async () => {
  const before = await read('attachments');
  const [contact] = rowsOf('Contacts').filter(({ HasAttachments }) => HasAttachments);
  books.keep('Contacts', { ...contact, ContactStatus: 'ARCHIVED' });
  const files = await read('attachments');
  assert.deepEqual([...files.keys()].sort(), [...before.keys()].sort());
  const ofTypes = new Map([...files.values()].map(({ recordRef }) => [recordRef.dataType, recordRef.id]));
  assert.deepEqual(
    [...ofTypes.keys()].sort(),
    [
      ...['accounts', 'bankTransactions', 'customers', 'invoices', 'journalEntries', 'purchaseOrders', 'creditNotes'],
      'transfers',
    ].sort(),
  );
  assert.equal(ofTypes.get('accounts'), '200');
  const file = { name: 'chart.txt', content: btoa('chart'), recordRef: { dataType: 'accounts', id: '400' } };
  const made = await create('attachments', file);
  assert.ok(made.kind === 'done', JSON.stringify(made));
  const record = JSON.parse(JSON.stringify(made.record.record?.()));
  assert.deepEqual(record.recordRef, file.recordRef);
  assert.deepEqual((await read('attachments')).get(made.record.id)?.recordRef, file.recordRef);
  const unknown = await create('attachments', { ...file, recordRef: { dataType: 'accounts', id: '99999' } });
  assert.ok(unknown.kind === 'refused' && unknown.errors[0]?.itemId === 'recordRef.id');
});
