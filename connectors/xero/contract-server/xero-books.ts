import { randomUUID } from 'node:crypto';
import type { ContractClock } from '../../../test/contract-servers/contract-server.ts';

/** The books of one organisation in Xero's own format, including the values that Xero computes. */
export type Row = Record<string, unknown>;
export type Collection = 'Invoices' | 'Contacts' | 'Accounts' | 'Items' | 'Payments' | 'CreditNotes' | 'TaxRates';
export const idNames: Record<Collection, string> = {
  Invoices: 'InvoiceID',
  Contacts: 'ContactID',
  Accounts: 'AccountID',
  Items: 'ItemID',
  Payments: 'PaymentID',
  CreditNotes: 'CreditNoteID',
  TaxRates: 'TaxType',
};

export type XeroBooks = {
  rows: Record<Collection, Map<string, Row>>;
  organisation: Row;
  /** Stores a row as Xero would, with the current time of change. */
  keep(collection: Collection, row: Row): Row;
  remove(collection: Collection, id: string): void;
};

export const xeroDate = (ms: number) => `/Date(${ms}+0000)/`;
const dayMs = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const round = (amount: number) => Math.round(amount * 100) / 100;
const amountOf = (value: unknown) => Number(value ?? 0);
const classOf: Record<string, string> = { BANK: 'ASSET', SALES: 'REVENUE', EXPENSE: 'EXPENSE', REVENUE: 'REVENUE' };
const rates: Record<string, number> = { OUTPUT2: 20, INPUT2: 20, NONE: 0, RROUTPUT: 5 };

export function openBooks(clock: ContractClock, sizes: { invoices: number; bills: number }): XeroBooks {
  const rows = Object.fromEntries(Object.keys(idNames).map((name) => [name, new Map()])) as XeroBooks['rows'];
  const organisation: Row = {
    OrganisationID: randomUUID(),
    Name: 'Demo Company (UK)',
    LegalName: 'Demo Company Limited',
    BaseCurrency: 'GBP',
    RegistrationNumber: '01234567',
    Addresses: [
      { AddressType: 'POBOX', AddressLine1: '1 Mill Lane', City: 'Leeds' },
      { AddressType: 'STREET', City: '' },
    ],
    ExternalLinks: [{ LinkType: 'Website', Url: 'https://demo.example' }],
  };

  function document(row: Row): Row {
    const lines = (row.LineItems as Row[]).map((line) => {
      const net = round(amountOf(line.Quantity) * amountOf(line.UnitAmount));
      const TaxType = line.TaxType ?? (String(row.Type).startsWith('ACCREC') ? 'OUTPUT2' : 'INPUT2');
      const TaxAmount = round((net * (rates[String(TaxType)] ?? 0)) / 100);
      // Unit prices keep four decimal places.
      const UnitAmount = Math.round(amountOf(line.UnitAmount) * 10_000) / 10_000;
      return { LineItemID: randomUUID(), Tracking: [], ...line, UnitAmount, TaxType, LineAmount: net, TaxAmount };
    });
    const SubTotal = round(lines.reduce((sum, line) => sum + line.LineAmount, 0));
    const TotalTax = round(lines.reduce((sum, line) => sum + line.TaxAmount, 0));
    const contact = rows.Contacts.get(String((row.Contact as Row).ContactID));
    const day = (value: unknown) => (value === undefined ? undefined : xeroDate(dayMs(String(value))));
    return {
      CurrencyCode: 'GBP',
      CurrencyRate: 1,
      LineAmountTypes: 'Exclusive',
      ...row,
      ...(String(row.Date).startsWith('/') ? {} : { Date: day(row.Date), DueDate: day(row.DueDate) }),
      Contact: { ContactID: contact?.ContactID, Name: contact?.Name },
      LineItems: lines,
      ...{ SubTotal, TotalTax, Total: round(SubTotal + TotalTax) },
    };
  }

  function settled(row: Row): Row {
    const paid = [...rows.Payments.values()].filter(
      (payment) => payment.Status !== 'DELETED' && (payment.Invoice as Row).InvoiceID === row.InvoiceID,
    );
    const AmountPaid = round(paid.reduce((sum, payment) => sum + amountOf(payment.Amount), 0));
    const AmountDue = round(amountOf(row.Total) - AmountPaid);
    const isPaid = row.Status === 'AUTHORISED' && AmountDue === 0;
    const isReopened = row.Status === 'PAID' && AmountDue > 0;
    const Payments = paid.map(({ PaymentID, Date: date, Amount, Reference }) => ({
      PaymentID,
      Date: date,
      Amount,
      Reference,
    }));
    const Status = isPaid ? 'PAID' : isReopened ? 'AUTHORISED' : row.Status;
    return { ...row, Payments, AmountPaid, AmountCredited: 0, AmountDue, Status };
  }

  function keep(collection: Collection, given: Row): Row {
    const idName = idNames[collection];
    const id = String(given[idName] ?? (collection === 'TaxRates' ? nextTaxType() : randomUUID()));
    let row: Row = { ...given, [idName]: id };
    if (collection === 'Invoices') {
      const number = row.InvoiceNumber ?? (row.Type === 'ACCREC' ? `INV-${1000 + rows.Invoices.size}` : '');
      row = settled(document({ Reference: '', ...row, InvoiceNumber: number }));
      markContact(row.Contact as Row, row.Type === 'ACCREC' ? 'IsCustomer' : 'IsSupplier');
    }
    if (collection === 'CreditNotes') {
      row = document({ CreditNoteNumber: `CN-${rows.CreditNotes.size}`, ...row });
      row.RemainingCredit = row.Total;
    }
    if (collection === 'Payments') row = payment(row);
    if (collection === 'Contacts') row = { IsCustomer: false, IsSupplier: false, ContactStatus: 'ACTIVE', ...row };
    if (collection === 'Accounts') row = { Status: 'ACTIVE', Class: classOf[String(row.Type)] ?? 'ASSET', ...row };
    if (collection === 'TaxRates') row = taxRate(row);
    if (collection === 'Items') row = { IsTrackedAsInventory: false, ...row };
    if (collection !== 'TaxRates') row.UpdatedDateUTC = xeroDate(clock.nowMs());
    rows[collection].set(id, row);
    if (collection === 'Payments') keep('Invoices', rows.Invoices.get(String((row.Invoice as Row).InvoiceID)) ?? {});
    return rows[collection].get(id) ?? row;
  }

  const nextTaxType = () => `TAX${String(rows.TaxRates.size).padStart(3, '0')}`;
  /** The compound part applies to the amount plus all the other parts. */
  function taxRate(row: Row): Row {
    const parts = row.TaxComponents as { Rate: number; IsCompound?: boolean }[];
    const simple = parts.reduce((sum, { Rate, IsCompound }) => sum + (IsCompound ? 0 : Rate), 0);
    const compound = parts.reduce((sum, { Rate, IsCompound }) => sum + (IsCompound ? Rate : 0), 0);
    const EffectiveRate = Math.round((simple + compound + (simple * compound) / 100) * 10_000) / 10_000;
    const TaxComponents = parts.map((one) => ({ IsCompound: false, ...one }));
    return { Status: 'ACTIVE', ...row, TaxComponents, EffectiveRate, DisplayTaxRate: simple + compound };
  }

  function payment(row: Row): Row {
    const invoice = rows.Invoices.get(String((row.Invoice as Row).InvoiceID)) ?? {};
    const { Code, AccountID } = row.Account as Row;
    const account = [...rows.Accounts.values()].find((one) => one.Code === Code || one.AccountID === AccountID);
    return {
      Status: 'AUTHORISED',
      PaymentType: invoice.Type === 'ACCREC' ? 'ACCRECPAYMENT' : 'ACCPAYPAYMENT',
      ...row,
      Date: String(row.Date).startsWith('/') ? row.Date : xeroDate(dayMs(String(row.Date))),
      Account: { AccountID: account?.AccountID, Code: account?.Code },
      Invoice: { InvoiceID: invoice.InvoiceID, CurrencyCode: invoice.CurrencyCode, Contact: invoice.Contact },
    };
  }

  function markContact({ ContactID }: Row, mark: 'IsCustomer' | 'IsSupplier'): void {
    const contact = rows.Contacts.get(String(ContactID));
    if (contact && !contact[mark]) keep('Contacts', { ...contact, [mark]: true });
  }

  const books: XeroBooks = { rows, organisation, keep, remove: (collection, id) => void rows[collection].delete(id) };
  seed(books, sizes);
  return books;
}

