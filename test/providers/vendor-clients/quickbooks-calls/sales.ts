import { textAt, valueAt } from '../calls.ts';
import type { QuickbooksScript } from '../quickbooks-client.ts';

/** Customers, items, invoices, credit memos and payments: create, read, update, void and delete. */
export async function callSales({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const { rows } = server.books;
  const customer = await api('createCustomer', {
    DisplayName: 'Lamp Ltd',
    PrimaryEmailAddr: { Address: 'a@example.com' },
  });
  const CustomerRef = { value: textAt(customer, 'Id') };
  expect('token', textAt(customer, 'SyncToken'), '0');
  const renamed = await api('updateCustomer', { ...ids(customer), DisplayName: 'Lamps Ltd' });
  expect('email kept', textAt(renamed, 'PrimaryEmailAddr.Address'), 'a@example.com');
  await api('getCustomer', CustomerRef.value);
  const inactive = await api('updateCustomer', { ...ids(renamed), Active: false });
  expect('active', valueAt(inactive, 'Active'), false);
  await api('updateCustomer', { ...ids(inactive), Active: true });
  await refusedApi('createCustomer', { DisplayName: 'Lamps Ltd' });

  const [{ Id: income } = {}] = rows.Account.values();
  const item = await api('createItem', { Name: 'Lamp', Type: 'Service', IncomeAccountRef: { value: income } });
  const ItemRef = { value: textAt(item, 'Id') };
  await api('updateItem', { ...ids(item), UnitPrice: 9.99 });
  expect('price', valueAt(await api('getItem', ItemRef.value), 'UnitPrice'), 9.99);

  const Line = [
    {
      ...{ Amount: 20, DetailType: 'SalesItemLineDetail', Description: 'Lamps' },
      SalesItemLineDetail: { ItemRef, Qty: 2, UnitPrice: 10, TaxCodeRef: { value: '2' } },
    },
  ];
  const document = { CustomerRef, TxnDate: '2026-11-01', Line };
  const invoice = await api('createInvoice', { ...document, DocNumber: 'L-1', requestId: 'invoice-1' });
  const again = await api('createInvoice', { ...document, DocNumber: 'L-1', requestId: 'invoice-1' });
  expect('one invoice for one request id', textAt(again, 'Id'), textAt(invoice, 'Id'));
  expect('total', valueAt(invoice, 'TotalAmt'), 24);
  const memo = await api('updateInvoice', { ...ids(invoice), CustomerMemo: { value: 'Thanks' } });
  expect('lines kept', valueAt(memo, 'Line.0.Amount'), 20);
  await refusedApi('updateInvoice', { ...ids(invoice), CustomerMemo: { value: 'stale' } });
  const link = [{ Amount: 4, LinkedTxn: [{ TxnId: textAt(invoice, 'Id'), TxnType: 'Invoice' }] }];
  const payment = await api('createPayment', { CustomerRef, TotalAmt: 4, TxnDate: '2026-11-02', Line: link });
  expect('balance', valueAt(await api('getInvoice', textAt(invoice, 'Id')), 'Balance'), 20);
  await api('updatePayment', { ...ids(payment), PrivateNote: 'by hand' });
  const newest = await api('getPayment', textAt(payment, 'Id'));
  await api('voidPayment', newest);
  expect('voided payment', valueAt(await api('getPayment', textAt(payment, 'Id')), 'TotalAmt'), 0);
  expect('open again', valueAt(await api('getInvoice', textAt(invoice, 'Id')), 'Balance'), 24);
  await api('voidInvoice', textAt(invoice, 'Id'));
  const voided = await api('getInvoice', textAt(invoice, 'Id'));
  expect('voided', [valueAt(voided, 'TotalAmt'), textAt(voided, 'PrivateNote')], [0, 'Voided']);
  await api('deleteInvoice', textAt(invoice, 'Id'));
  await refusedApi('getInvoice', textAt(invoice, 'Id'));
  const credit = await api('createCreditMemo', { ...document, DocNumber: 'L-2' });
  await api('updateCreditMemo', { ...ids(credit), PrivateNote: 'n' });
  expect('credit', valueAt(await api('getCreditMemo', textAt(credit, 'Id')), 'RemainingCredit'), 24);
  await api('deleteCreditMemo', textAt(credit, 'Id'));
  await api('deletePayment', textAt(payment, 'Id'));
}

export const ids = (record: unknown) => ({ Id: textAt(record, 'Id'), SyncToken: textAt(record, 'SyncToken') });
