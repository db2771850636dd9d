import { type Entity, type QuickbooksBooks, type Row, round } from './quickbooks-books.ts';
import { keepFile } from './quickbooks-files.ts';

/** The records that a company of the contract server begins with. */
export function seed(books: QuickbooksBooks, sizes: { invoices: number; bills: number }): void {
  const { keep } = books;
  seedTaxes(books);
  const account = (Name: string, AccountType: string, more: Row = {}) =>
    String(keep('Account', { Name, AccountType, CurrencyRef: { value: 'GBP' }, ...more }).Id);
  const [income, expense, bank] = [
    account('Sales', 'Income'),
    account('Advertising', 'Expense'),
    account('Current', 'Bank'),
  ];
  const item = String(
    keep('Item', { Name: 'Hours', Type: 'Service', UnitPrice: 60, IncomeAccountRef: { value: income, name: 'Sales' } })
      .Id,
  );
  keep('Item', {
    ...{ Name: 'Pump', Sku: 'P-1', Type: 'NonInventory', UnitPrice: 19.95 },
    IncomeAccountRef: { value: income },
  });
  keep('Item', { Name: 'A folder', Type: 'Category' });
  const party = (entity: Entity, DisplayName: string) =>
    String(
      keep(entity, {
        ...{ DisplayName, GivenName: 'Pat', PrimaryEmailAddr: { Address: 'pat@example.com' } },
        ...{ BillAddr: { Line1: '1 High Street', City: 'York' }, CurrencyRef: { value: 'GBP' } },
      }).Id,
    );
  const customers = ['Amy’s Bird Sanctuary', 'Bill’s Windsurf Shop', 'Cool Cars'].map((name) =>
    party('Customer', name),
  );
  const vendors = ['Books by Bessie', 'Brosnahan Insurance'].map((name) => party('Vendor', name));
  party('Customer', 'Long Gone');
  account('Savings', 'Bank', { AcctNum: '20-00-01' });
  account('Debtors', 'Accounts Receivable');
  account('Creditors', 'Accounts Payable');
  account('VAT Control', 'Other Current Liability');
  account('Share capital', 'Equity');
  account('Materials', 'Cost of Goods Sold');
  account('Undeposited Funds', 'Other Current Asset');
  const card = account('Visa', 'Credit Card');
  const sale = (n: number) => [
    {
      ...{ Description: `Work ${n}`, Amount: round((1 + (n % 3)) * 60.5), DetailType: 'SalesItemLineDetail' },
      SalesItemLineDetail: { ItemRef: { value: item }, Qty: 1 + (n % 3), UnitPrice: 60.5, TaxCodeRef: { value: '2' } },
    },
  ];
  const cost = (Amount: number, more: Row = {}) => [
    {
      ...{ Amount, DetailType: 'AccountBasedExpenseLineDetail' },
      AccountBasedExpenseLineDetail: { AccountRef: { value: expense }, TaxCodeRef: { value: '2' }, ...more },
    },
  ];
  const invoices = Array.from({ length: sizes.invoices }, (_, n) =>
    keep('Invoice', {
      ...{ DocNumber: String(1000 + n), CustomerRef: { value: customers[n % 3] }, TxnDate: '2026-09-01' },
      ...{ DueDate: '2026-10-01', Line: sale(n) },
    }),
  );
  const bills = Array.from({ length: sizes.bills }, (_, n) =>
    keep('Bill', {
      ...{ DocNumber: `B-${n}`, VendorRef: { value: vendors[n % 2] }, TxnDate: '2026-09-02', Line: cost(10.5 + n) },
    }),
  );
  for (const [n, invoice] of invoices.slice(0, 10).entries()) {
    const Amount = n % 2 ? invoice.TotalAmt : 5.5;
    keep('Payment', {
      ...{ CustomerRef: invoice.CustomerRef, TxnDate: '2026-09-10', TotalAmt: Amount },
      DepositToAccountRef: { value: bank },
      Line: [{ Amount, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    });
  }
  for (const bill of bills.slice(0, 4))
    keep('BillPayment', {
      ...{ VendorRef: bill.VendorRef, TxnDate: '2026-09-20', TotalAmt: 5.25, PayType: 'Check' },
      CheckPayment: { BankAccountRef: { value: bank, name: 'Current' }, PrintStatus: 'NotSet' },
      Line: [{ Amount: 5.25, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }],
    });
  for (let n = 0; n < 5; n++)
    keep('CreditMemo', {
      ...{ DocNumber: `CM-${n}`, CustomerRef: { value: customers[n % 3] }, TxnDate: '2026-09-05', Line: sale(n) },
    });
  for (let n = 0; n < 4; n++) {
    keep('VendorCredit', {
      ...{ DocNumber: `VC-${n}`, VendorRef: { value: vendors[n % 2] }, TxnDate: '2026-09-06', Line: cost(3.5 + n) },
    });
    keep('PurchaseOrder', {
      ...{ DocNumber: `PO-${n}`, VendorRef: { value: vendors[n % 2] }, TxnDate: '2026-10-01', Line: cost(20 + n) },
      POStatus: n === 3 ? 'Closed' : 'Open',
    });
  }
  seedReceipts(books, { customers, bank, sale });
  seedBank(books, { bank, card, income, cost });
  for (const [n, { Id }] of [...invoices.slice(0, 3), ...bills.slice(0, 2)].entries()) {
    const type = n < 3 ? 'Invoice' : 'Bill';
    keepFile(
      books,
      {
        FileName: `scan ${n}.pdf`,
        ContentType: 'application/pdf',
        AttachableRef: [{ EntityRef: { type, value: Id } }],
      },
      Buffer.from(`%PDF-1.4 scan ${n}`.repeat(1 + n * 50)),
    );
  }
  // A note has no file.
  keep('Attachable', { Note: 'Call them' });
}

function seedTaxes({ keep }: QuickbooksBooks): void {
  keep('TaxAgency', { Id: '1', DisplayName: 'HM Revenue & Customs (VAT)' });
  keep('TaxRate', { Id: '11', Name: 'VAT 20', RateValue: 20 });
  keep('TaxRate', { Id: '12', Name: 'VAT 5', RateValue: 5 });
  const rateList = (id: string) => ({
    SalesTaxRateList: { TaxRateDetail: [{ TaxRateRef: { value: id }, TaxOrder: 0 }] },
  });
  keep('TaxCode', { Id: '2', Name: '20.0% S', Description: 'Standard', ...rateList('11') });
  keep('TaxCode', { Id: '3', Name: '5.0% R', Description: 'Reduced', ...rateList('12') });
  keep('TaxCode', { Id: '4', Name: 'Exempt', Description: 'Exempt', Active: false });
}

/** Sales that were paid at once, and refunds of them: to a bank account, and to the undeposited funds. */
function seedReceipts(
  { keep }: QuickbooksBooks,
  { customers, bank, sale }: { customers: string[]; bank: string; sale: (n: number) => Row[] },
): void {
  for (let n = 0; n < 3; n++)
    keep('SalesReceipt', {
      ...{ DocNumber: `SR-${n}`, CustomerRef: { value: customers[n] }, TxnDate: `2026-09-0${n + 3}`, Line: sale(n) },
      ...{ PaymentRefNum: `Cash ${n}`, ...(n > 0 && { DepositToAccountRef: { value: bank } }) },
    });
  for (let n = 0; n < 2; n++)
    keep('RefundReceipt', {
      ...{ DocNumber: `RR-${n}`, CustomerRef: { value: customers[n] }, TxnDate: `2026-09-1${n}`, Line: sale(n) },
      DepositToAccountRef: { value: bank },
    });
}

type Parts = { bank: string; card: string; income: string; cost: (amount: number, more?: Row) => Row[] };

function seedBank({ keep, rows }: QuickbooksBooks, { bank, card, income, cost }: Parts): void {
  const idOf = (name: string) => String([...rows.Account.values()].find(({ Name }) => Name === name)?.Id);
  const workshop = keep('Class', { Name: 'Workshop' });
  keep('Class', { Name: 'Lathe', ParentRef: { value: workshop.Id, name: 'Workshop' } });
  keep('Department', { Name: 'Leeds' });
  keep('Department', { Name: 'York', Active: false });
  for (let n = 0; n < 4; n++) {
    const ClassRef = { value: workshop.Id, name: 'Workshop' };
    keep('Purchase', {
      ...{ AccountRef: { value: bank }, PaymentType: 'Cash', TxnDate: `2026-09-1${n}`, DocNumber: `X-${n}` },
      ...{ Line: cost(7.25 + n, { ClassRef }), PrivateNote: `Spent ${n}` },
    });
    keep('Deposit', {
      ...{ DepositToAccountRef: { value: bank }, TxnDate: `2026-09-2${n}`, PrivateNote: `Received ${n}` },
      Line: [
        { Amount: 9.75 + n, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: { value: income } } },
      ],
    });
  }
  for (const [n, Credit] of [false, true].entries())
    keep('Purchase', {
      ...{ AccountRef: { value: card }, PaymentType: 'CreditCard', TxnDate: `2026-09-2${n}`, DocNumber: `CC-${n}` },
      ...{ Line: cost(33.4 - 20 * n), Credit, PrivateNote: `Card ${n}` },
    });
  for (const [n, Amount] of [100, 49.99, 0.01].entries())
    keep('Transfer', {
      ...{ FromAccountRef: { value: bank }, ToAccountRef: { value: idOf('Savings') }, Amount },
      ...{ TxnDate: `2026-10-0${n + 1}`, PrivateNote: `Moved ${n}` },
    });
  for (let n = 0; n < 3; n++) {
    const half = (PostingType: string, account: string) => ({
      ...{ Amount: 250.5 + n, DetailType: 'JournalEntryLineDetail', Description: `Half ${n}` },
      JournalEntryLineDetail: { PostingType, AccountRef: { value: idOf(account), name: account } },
    });
    keep('JournalEntry', {
      ...{ DocNumber: `J-${n}`, TxnDate: `2026-08-0${n + 1}`, PrivateNote: `Journal ${n}` },
      Line: [half('Debit', 'Materials'), half('Credit', 'Share capital')],
    });
  }
}
