import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { XeroScript } from '../xero-client.ts';

const day = '2026-11-08';
const booked = (accountCode: string, unitAmount: number) => [
  { description: 'Money', quantity: 1, unitAmount, accountCode, taxType: 'NONE' },
];

/** Bank accounts, over- and prepayments, what is allocated and refunded of them, and refunds of credit notes. */
export async function callMoney({ server, calls, api, refusedApi }: XeroScript): Promise<void> {
  const { expect } = calls;
  const [{ ContactID: contactID } = {}] = server.books.rows.Contacts.values();
  const contact = { contactID };
  const given = { name: 'Petty cash', type: 'BANK', bankAccountNumber: '20-00-77', currencyCode: 'GBP' };
  const bank = await api('createAccount', given);
  const bankId = textAt(bank, 'body.accounts.0.accountID');
  expect('number', textAt(bank, 'body.accounts.0.bankAccountNumber'), '20-00-77');
  await api('updateAccount', bankId, { accounts: [{ bankAccountNumber: '20-00-78' }] });
  await refusedApi('createAccount', { ...given, name: 'Without a number', bankAccountNumber: undefined });

  const money = { contact, bankAccount: { code: '090' }, date: day, lineAmountTypes: 'NoTax' };
  const over = { ...money, type: 'RECEIVE-OVERPAYMENT', lineItems: booked('610', 40) };
  const overpaid = await api('createBankTransactions', { bankTransactions: [over] });
  const overpaymentId = textAt(overpaid, 'body.bankTransactions.0.overpaymentID');
  expect('credit', valueAt(await api('getOverpayment', overpaymentId), 'body.overpayments.0.remainingCredit'), 40);
  const pre = { ...money, type: 'RECEIVE-PREPAYMENT', lineItems: booked('840', 30) };
  const prepaid = await api('createBankTransactions', { bankTransactions: [pre] });
  const prepaymentId = textAt(prepaid, 'body.bankTransactions.0.prepaymentID');
  const draft = { type: 'ACCREC', contact, date: day, dueDate: '2026-11-30', status: 'AUTHORISED' };
  const invoice = await api('createInvoices', { invoices: [{ ...draft, lineItems: booked('200', 50) }] });
  const invoiceID = textAt(invoice, 'body.invoices.0.invoiceID');
  const allocations = (amount: number) => ({ allocations: [{ invoice: { invoiceID }, amount, date: day }] });
  await api('createOverpaymentAllocations', overpaymentId, allocations(25));
  await api('createPrepaymentAllocations', prepaymentId, allocations(20));
  expect('due', valueAt(await api('getInvoice', invoiceID), 'body.invoices.0.amountDue'), 5);
  await refusedApi('createPrepaymentAllocations', prepaymentId, allocations(20));

  const back = { account: { code: '090' }, date: day };
  const first = await api('createPayment', { ...back, overpayment: { overpaymentID: overpaymentId }, amount: 15 });
  expect('type', textAt(first, 'body.payments.0.paymentType'), 'AROVERPAYMENTPAYMENT');
  expect('of', textAt(first, 'body.payments.0.invoice.invoiceID'), overpaymentId);
  expect('used up', textAt(await api('getOverpayment', overpaymentId), 'body.overpayments.0.status'), 'PAID');
  await refusedApi('createPayment', { ...back, overpayment: { overpaymentID: overpaymentId }, amount: 1 });
  const second = await api('createPayment', { ...back, prepayment: { prepaymentID: prepaymentId }, amount: 4 });
  const prepayment = await api('getPrepayment', prepaymentId);
  expect('left', valueAt(prepayment, 'body.prepayments.0.remainingCredit'), 6);
  await api('deletePayment', textAt(second, 'body.payments.0.paymentID'), { status: 'DELETED' });
  expect('again', valueAt(await api('getPrepayment', prepaymentId), 'body.prepayments.0.remainingCredit'), 10);
  const note = { type: 'ACCRECCREDIT', contact, date: day, lineItems: booked('200', 9), status: 'AUTHORISED' };
  const credit = await api('createCreditNotes', { creditNotes: [note] });
  const creditNoteID = textAt(credit, 'body.creditNotes.0.creditNoteID');
  const refund = await api('createPayment', { ...back, creditNote: { creditNoteID }, amount: 9 });
  expect('type', textAt(refund, 'body.payments.0.paymentType'), 'ARCREDITPAYMENT');
  expect('paid', textAt(await api('getCreditNote', creditNoteID), 'body.creditNotes.0.status'), 'PAID');

  const where = 'Type=="RECEIVE-OVERPAYMENT" OR Type=="AROVERPAYMENT"';
  const overpayments = await api('getOverpayments', undefined, where, 'OverpaymentID ASC', 1, 4, 2);
  expect('page', lengthAt(overpayments, 'body.overpayments'), 2);
  const prepayments = await api('getPrepayments', undefined, 'Type=="SPEND-PREPAYMENT"', undefined, 1);
  expect('of suppliers', lengthAt(prepayments, 'body.prepayments'), 1);
  const refunds = 'PaymentType=="ARCREDITPAYMENT" OR PaymentType=="AROVERPAYMENTPAYMENT"';
  expect('refunds', lengthAt(await api('getPayments', undefined, refunds), 'body.payments'), 4);
  const sides = await api('getBankTransactions', undefined, 'Type=="SPEND-TRANSFER" && Status=="AUTHORISED"');
  expect('sides of transfers', lengthAt(sides, 'body.bankTransactions'), 3);
}

/** Files of every kind of record that can have some: added, replaced, listed and read by id and by name. */
export async function callFiles({ server, calls, api, refusedApi }: XeroScript): Promise<void> {
  const { expect } = calls;
  const { rows } = server.books;
  const asText = { headers: { 'content-type': 'text/plain' } };
  const owners = {
    Invoice: rows.Invoices,
    CreditNote: rows.CreditNotes,
    BankTransaction: rows.BankTransactions,
    ManualJournal: rows.ManualJournals,
    Contact: rows.Contacts,
    PurchaseOrder: rows.PurchaseOrders,
    BankTransfer: rows.BankTransfers,
    Account: rows.Accounts,
  };
  const withOnline = ['Invoice', 'CreditNote'];
  for (const [name, all] of Object.entries(owners)) {
    const id = [...all.keys()].at(-1);
    const content = Buffer.from(`file of ${name}`);
    const more = withOnline.includes(name) ? [false] : [];
    const made = await api(`create${name}AttachmentByFileName`, id, 'note.txt', content, ...more, undefined, asText);
    expect('length', valueAt(made, 'body.attachments.0.contentLength'), content.length);
    const again = Buffer.from('another');
    await api(`update${name}AttachmentByFileName`, id, 'note.txt', again, undefined, asText);
    const listed = await api(`get${name}Attachments`, id);
    expect('one file', lengthAt(listed, 'body.attachments'), 1);
    expect('replaced', valueAt(listed, 'body.attachments.0.contentLength'), again.length);
    const fileId = textAt(listed, 'body.attachments.0.attachmentID');
    const read = await api(`get${name}AttachmentById`, id, fileId, 'text/plain');
    expect('content', String(valueAt(read, 'body')), 'another');
    await api(`get${name}AttachmentByFileName`, id, 'note.txt', 'text/plain');
  }
  await refusedApi('getInvoiceAttachments', crypto.randomUUID());
}
