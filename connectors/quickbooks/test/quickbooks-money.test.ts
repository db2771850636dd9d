import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { CursorTooOld } from '@daybook/connector-kit';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import type { Entity, Row } from '../contract-server/quickbooks-books.ts';
import { currentBalances } from '../contract-server/quickbooks-ledger.ts';
import { startQuickbooksServer } from '../contract-server/quickbooks-server.ts';
import { createQuickbooksConnector } from '../src/quickbooks-connector.ts';

const server = await startQuickbooksServer({ invoices: 25, bills: 8, limits: { perMinute: 10_000 } });
after(() => server.stop());
const { books } = server;
const connector = createQuickbooksConnector({ baseUrl: server.url, pageSize: 10 });
const access = { http: signedSender(connector, server.oauth), credentials: { tenant: server.realm } };
const read = async (dataType: string) =>
  new Map([...textsOf(await pullAll(connector, access, dataType))].map(([id, text]) => [id, JSON.parse(text)]));
const rowsOf = (entity: Entity): Row[] => [...books.rows[entity].values()];
const accountId = (name: string) => String(rowsOf('Account').find(({ Name }) => Name === name)?.Id);
const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const send = (dataType: string, wish: Omit<PushWish, 'reference'>) => {
  const push = connector.push?.[dataType] ?? assert.fail();
  const whole = { reference: randomUUID(), ...wish };
  return push.send({ ...access, wish: whole, prepared: push.prepare(whole, access.credentials) });
};
const create = (dataType: string, record: object) => send(dataType, { operation: 'create', record });
const update = (dataType: string, recordId: string, record: object) =>
  send(dataType, { operation: 'update', recordId, record });
const remove = (dataType: string, recordId: string) => send(dataType, { operation: 'delete', recordId });

test('a receipt is a document that was settled at once, and a payment that settles it', async () => {
  const [invoices, notes, payments] = [await read('invoices'), await read('creditNotes'), await read('payments')];
  const [sale] = rowsOf('SalesReceipt');
  const invoice = invoices.get(`salesreceipt-${sale?.Id}`);
  assert.deepEqual([invoice.status, invoice.amountDue, invoice.totalAmount], ['Paid', 0, sale?.TotalAmt]);
  assert.equal(invoice.paidOnDate, `${sale?.TxnDate}T00:00:00Z`);
  const paid = payments.get(`salesreceipt-${sale?.Id}`);
  assert.deepEqual(
    [paid.accountRef.name, paid.totalAmount, paid.reference],
    ['Undeposited Funds', sale?.TotalAmt, 'Cash 0'],
  );
  assert.deepEqual(paid.lines[0].links, [{ type: 'Invoice', id: `salesreceipt-${sale?.Id}`, amount: sale?.TotalAmt }]);
  const [back] = rowsOf('RefundReceipt');
  const note = notes.get(`refundreceipt-${back?.Id}`);
  assert.deepEqual([note.status, note.remainingCredit, note.totalAmount], ['Paid', 0, back?.TotalAmt]);
  const refund = payments.get(`refundreceipt-${back?.Id}`);
  assert.deepEqual([refund.totalAmount, refund.lines[0].links[0].type], [-Number(back?.TotalAmt), 'CreditNote']);
});

test('P-VENDORS: every account that money goes through has the balance that follows from documents and payments', async () => {
  const sums = new Map<string, number>();
  const add = (id: string | undefined, amount: number) => id && sums.set(id, (sums.get(id) ?? 0) + amount);
  const [debtors, creditors] = [accountId('Debtors'), accountId('Creditors')];
  const isBooked = ({ status }: Row) => status !== 'Void';
  for (const [dataType, account, sign] of [
    ['invoices', debtors, 1],
    ['creditNotes', debtors, -1],
    ['bills', creditors, -1],
    ['billCreditNotes', creditors, 1],
  ] as const)
    for (const row of [...(await read(dataType)).values()].filter(isBooked))
      add(account, sign * cents(row.totalAmount));
  for (const [dataType, account, sign] of [
    ['payments', debtors, 1],
    ['billPayments', creditors, -1],
  ] as const)
    for (const { accountRef, totalAmount } of (await read(dataType)).values()) {
      add(accountRef?.id, sign * cents(totalAmount));
      add(account, -sign * cents(totalAmount));
    }
  for (const { bankAccountRef, amount } of (await read('bankTransactions')).values())
    add(bankAccountRef.id, cents(amount));
  for (const { from, to } of (await read('transfers')).values()) {
    add(from.accountRef.id, -cents(from.amount));
    add(to.accountRef.id, cents(to.amount));
  }
  const ledger = new Map([...currentBalances(books)].map(([account, amount]) => [String(account.Id), amount]));
  const names = ['Debtors', 'Creditors', 'Current', 'Savings', 'Visa', 'Undeposited Funds'];
  for (const name of names) assert.equal(sums.get(accountId(name)), ledger.get(accountId(name)), name);
});

