import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { XeroScript } from '../xero-client.ts';

const line = (accountCode: string, unitAmount = 10) => ({ description: 'Work', quantity: 2, unitAmount, accountCode });
const days = { date: '2026-11-01', dueDate: '2026-11-30' };

/** Invoices, bills, credit notes, payments, purchase orders, bank transactions, transfers and manual journals. */
export async function callDocuments(script: XeroScript): Promise<void> {
  const { server, calls, api, refusedApi } = script;
  const { expect } = calls;
  const [{ ContactID: contactID } = {}] = server.books.rows.Contacts.values();
  const contact = { contactID };
  const draft = { type: 'ACCREC', contact, ...days, lineItems: [line('200', 12.3456)], status: 'DRAFT' };
  const made = await api('createInvoices', { invoices: [draft] }, true, 4, 'invoice-1');
  const id = textAt(made, 'body.invoices.0.invoiceID');
  expect('unit price', valueAt(made, 'body.invoices.0.lineItems.0.unitAmount'), 12.3456);
  expect('total', valueAt(made, 'body.invoices.0.total'), 29.63);
  const approved = await api('updateInvoice', id, { invoices: [{ status: 'AUTHORISED' }] });
  expect('status', textAt(approved, 'body.invoices.0.status'), 'AUTHORISED');
  await api('createInvoiceHistory', id, { historyRecords: [{ details: 'Seen' }] });
  expect('notes', lengthAt(await api('getInvoiceHistory', id), 'body.historyRecords'), 1);
  await refusedApi('updateInvoice', id, { invoices: [{ status: 'DELETED' }] });
  const paid = await api('createPayment', {
    invoice: { invoiceID: id },
    account: { code: '090' },
    date: '2026-11-05',
    amount: 9.63,
  });
  const paymentId = textAt(paid, 'body.payments.0.paymentID');
  const read = await api('getInvoice', id, 4);
  expect('due', valueAt(read, 'body.invoices.0.amountDue'), 20);
  expect('date', new Date(textAt(read, 'body.invoices.0.date')).toISOString().slice(0, 10), '2026-11-01');
  const other = { invoice: { invoiceID: id }, account: { code: '090' }, date: '2026-11-06', amount: 20 };
  await api('createPayments', { payments: [other] });
  expect('paid', textAt(await api('getInvoice', id), 'body.invoices.0.status'), 'PAID');
  await api('deletePayment', paymentId, { status: 'DELETED' });
  expect('gone', textAt(await api('getPayment', paymentId), 'body.payments.0.status'), 'DELETED');
  await refusedApi('createPayment', { ...other, amount: 1000 });

  const toVoid = await api('createInvoices', { invoices: [{ ...draft, status: 'AUTHORISED' }] });
  const voidId = textAt(toVoid, 'body.invoices.0.invoiceID');
  const voided = await api('updateInvoice', voidId, { invoices: [{ status: 'VOIDED' }] });
  expect('voided', textAt(voided, 'body.invoices.0.status'), 'VOIDED');
  const number = { ...draft, invoiceNumber: 'X-1', reference: 'first' };
  await api('updateOrCreateInvoices', { invoices: [number] });
  const changed = await api('updateOrCreateInvoices', { invoices: [{ ...number, reference: 'second' }] });
  expect('reference', textAt(changed, 'body.invoices.0.reference'), 'second');
  await api('getInvoice', 'X-1');
  const inclusive = { ...draft, lineAmountTypes: 'Inclusive', lineItems: [line('200', 60)] };
  expect('tax', valueAt(await api('createInvoices', { invoices: [inclusive] }), 'body.invoices.0.totalTax'), 20);
  const bill = { type: 'ACCPAY', invoiceNumber: 'B-X', contact: { name: 'A new supplier' }, ...days };
  const owed = await api('createInvoices', { invoices: [{ ...bill, lineItems: [line('400')], status: 'AUTHORISED' }] });
  expect('supplier', textAt(owed, 'body.invoices.0.contact.name'), 'A new supplier');
  await refusedApi('createInvoices', { invoices: [{ ...draft, lineItems: [line('999')] }] });
  await refusedApi('createInvoices', { invoices: [{ ...draft, contact: { contactID: crypto.randomUUID() } }] });

  const note = { type: 'ACCRECCREDIT', contact, date: '2026-11-02', lineItems: [line('200', 1)], status: 'AUTHORISED' };
  const credit = await api('createCreditNotes', { creditNotes: [note] });
  const noteId = textAt(credit, 'body.creditNotes.0.creditNoteID');
  const open = await api('createInvoices', { invoices: [{ ...draft, status: 'AUTHORISED' }] });
  const invoiceID = textAt(open, 'body.invoices.0.invoiceID');
  const allocation = { invoice: { invoiceID }, amount: 2.4, date: '2026-11-03' };
  await api('createCreditNoteAllocation', noteId, { allocations: [allocation] });
  expect('left', valueAt(await api('getCreditNote', noteId), 'body.creditNotes.0.remainingCredit'), 0);
  const second = await api('createCreditNotes', { creditNotes: [{ ...note, status: 'DRAFT' }] });
  const secondId = textAt(second, 'body.creditNotes.0.creditNoteID');
  await api('updateCreditNote', secondId, { creditNotes: [{ reference: 'changed' }] });
  await callBank(script, contact);
}