function seed({ keep }: XeroBooks, sizes: { invoices: number; bills: number }): void {
  const rate = (Name: string, TaxType: string, Rate: number) =>
    keep('TaxRates', {
      ...{ Name, TaxType, ReportTaxType: TaxType.startsWith('INPUT') ? 'INPUT' : 'OUTPUT' },
      TaxComponents: [{ Name: 'VAT', Rate, IsCompound: false }],
    });
  rate('20% (VAT on Income)', 'OUTPUT2', 20);
  rate('20% (VAT on Expenses)', 'INPUT2', 20);
  rate('5% (VAT on Income)', 'RROUTPUT', 5);
  rate('No VAT', 'NONE', 0);
  const account = (Code: string, Name: string, Type: string) => keep('Accounts', { Code, Name, Type });
  account('200', 'Sales', 'SALES');
  account('400', 'Advertising', 'EXPENSE');
  account('090', 'Business Bank Account', 'BANK');
  account('', 'Business Savings', 'BANK');
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
      ...{
        Type: 'ACCREC',
        Contact: contacts[n % 3],
        Date: '2026-09-01',
        DueDate: '2026-10-01',
        LineItems: line(n, '200'),
      },
      Status: ['AUTHORISED', 'DRAFT', 'AUTHORISED', 'SUBMITTED', 'VOIDED'][n % 5],
    }),
  );
  for (let n = 0; n < sizes.bills; n++)
    keep('Invoices', {
      ...{ Type: 'ACCPAY', InvoiceNumber: `B-${n}`, Contact: contacts[3 + (n % 2)], Date: '2026-09-02' },
      ...{ DueDate: '2026-10-02', LineItems: line(n, '400'), Status: 'AUTHORISED' },
    });
  for (const [n, invoice] of seeded
    .filter(({ Status }) => Status === 'AUTHORISED')
    .slice(0, 12)
    .entries())
    keep('Payments', {
      ...{ Invoice: invoice, Account: { Code: '090' }, Date: '2026-09-10', Reference: `P-${n}` },
      Amount: n % 2 ? invoice.Total : 5.5,
    });
  for (let n = 0; n < 6; n++)
    keep('CreditNotes', {
      ...{ Type: 'ACCRECCREDIT', Contact: contacts[n % 3], Date: '2026-09-05', LineItems: line(n, '200') },
      Status: 'AUTHORISED',
    });
}