test('a full pass counts the records of all entities of a data set', async () => {
  const pages = await pullAll(connector, access, 'invoices');
  assert.ok(pages.length > 2);
  for (const { total } of pages) assert.equal(total, 28);
});

test('P-VENDORS: a cursor of a time when the data set had fewer entities is too old', async () => {
  const cursor = new Date().toISOString();
  for (const dataType of ['invoices', 'creditNotes', 'payments', 'bankTransactions'])
    await assert.rejects(pullAll(connector, access, dataType, { cursor }), CursorTooOld, dataType);
});

test('pushes do not change receipts, and send nothing for them', async () => {
  const [receipt] = rowsOf('SalesReceipt');
  const before = server.requests.length;
  for (const dataType of ['invoices', 'payments']) {
    const refused = await remove(dataType, `salesreceipt-${receipt?.Id}`);
    assert.ok(refused.kind === 'refused' && /this record is a SalesReceipt/.test(refused.message));
  }
  assert.equal(server.requests.length, before);
});

test('P-VENDORS: a payment is voided by the status Void: it leaves the data set, and what it paid is open again', async () => {
  for (const [dataType, entity, document] of [
    ['payments', 'Payment', 'Invoice'],
    ['billPayments', 'BillPayment', 'Bill'],
  ] as const) {
    const [[recordId = '', record] = []] = await read(dataType);
    const voided = await update(dataType, recordId, { ...record, status: 'Void' });
    assert.ok(voided.kind === 'done' && voided.record.isDeleted, JSON.stringify(voided));
    assert.equal((await read(dataType)).has(recordId), false);
    const row = books.rows[entity].get(recordId);
    assert.deepEqual([row?.TotalAmt, row?.PrivateNote], [0, 'Voided']);
    const paid = books.rows[document].get(record.lines[0].links[0].id);
    assert.equal(paid?.Balance, paid?.TotalAmt);
  }
  // QuickBooks uses payments of 0 to apply credits to invoices.
  const [customer] = books.rows.Customer.keys();
  const note = 'Created by QB Online to link credits to charges.';
  const { Id } = books.keep('Payment', {
    CustomerRef: { value: customer },
    TxnDate: '2026-10-01',
    TotalAmt: 0,
    PrivateNote: note,
  });
  assert.equal((await read('payments')).get(String(Id)).totalAmount, 0);
});

test('a voided receipt is a void document without a payment', async () => {
  const id = String(rowsOf('SalesReceipt').at(-1)?.Id);
  books.cancel('SalesReceipt', id);
  assert.equal((await read('invoices')).get(`salesreceipt-${id}`).status, 'Void');
  assert.equal((await read('payments')).has(`salesreceipt-${id}`), false);
});

const bankTransaction = (amount: number, more: object = {}) => ({
  ...{
    bankAccountRef: { id: accountId('Current') },
    date: '2026-11-03',
    description: 'Card',
    reference: 'R-1',
    amount,
  },
  ...{ lines: [{ accountRef: { id: accountId('Advertising') }, amount }], ...more },
});

test('received money is a deposit, spent money a purchase, also by credit card, both without tax', async () => {
  const customer = { dataType: 'customers', id: [...books.rows.Customer.keys()][0] };
  const received = await create('bankTransactions', bankTransaction(12.5, { contactRef: customer }));
  assert.ok(received.kind === 'done', JSON.stringify(received));
  const deposit = books.rows.Deposit.get(received.record.id.replace('deposit-', ''));
  assert.deepEqual([deposit?.TotalAmt, deposit?.GlobalTaxCalculation], [12.5, 'NotApplicable']);
  const told = JSON.parse(JSON.stringify(received.record.record?.()));
  assert.deepEqual([told.amount, told.reference, told.description], [12.5, 'R-1', 'Card']);
  const byCard = await create('bankTransactions', bankTransaction(-8, { bankAccountRef: { id: accountId('Visa') } }));
  assert.ok(byCard.kind === 'done', JSON.stringify(byCard));
  const purchase = books.rows.Purchase.get(byCard.record.id.replace('purchase-', ''));
  assert.deepEqual([purchase?.PaymentType, purchase?.TotalAmt], ['CreditCard', 8]);
  const toCard = await create('bankTransactions', bankTransaction(8, { bankAccountRef: { id: accountId('Visa') } }));
  assert.ok(toCard.kind === 'refused' && toCard.errors[0]?.itemId === 'bankAccountRef.id', JSON.stringify(toCard));
  books.company.Country = 'US';
  const inUs = await create('bankTransactions', bankTransaction(-1));
  books.company.Country = 'GB';
  assert.ok(inUs.kind === 'done');
  assert.equal(books.rows.Purchase.get(inUs.record.id.slice('purchase-'.length))?.GlobalTaxCalculation, undefined);
});

