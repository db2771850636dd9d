import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { QuickbooksScript } from '../quickbooks-client.ts';

/** Queries with filters and pages, counts, change data capture, batches and reports. */
export async function callReads({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const { rows } = server.books;
  const company = await api('getCompanyInfo', server.realm);
  expect('company', textAt(company, 'CompanyName'), 'Sandbox Company_UK_1');
  const page = await api('findInvoices', { limit: 50, offset: 1, asc: 'TxnDate' });
  expect('page', lengthAt(page, 'QueryResponse.Invoice'), 50);
  const all = await api('findInvoices', { fetchAll: true, limit: 60 });
  expect('all', lengthAt(all, 'QueryResponse.Invoice'), rows.Invoice.size);
  const count = await api('findInvoices', [{ field: 'TxnDate', value: '2026-09-01', operator: '>=' }, { count: true }]);
  expect('count', valueAt(count, 'QueryResponse.totalCount'), rows.Invoice.size);
  const since = new Date(server.clock.nowMs() - 3_600_000).toISOString();
  const changed = { field: 'MetaData.LastUpdatedTime', value: since, operator: '>' };
  await api('findInvoices', [changed, { field: 'Balance', value: '0', operator: '>' }, { field: 'limit', value: 5 }]);
  const named = await api('findCustomers', [{ field: 'DisplayName', value: 'Amy’s%', operator: 'LIKE' }]);
  expect('like', lengthAt(named, 'QueryResponse.Customer'), 1);
  const [first, second] = [...rows.Bill.keys()];
  expect('in', lengthAt(await api('findBills', { Id: [first, second] }), 'QueryResponse.Bill'), 2);
  const archived = await api('findDepartments', { Active: false });
  expect('inactive', textAt(archived, 'QueryResponse.Department.0.Name'), 'York');
  for (const name of ['Accounts', 'Items', 'Vendors', 'Payments', 'BillPayments', 'CreditMemos', 'VendorCredits'])
    await api(`find${name}`, { limit: 3 });
  for (const name of ['JournalEntries', 'PurchaseOrders', 'Purchases', 'Deposits', 'Transfers', 'Classes', 'TaxCodes'])
    await api(`find${name}`, { limit: 3, desc: 'Id' });
  await api('findTaxRates', { limit: 3 });
  await api('findTaxAgencies', { limit: 3 });
  await refusedApi('findInvoices', " where Balance > '0' or Balance < '0' limit 5");

  const captured = await api('changeDataCapture', ['Invoice', 'Customer', 'Bill'], new Date(Date.parse(since)));
  expect('entities', lengthAt(captured, 'CDCResponse.0.QueryResponse'), 3);
  expect('deleted', JSON.stringify(captured).includes('"status":"Deleted"'), true);
  await refusedApi('changeDataCapture', 'Invoice', new Date(server.clock.nowMs() - 31 * 86_400_000));
  const batch = await api('batch', [
    { bId: 'a', Query: 'select * from Vendor maxresults 1' },
    { bId: 'b', operation: 'create', Customer: { DisplayName: 'Of a batch' } },
    { bId: 'c', operation: 'create', Customer: { DisplayName: 'Of a batch' } },
  ]);
  expect('second', textAt(batch, 'BatchItemResponse.1.Customer.DisplayName'), 'Of a batch');
  expect('third', textAt(batch, 'BatchItemResponse.2.Fault.Error.0.code'), '6240');

  const months = { start_date: '2026-08-01', end_date: '2026-10-31', summarize_column_by: 'Month' };
  const result = await api('reportProfitAndLoss', months);
  expect('columns', lengthAt(result, 'Columns.Column'), 5);
  expect('group', textAt(result, 'Rows.Row.0.group'), 'Income');
  const sheet = await api('reportBalanceSheet', months);
  expect('nested', textAt(sheet, 'Rows.Row.1.Rows.Row.1.group'), 'Equity');
  expect('cash', textAt(await api('reportCashFlow', months), 'Header.ReportName'), 'CashFlow');
  await api('reportTrialBalance', { end_date: '2026-10-31' });
}
