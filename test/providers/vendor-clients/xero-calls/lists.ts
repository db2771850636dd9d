import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { XeroScript } from '../xero-client.ts';

/** Pages, filters, order, If-Modified-Since and reports. */
export async function callLists({ server, calls, api, refusedApi }: XeroScript): Promise<void> {
  const { expect } = calls;
  const { rows } = server.books;
  const sales = [...rows.Invoices.values()].filter(({ Type }) => Type === 'ACCREC').length;
  const skip = (count: number) => Array.from({ length: count }, () => undefined);
  const where = 'Type=="ACCREC"';
  const first = await api('getInvoices', undefined, where, 'InvoiceNumber ASC', ...skip(4), 1, ...skip(4), 50);
  expect('page', lengthAt(first, 'body.invoices'), 50);
  expect('count', valueAt(first, 'body.pagination.itemCount'), sales);
  const second = await api('getInvoices', undefined, where, 'InvoiceNumber ASC', ...skip(4), 2, ...skip(4), 50);
  expect(
    'another page',
    textAt(second, 'body.invoices.0.invoiceID') !== textAt(first, 'body.invoices.0.invoiceID'),
    true,
  );
  const since = new Date(server.clock.nowMs());
  server.clock.advance(5000);
  expect('none changed', lengthAt(await api('getInvoices', since), 'body.invoices'), 0);
  const id = textAt(first, 'body.invoices.0.invoiceID');
  expect('by id', lengthAt(await api('getInvoices', undefined, undefined, undefined, [id]), 'body.invoices'), 1);
  const number = textAt(first, 'body.invoices.0.invoiceNumber');
  const numbered = await api('getInvoices', undefined, undefined, undefined, undefined, [number]);
  expect('by number', textAt(numbered, 'body.invoices.0.invoiceID'), id);
  const voided = await api('getInvoices', ...skip(6), ['VOIDED'], 1);
  expect('by status', textAt(voided, 'body.invoices.0.status'), 'VOIDED');
  const summary = await api('getInvoices', ...skip(7), 1, undefined, undefined, undefined, true);
  expect('summary', valueAt(summary, 'body.invoices.0.lineItems'), undefined);
  const guid = textAt(first, 'body.invoices.0.contact.contactID');
  const filter = `Contact.ContactID==Guid("${guid}") && Date>=DateTime(2026,9,1) && Total>10`;
  expect('of a contact', lengthAt(await api('getInvoices', undefined, filter), 'body.invoices') > 0, true);
  await refusedApi('getInvoices', undefined, 'Type==ACCREC||');

  const contacts = await api('getContacts', ...skip(4), 1, true, false, undefined, 3);
  expect('contacts', lengthAt(contacts, 'body.contacts'), 3);
  expect('found', lengthAt(await api('getContacts', ...skip(4), 1, true, false, 'basket'), 'body.contacts'), 1);
  await api('getContacts', undefined, 'IsCustomer==true', 'Name ASC', undefined, 1);
  const payments = await api('getPayments', undefined, 'PaymentType=="ACCPAYPAYMENT"', 'PaymentID ASC', 1, 2);
  expect('payments', lengthAt(payments, 'body.payments'), 2);
  await api('getCreditNotes', undefined, 'Type=="ACCPAYCREDIT"', undefined, 1, 4, 100);
  await api('getPurchaseOrders', undefined, 'AUTHORISED', '2026-10-01', '2026-12-31', 'PurchaseOrderNumber ASC', 1, 2);
  await api('getBankTransactions', undefined, 'Type=="RECEIVE"', 'Date DESC', 1, 4, 3);
  const journals = await api('getManualJournals', undefined, 'Status=="POSTED"', undefined, 1, 1);
  expect('journals', lengthAt(journals, 'body.manualJournals'), 1);
  await refusedApi('getInvoice', crypto.randomUUID());

  const sheet = await api('getReportBalanceSheet', '2026-12-31', 2, 'MONTH', undefined, undefined, true);
  expect('columns', lengthAt(sheet, 'body.reports.0.rows.0.cells'), 4);
  expect('assets', textAt(sheet, 'body.reports.0.rows.1.title'), 'Assets');
  const result = await api('getReportProfitAndLoss', '2026-12-01', '2026-12-31', 11, 'MONTH');
  expect('months', lengthAt(result, 'body.reports.0.rows.0.cells'), 13);
  const trial = await api('getReportTrialBalance', '2026-12-31');
  expect('trial balance', textAt(trial, 'body.reports.0.rows.1.rowType'), 'Section');
  const banks = await api('getReportBankSummary', '2026-09-01', '2026-12-31');
  expect('banks', lengthAt(banks, 'body.reports.0.rows.1.rows'), 2);
}