test('amounts that do not add up, and a changed direction, are rejected before anything is sent', async () => {
  const [purchase] = rowsOf('Purchase');
  const before = server.requests.length;
  const wrong = await create('bankTransactions', { ...bankTransaction(-5), amount: -5.01 });
  const turned = await update('bankTransactions', `purchase-${purchase?.Id}`, bankTransaction(5));
  for (const answer of [wrong, turned])
    assert.ok(answer.kind === 'refused' && answer.errors[0]?.itemId === 'amount', JSON.stringify(answer));
  assert.equal(server.requests.length, before);
});

test('an update of a bank transaction keeps what a client cannot set', async () => {
  const Line = [
    {
      ...{ Amount: 5, DetailType: 'AccountBasedExpenseLineDetail' },
      AccountBasedExpenseLineDetail: { AccountRef: { value: accountId('Advertising') }, TaxCodeRef: { value: '2' } },
    },
  ];
  const { Id } = books.keep('Purchase', {
    ...{ PaymentType: 'Check', AccountRef: { value: accountId('Current') }, TxnDate: '2026-10-20', Line },
    ...{ GlobalTaxCalculation: 'TaxExcluded', PrintStatus: 'NeedToPrint', DocNumber: 'K-1' },
  });
  const { reference: _, ...rest } = bankTransaction(-7);
  const changed = await update('bankTransactions', `purchase-${Id}`, rest);
  assert.ok(changed.kind === 'done', JSON.stringify(changed));
  const { PaymentType, PrintStatus, DocNumber, TotalAmt, GlobalTaxCalculation } =
    books.rows.Purchase.get(String(Id)) ?? {};
  assert.deepEqual(
    [PaymentType, PrintStatus, DocNumber, TotalAmt, GlobalTaxCalculation],
    ['Check', 'NeedToPrint', 'K-1', 7, 'NotApplicable'],
  );
});

test('P-VENDORS: a deposit of payments is not changed, because they would be taken out of it, but can be deleted', async () => {
  const [payment] = rowsOf('Payment');
  const Line = [{ Amount: 5, LinkedTxn: [{ TxnId: payment?.Id, TxnType: 'Payment' }] }];
  const DepositToAccountRef = { value: accountId('Current') };
  const { Id } = books.keep('Deposit', { DepositToAccountRef, TxnDate: '2026-10-20', Line });
  const refused = await update('bankTransactions', `deposit-${Id}`, bankTransaction(5));
  assert.ok(refused.kind === 'refused' && /consists of payments/.test(refused.message));
  assert.equal((await remove('bankTransactions', `deposit-${Id}`)).kind, 'done');
});

test('a voided purchase is no bank transaction', async () => {
  const [row] = rowsOf('Purchase');
  books.keep('Purchase', { ...row, Line: [], PrivateNote: 'Voided' });
  assert.equal((await read('bankTransactions')).has(`purchase-${row?.Id}`), false);
});

test('a file of a receipt names its record in both directions, and a file can be deleted', async () => {
  const [receipt] = rowsOf('SalesReceipt');
  const recordRef = { dataType: 'invoices', id: `salesreceipt-${receipt?.Id}` };
  const made = await create('attachments', { name: 'slip.txt', content: btoa('slip'), recordRef });
  assert.ok(made.kind === 'done', JSON.stringify(made));
  const { AttachableRef } = books.rows.Attachable.get(made.record.id) ?? {};
  assert.deepEqual(AttachableRef, [{ EntityRef: { type: 'SalesReceipt', value: receipt?.Id } }]);
  assert.deepEqual((await read('attachments')).get(made.record.id).recordRef, recordRef);
  const push = connector.push?.attachments ?? assert.fail();
  const wish = { operation: 'delete' as const, recordId: made.record.id, reference: randomUUID() };
  const input = { ...access, wish, prepared: push.prepare(wish, access.credentials) };
  assert.deepEqual(await push.find?.(input), { kind: 'absent' });
  const gone = await push.send(input);
  assert.ok(gone.kind === 'done' && gone.record.isDeleted, JSON.stringify(gone));
  assert.equal((await push.find?.(input))?.kind, 'done');
  assert.equal((await read('attachments')).has(made.record.id), false);
  assert.ok((await push.send(input)).kind === 'refused');
});

test('P-VENDORS: every request names the minor version, without which the contract server answers nothing', async () => {
  const url = `${server.url}/v3/company/${server.realm}/query?query=select * from Bill`;
  const asked = { method: 'GET' as const, headers: { accept: 'application/json' } };
  assert.equal((await access.http.request({ ...asked, url })).status, 400);
  assert.equal((await access.http.request({ ...asked, url: `${url}&minorversion=75` })).status, 200);
});