async function callBank({ server, calls, api, refusedApi }: XeroScript, contact: object): Promise<void> {
  const { expect } = calls;
  const order = { contact, date: '2026-11-01', deliveryDate: '2026-11-10', lineItems: [line('400')] };
  const ordered = await api('createPurchaseOrders', { purchaseOrders: [order] });
  const orderId = textAt(ordered, 'body.purchaseOrders.0.purchaseOrderID');
  const number = textAt(ordered, 'body.purchaseOrders.0.purchaseOrderNumber');
  const found = await api('getPurchaseOrderByNumber', number);
  expect('order', textAt(found, 'body.purchaseOrders.0.purchaseOrderID'), orderId);
  await api('updatePurchaseOrder', orderId, { purchaseOrders: [{ status: 'AUTHORISED' }] });
  await api('updatePurchaseOrder', orderId, { purchaseOrders: [{ status: 'DELETED' }] });
  expect('deleted', textAt(await api('getPurchaseOrder', orderId), 'body.purchaseOrders.0.status'), 'DELETED');

  const spent = { type: 'SPEND', contact, bankAccount: { code: '090' }, date: '2026-11-04', lineItems: [line('400')] };
  const made = await api('createBankTransactions', { bankTransactions: [spent] }, true, 4);
  const id = textAt(made, 'body.bankTransactions.0.bankTransactionID');
  expect('total', valueAt(made, 'body.bankTransactions.0.total'), 24);
  await api('updateBankTransaction', id, { bankTransactions: [{ ...spent, reference: 'R', isReconciled: true }] });
  const read = await api('getBankTransaction', id, 4);
  expect('reconciled', valueAt(read, 'body.bankTransactions.0.isReconciled'), true);
  await refusedApi('updateBankTransaction', id, { bankTransactions: [{ ...spent, status: 'DELETED' }] });
  const other = await api('createBankTransactions', { bankTransactions: [spent] });
  const otherId = textAt(other, 'body.bankTransactions.0.bankTransactionID');
  await api('updateBankTransaction', otherId, { bankTransactions: [{ ...spent, status: 'DELETED' }] });
  await refusedApi('createBankTransactions', { bankTransactions: [{ ...spent, bankAccount: { code: '200' } }] });

  const accounts = [...server.books.rows.Accounts.values()].filter(({ Type }) => Type === 'BANK');
  const [from, to] = accounts.map(({ AccountID: accountID }) => ({ accountID }));
  const transfer = { fromBankAccount: from, toBankAccount: to, amount: 12.5, date: '2026-11-05' };
  const moved = await api('createBankTransfer', { bankTransfers: [transfer] });
  const transferId = textAt(moved, 'body.bankTransfers.0.bankTransferID');
  expect('amount', valueAt(await api('getBankTransfer', transferId), 'body.bankTransfers.0.amount'), 12.5);
  await api('deleteBankTransfer', transferId, { status: 'DELETED' });
  expect('transfers', lengthAt(await api('getBankTransfers'), 'body.bankTransfers'), 3);
  const all = await api('getBankTransfers', undefined, undefined, 'Amount ASC', true);
  expect('with deleted', lengthAt(all, 'body.bankTransfers'), 4);

  const lines = [
    { lineAmount: 5, accountCode: '400', description: 'In', tracking: [{ name: 'Region', option: 'South' }] },
    { lineAmount: -5, accountCode: '970' },
  ];
  const journal = { narration: 'Correction', date: '2026-11-06', journalLines: lines, status: 'POSTED' };
  const posted = await api('createManualJournals', { manualJournals: [journal] });
  const journalId = textAt(posted, 'body.manualJournals.0.manualJournalID');
  expect('option', textAt(posted, 'body.manualJournals.0.journalLines.0.tracking.0.option'), 'South');
  await api('updateManualJournal', journalId, { manualJournals: [{ ...journal, narration: 'Corrected' }] });
  expect('narration', textAt(await api('getManualJournal', journalId), 'body.manualJournals.0.narration'), 'Corrected');
  await api('updateManualJournal', journalId, { manualJournals: [{ ...journal, status: 'VOIDED' }] });
  await refusedApi('createManualJournals', { manualJournals: [{ ...journal, journalLines: lines.slice(0, 1) }] });
}
