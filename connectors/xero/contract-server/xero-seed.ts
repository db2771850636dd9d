import type { Row, XeroBooks } from './xero-books.ts';
import { keepFile, withFiles } from './xero-files.ts';
import { seedCredits } from './xero-seed-credits.ts';

/** Accounts that Xero creates itself; documents are booked to them. */
export const systemAccounts = { debtors: '610', creditors: '800', vat: '820', earnings: '960' };

/** The records that an organisation of the contract server begins with. */
export function seed(books: XeroBooks, sizes: { invoices: number; bills: number }): void {
  const { keep } = books;
  seedSettings(books);
  const contacts = ['Basket Case', 'City Limousines', 'Net Connect', 'SMART Agency', 'Young Bros', 'Nobody Yet'].map(
    (Name) =>
      keep('Contacts', {
        Name,
        FirstName: 'Pat',
        EmailAddress: 'pat@example.com',
        Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: '1111111', PhoneAreaCode: '02', PhoneCountryCode: '' }],
        Addresses: [
          { AddressType: 'STREET', City: '' },
          { AddressType: 'POBOX', AddressLine1: 'P O Box 123', City: 'Oaktown' },
        ],
      }),
  );
  for (const Code of ['BOOK', 'DevD', 'GB1-White'])
    keep('Items', {
      ...{ Code, Name: `Item ${Code}`, IsSold: true, IsPurchased: false, Description: 'Of the best' },
      SalesDetails: { UnitPrice: 19.95, AccountCode: '200', TaxType: 'OUTPUT2' },
    });
  const line = (n: number, AccountCode: string) => [
    { Description: `Work ${n}`, Quantity: 1 + (n % 3), UnitAmount: 10.25 + n, AccountCode },
  ];
  const seeded = Array.from({ length: sizes.invoices }, (_, n) =>
    keep('Invoices', {
      ...{ Type: 'ACCREC', Contact: contacts[n % 3], Date: '2026-09-01', DueDate: '2026-10-01' },
      LineItems: line(n, '200'),
      Status: ['AUTHORISED', 'DRAFT', 'AUTHORISED', 'SUBMITTED', 'VOIDED'][n % 5],
    }),
  );
  const bills = Array.from({ length: sizes.bills }, (_, n) =>
    keep('Invoices', {
      ...{ Type: 'ACCPAY', InvoiceNumber: `B-${n}`, Contact: contacts[3 + (n % 2)], Date: '2026-09-02' },
      ...{ DueDate: '2026-10-02', LineItems: line(n, '400'), Status: 'AUTHORISED' },
    }),
  );
  pay(books, seeded.filter(({ Status }) => Status === 'AUTHORISED').slice(0, 12), '2026-09-10');
  pay(books, bills.slice(0, 4), '2026-10-05');
  for (let n = 0; n < 6; n++)
    keep('CreditNotes', {
      ...{ Type: 'ACCRECCREDIT', Contact: contacts[n % 3], Date: '2026-09-05', LineItems: line(n, '200') },
      Status: 'AUTHORISED',
    });
  for (let n = 0; n < 3; n++)
    keep('CreditNotes', {
      ...{ Type: 'ACCPAYCREDIT', Contact: contacts[3 + (n % 2)], Date: '2026-09-06', LineItems: line(n, '400') },
      Status: 'AUTHORISED',
    });
  seedBank(books, { contacts, line });
  seedCredits(books, contacts);
  seedFiles(books);
}

/** One file each for the first record of some collections. */
function seedFiles(books: XeroBooks): void {
  for (const collection of withFiles) {
    const [id = ''] = books.rows[collection].keys();
    const content = Buffer.from(`%PDF-1.4 scan of ${collection} \u00e9`.repeat(40));
    keepFile(books, { collection, id }, { name: `scan of ${collection}.pdf`, type: 'application/pdf', content });
  }
}

function pay({ keep }: XeroBooks, documents: Row[], day: string): void {
  for (const [n, invoice] of documents.entries())
    keep('Payments', {
      ...{ Invoice: invoice, Account: { Code: '090' }, Date: day, Reference: `P-${n}` },
      Amount: n % 2 ? invoice.Total : 5.5,
    });
}

