import { textAt, valueAt } from '../calls.ts';
import type { QuickbooksScript } from '../quickbooks-client.ts';
import { ids } from './sales.ts';

/** Vendors, bills and their payments, orders, bank transactions, transfers, journal entries, classes and tax codes. */
export async function callBooks({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const accountId = (name: string) =>
    String([...server.books.rows.Account.values()].find(({ Name }) => Name === name)?.Id);
  const refTo = (name: string) => ({ value: accountId(name) });
  const account = await api('createAccount', { Name: 'Light', AccountType: 'Expense' });
  const { Name, AccountType } = account as { Name: string; AccountType: string };
  await api('updateAccount', { ...ids(account), Name, AccountType, Description: 'Lamps' });
  expect('class', textAt(await api('getAccount', textAt(account, 'Id')), 'Classification'), 'Expense');

  const vendor = await api('createVendor', { DisplayName: 'Wire Ltd' });
  await api('updateVendor', { ...ids(vendor), PrimaryPhone: { FreeFormNumber: '123' } });
  await api('getVendor', textAt(vendor, 'Id'));
  const VendorRef = { value: textAt(vendor, 'Id') };
  const Line = [
    {
      ...{ Amount: 50, DetailType: 'AccountBasedExpenseLineDetail' },
      AccountBasedExpenseLineDetail: { AccountRef: refTo('Light'), TaxCodeRef: { value: '2' } },
    },
  ];
  const bill = await api('createBill', { VendorRef, TxnDate: '2026-11-03', Line });
  await api('updateBill', { ...ids(bill), DocNumber: 'W-1' });
  const paid = await api('createBillPayment', {
    ...{ VendorRef, PayType: 'Check', CheckPayment: { BankAccountRef: refTo('Current') }, TotalAmt: 60 },
    Line: [{ Amount: 60, LinkedTxn: [{ TxnId: textAt(bill, 'Id'), TxnType: 'Bill' }] }],
  });
  expect('balance', valueAt(await api('getBill', textAt(bill, 'Id')), 'Balance'), 0);
  await api('updateBillPayment', { ...ids(paid), PrivateNote: 'n' });
  await api('getBillPayment', textAt(paid, 'Id'));
  await api('deleteBillPayment', textAt(paid, 'Id'));
  expect('open', valueAt(await api('getBill', textAt(bill, 'Id')), 'Balance'), 60);
  await api('deleteBill', textAt(bill, 'Id'));
  for (const name of ['VendorCredit', 'PurchaseOrder']) {
    const more = name === 'PurchaseOrder' && { APAccountRef: refTo('Creditors') };
    const made = await api(`create${name}`, { VendorRef, TxnDate: '2026-11-03', Line, ...more });
    await api(`update${name}`, { ...ids(made), PrivateNote: 'n' });
    expect('total', valueAt(await api(`get${name}`, textAt(made, 'Id')), 'TotalAmt'), 60);
    await api(`delete${name}`, textAt(made, 'Id'));
  }

  await refusedApi('createPurchaseOrder', { VendorRef, TxnDate: '2026-11-03', Line });
  const purchase = await api('createPurchase', { PaymentType: 'Cash', AccountRef: refTo('Current'), Line });
  expect('account', textAt(purchase, 'AccountRef.name'), 'Current');
  await api('updatePurchase', { ...ids(purchase), PrivateNote: 'n' });
  await api('getPurchase', textAt(purchase, 'Id'));
  await api('deletePurchase', textAt(purchase, 'Id'));
  const inflow = [{ Amount: 5, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: refTo('Sales') } }];
  const deposit = await api('createDeposit', { DepositToAccountRef: refTo('Current'), Line: inflow });
  expect('total', valueAt(await api('getDeposit', textAt(deposit, 'Id')), 'TotalAmt'), 5);
  await api('deleteDeposit', textAt(deposit, 'Id'));
  const [FromAccountRef, ToAccountRef] = [refTo('Current'), refTo('Savings')];
  const transfer = await api('createTransfer', { FromAccountRef, ToAccountRef, Amount: 12.5 });
  await api('updateTransfer', { ...ids(transfer), PrivateNote: 'n' });
  await api('getTransfer', textAt(transfer, 'Id'));
  await api('deleteTransfer', textAt(transfer, 'Id'));

  const half = (PostingType: string, name: string, Amount = 5) => ({
    ...{ Amount, DetailType: 'JournalEntryLineDetail' },
    JournalEntryLineDetail: { PostingType, AccountRef: refTo(name) },
  });
  const journal = await api('createJournalEntry', { Line: [half('Debit', 'Light'), half('Credit', 'Share capital')] });
  await api('updateJournalEntry', { ...ids(journal), PrivateNote: 'n' });
  await api('getJournalEntry', textAt(journal, 'Id'));
  await api('deleteJournalEntry', textAt(journal, 'Id'));
  await refusedApi('createJournalEntry', { Line: [half('Debit', 'Light'), half('Credit', 'Share capital', 4)] });

  const parent = await api('createClass', { Name: 'Shop' });
  const child = await api('createClass', { Name: 'Counter', ParentRef: { value: textAt(parent, 'Id') } });
  expect('below', valueAt(child, 'SubClass'), true);
  await api('updateClass', { ...ids(child), Active: false });
  await refusedApi('createClass', { Name: 'Nowhere', ParentRef: { value: '999999' } });
  const department = await api('createDepartment', { Name: 'Hull' });
  await api('getDepartment', textAt(department, 'Id'));
  const details = [{ TaxRateName: 'Local', RateValue: '2.5', TaxAgencyId: '1', TaxApplicableOn: 'Sales' }];
  const tax = await api('createTaxService', { TaxCode: 'Local', TaxRateDetails: details });
  expect('tax code', Number(textAt(tax, 'TaxCodeId')) > 0, true);
}