function seedSettings({ keep }: XeroBooks): void {
  const rate = (Name: string, TaxType: string, Rate: number) =>
    keep('TaxRates', {
      ...{ Name, TaxType, ReportTaxType: TaxType.startsWith('INPUT') ? 'INPUT' : 'OUTPUT' },
      TaxComponents: [{ Name: 'VAT', Rate, IsCompound: false }],
    });
  rate('20% (VAT on Income)', 'OUTPUT2', 20);
  rate('20% (VAT on Expenses)', 'INPUT2', 20);
  rate('5% (VAT on Income)', 'RROUTPUT', 5);
  rate('No VAT', 'NONE', 0);
  const account = (Code: string, Name: string, Type: string, more: Row = {}) =>
    keep('Accounts', { Code, Name, Type, ...more });
  account('200', 'Sales', 'SALES');
  account('400', 'Advertising', 'EXPENSE');
  account('090', 'Business Bank Account', 'BANK', { BankAccountNumber: '20000012345678', CurrencyCode: 'GBP' });
  account('', 'Business Savings', 'BANK', { BankAccountNumber: '20000087654321', CurrencyCode: 'GBP' });
  account('310', 'Cost of Goods Sold', 'DIRECTCOSTS');
  account(systemAccounts.debtors, 'Accounts Receivable', 'CURRENT', { SystemAccount: 'DEBTORS' });
  account(systemAccounts.creditors, 'Accounts Payable', 'CURRLIAB', { SystemAccount: 'CREDITORS' });
  account(systemAccounts.vat, 'VAT', 'CURRLIAB', { SystemAccount: 'GST' });
  account(systemAccounts.earnings, 'Retained Earnings', 'EQUITY', { SystemAccount: 'RETAINEDEARNINGS' });
  account('970', 'Owner A Share Capital', 'EQUITY');
  keep('TrackingCategories', { Name: 'Region', Options: [{ Name: 'North' }, { Name: 'South' }] });
  keep('TrackingCategories', {
    Name: 'Project',
    Status: 'ARCHIVED',
    Options: [{ Name: 'Old mill', Status: 'ARCHIVED' }],
  });
}

type Parts = { contacts: Row[]; line: (n: number, code: string) => Row[] };

function seedBank({ keep, rows }: XeroBooks, { contacts, line }: Parts): void {
  const north = { Name: 'Region', Option: 'North' };
  for (let n = 0; n < 8; n++)
    keep('BankTransactions', {
      ...{ Type: n % 2 ? 'RECEIVE' : 'SPEND', Contact: contacts[n % 5], Date: `2026-09-${11 + n}` },
      ...{ BankAccount: { Code: '090' }, LineItems: line(n, n % 2 ? '200' : '400'), Reference: `BT-${n}` },
    });
  const savings = [...rows.Accounts.values()].find(({ Name }) => Name === 'Business Savings');
  for (const [n, Amount] of [250, 99.99, 10.5].entries())
    keep('BankTransfers', {
      ...{ FromBankAccount: { Code: '090' }, ToBankAccount: { AccountID: savings?.AccountID }, Amount },
      ...{ Date: `2026-10-0${n + 1}`, Reference: `T-${n}` },
    });
  for (const [n, Status] of ['POSTED', 'POSTED', 'POSTED', 'DRAFT', 'VOIDED'].entries())
    keep('ManualJournals', {
      ...{ Narration: `Capital ${n}`, Date: `2026-08-0${n + 1}`, Status },
      JournalLines: [
        { Description: 'In', LineAmount: 1000.25, AccountCode: '310', Tracking: [north] },
        { Description: 'Out', LineAmount: -1000.25, AccountCode: '970' },
      ],
    });
  for (const [n, Status] of ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'AUTHORISED'].entries())
    keep('PurchaseOrders', {
      ...{ Contact: contacts[3 + (n % 2)], Date: '2026-10-10', DeliveryDate: '2026-10-20', Status },
      LineItems: line(n, '400').map((one) => ({ ...one, Tracking: [north] })),
    });
}
