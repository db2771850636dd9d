import { randomUUID } from 'node:crypto';
import type { ContractClock } from '../../../test/contract-servers/contract-server.ts';
import { creditIdOf, keepCreditOf, keepTransferSides, paidBy, settleCredit, targetOf } from './xero-credits.ts';
import type { XeroFiles } from './xero-files.ts';
import { seed } from './xero-seed.ts';

/** The books of one organisation in Xero's own format, including the values that Xero computes. */
export type Row = Record<string, unknown>;
export const idNames = {
  Invoices: 'InvoiceID',
  Contacts: 'ContactID',
  Accounts: 'AccountID',
  Items: 'ItemID',
  Payments: 'PaymentID',
  CreditNotes: 'CreditNoteID',
  Overpayments: 'OverpaymentID',
  Prepayments: 'PrepaymentID',
  TaxRates: 'TaxType',
  BankTransactions: 'BankTransactionID',
  BankTransfers: 'BankTransferID',
  ManualJournals: 'ManualJournalID',
  PurchaseOrders: 'PurchaseOrderID',
  TrackingCategories: 'TrackingCategoryID',
} as const;
export type Collection = keyof typeof idNames;

export type XeroBooks = {
  rows: Record<Collection, Map<string, Row>>;
  organisation: Row;
  /** The files of records, by the id of the record. */
  files: XeroFiles;
  /** Stores a row as Xero would, with the current time of change. */
  keep(collection: Collection, row: Row): Row;
  remove(collection: Collection, id: string): void;
};

export const xeroDate = (ms: number) => `/Date(${ms}+0000)/`;
export const round = (amount: number) => Math.round(amount * 100) / 100;
const amountOf = (value: unknown) => Number(value ?? 0);
/** Milliseconds of a day that is written as `2026-09-01` or as `/Date(…)/`. */
export function dayMs(day: unknown): number {
  const [, ms] = /^\/Date\((-?\d+)/.exec(String(day)) ?? [];
  return ms === undefined ? Date.parse(`${String(day).slice(0, 10)}T00:00:00Z`) : Number(ms);
}
const classOf: Record<string, string> = {
  ...{ BANK: 'ASSET', CURRENT: 'ASSET', FIXED: 'ASSET', SALES: 'REVENUE', REVENUE: 'REVENUE', OTHERINCOME: 'REVENUE' },
  ...{ EXPENSE: 'EXPENSE', OVERHEADS: 'EXPENSE', DIRECTCOSTS: 'EXPENSE', CURRLIAB: 'LIABILITY', EQUITY: 'EQUITY' },
};
const rates: Record<string, number> = { OUTPUT2: 20, INPUT2: 20, NONE: 0, RROUTPUT: 5 };
const sales = ['ACCREC', 'ACCRECCREDIT', 'RECEIVE'];

export function openBooks(clock: ContractClock, sizes: { invoices: number; bills: number }): XeroBooks {
  const rows = Object.fromEntries(Object.keys(idNames).map((name) => [name, new Map()])) as XeroBooks['rows'];
  const organisation: Row = {
    ...{ OrganisationID: randomUUID(), Name: 'Demo Company (UK)', LegalName: 'Demo Company Limited' },
    ...{ BaseCurrency: 'GBP', CountryCode: 'GB', Version: 'UK', RegistrationNumber: '01234567', IsDemoCompany: true },
    ...{ FinancialYearEndDay: 31, FinancialYearEndMonth: 3, OrganisationStatus: 'ACTIVE' },
    Addresses: [
      { AddressType: 'POBOX', AddressLine1: '1 Mill Lane', City: 'Leeds' },
      { AddressType: 'STREET', City: '' },
    ],
    ExternalLinks: [{ LinkType: 'Website', Url: 'https://demo.example' }],
  };
  const day = (value: unknown) => (value === undefined ? undefined : xeroDate(dayMs(value)));
  const daysOf = (row: Row, names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, day(row[name])]));

  function contactOf(given: Row = {}): Row {
    const found =
      rows.Contacts.get(String(given.ContactID)) ??
      [...rows.Contacts.values()].find(({ Name }) => given.ContactID === undefined && Name === given.Name);
    // A document with an unknown contact name creates the contact.
    const contact = found ?? (given.Name === undefined ? given : keep('Contacts', { Name: given.Name }));
    return { ContactID: contact.ContactID, Name: contact.Name };
  }

  function accountOf({ AccountID, Code }: Row): Row {
    const found = [...rows.Accounts.values()].find((one) =>
      AccountID === undefined ? Boolean(Code) && one.Code === Code : one.AccountID === AccountID,
    );
    return { AccountID: found?.AccountID, Code: found?.Code, Name: found?.Name };
  }

  function document(row: Row): Row {
    const { LineAmountTypes = 'Exclusive' } = row;
    const lines = ((row.LineItems ?? []) as Row[]).map((line) => {
      const amount = round(amountOf(line.Quantity ?? 1) * amountOf(line.UnitAmount));
      const TaxType = line.TaxType ?? (sales.includes(String(row.Type)) ? 'OUTPUT2' : 'INPUT2');
      const rate = LineAmountTypes === 'NoTax' ? 0 : (rates[String(TaxType)] ?? 0);
      const TaxAmount = round(LineAmountTypes === 'Inclusive' ? (amount * rate) / (100 + rate) : (amount * rate) / 100);
      // Unit prices keep four decimal places.
      const UnitAmount = Math.round(amountOf(line.UnitAmount) * 10_000) / 10_000;
      const Tracking = ((line.Tracking ?? []) as Row[]).map(trackingOf);
      return {
        ...{ LineItemID: randomUUID(), Quantity: 1 },
        ...line,
        ...{ UnitAmount, TaxType, LineAmount: amount, TaxAmount, Tracking },
      };
    });
    const amounts = lines.reduce((sum, line) => sum + line.LineAmount, 0);
    const TotalTax = round(lines.reduce((sum, line) => sum + line.TaxAmount, 0));
    const SubTotal = round(LineAmountTypes === 'Inclusive' ? amounts - TotalTax : amounts);
    return {
      ...{ CurrencyCode: 'GBP', CurrencyRate: 1, LineAmountTypes },
      ...row,
      ...daysOf(row, ['Date', 'DueDate', 'DeliveryDate', 'ExpectedArrivalDate']),
      ...(row.Contact !== undefined && { Contact: contactOf(row.Contact as Row) }),
      LineItems: lines,
      ...{ SubTotal, TotalTax, Total: round(SubTotal + TotalTax) },
    };
  }

  function trackingOf(given: Row): Row {
    const categories = [...rows.TrackingCategories.values()];
    const category = categories.find(
      (one) => one.TrackingCategoryID === given.TrackingCategoryID || one.Name === given.Name,
    );
    const option = ((category?.Options ?? []) as Row[]).find(
      (one) => one.TrackingOptionID === given.TrackingOptionID || one.Name === given.Option,
    );
    return {
      ...{ Name: category?.Name, Option: option?.Name },
      ...{ TrackingCategoryID: category?.TrackingCategoryID, TrackingOptionID: option?.TrackingOptionID },
    };
  }

  function settled(row: Row): Row {
    const paid = [...rows.Payments.values()].filter(
      (payment) => payment.Status !== 'DELETED' && (payment.Invoice as Row).InvoiceID === row.InvoiceID,
    );
    const AmountPaid = round(paid.reduce((sum, payment) => sum + amountOf(payment.Amount), 0));
    const AmountCredited = amountOf(row.AmountCredited);
    const AmountDue = round(amountOf(row.Total) - AmountPaid - AmountCredited);
    const isPaid = row.Status === 'AUTHORISED' && AmountDue === 0;
    const isReopened = row.Status === 'PAID' && AmountDue > 0;
    const Payments = paid.map(({ PaymentID, Date: date, Amount, Reference }) => ({
      ...{ PaymentID, Date: date, Amount, Reference },
    }));
    const Status = isPaid ? 'PAID' : isReopened ? 'AUTHORISED' : (row.Status ?? 'DRAFT');
    return { ...row, Payments, AmountPaid, AmountCredited, AmountDue, Status };
  }

  const creditNote = (row: Row) =>
    settleCredit({ rows }, String(row.CreditNoteID), document({ ...numbered(), Status: 'DRAFT', ...row }));
  const numbered = () => ({ CreditNoteNumber: `CN-${rows.CreditNotes.size}` });

  const completed: Record<Collection, (row: Row) => Row> = {
    Invoices(row) {
      const number = row.InvoiceNumber ?? (row.Type === 'ACCREC' ? `INV-${1000 + rows.Invoices.size}` : '');
      return settled(document({ Reference: '', ...row, InvoiceNumber: number }));
    },
    CreditNotes: creditNote,
    Overpayments: (row) => settleCredit({ rows }, String(row.OverpaymentID), row),
    Prepayments: (row) => settleCredit({ rows }, String(row.PrepaymentID), row),
    Payments: payment,
    Contacts: (row) => ({ IsCustomer: false, IsSupplier: false, ContactStatus: 'ACTIVE', ...row }),
    Accounts: (row) => ({ Status: 'ACTIVE', Class: classOf[String(row.Type)] ?? 'ASSET', ...row }),
    TaxRates: taxRate,
    Items: (row) => ({ IsTrackedAsInventory: false, IsSold: true, IsPurchased: true, ...row }),
    BankTransactions: (row) => ({
      ...document({ Status: 'AUTHORISED', IsReconciled: false, ...row }),
      BankAccount: accountOf(row.BankAccount as Row),
      ...creditIdOf(row),
    }),
    BankTransfers: (row) => ({
      ...{
        Status: 'AUTHORISED',
        CurrencyRate: 1,
        FromBankTransactionID: randomUUID(),
        ToBankTransactionID: randomUUID(),
      },
      ...row,
      Date: day(row.Date ?? new Date(clock.nowMs()).toISOString()),
      CreatedDateUTC: row.CreatedDateUTC ?? xeroDate(clock.nowMs()),
      FromBankAccount: accountOf(row.FromBankAccount as Row),
      ToBankAccount: accountOf(row.ToBankAccount as Row),
    }),
    ManualJournals: (row) => ({
      ...{ Status: 'DRAFT', LineAmountTypes: 'NoTax', ShowOnCashBasisReports: true },
      ...row,
      Date: day(row.Date ?? new Date(clock.nowMs()).toISOString()),
      JournalLines: ((row.JournalLines ?? []) as Row[]).map((line) => ({
        ...{ TaxType: 'NONE', IsBlank: false, AccountID: accountOf({ Code: line.AccountCode }).AccountID },
        ...line,
        Tracking: ((line.Tracking ?? []) as Row[]).map(trackingOf),
      })),
    }),
    PurchaseOrders: (row) => {
      const PurchaseOrderNumber = `PO-${String(rows.PurchaseOrders.size + 1).padStart(4, '0')}`;
      return document({ Type: 'PURCHASEORDER', Status: 'DRAFT', PurchaseOrderNumber, ...row });
    },
    TrackingCategories: (row) => ({
      Status: 'ACTIVE',
      ...row,
      Options: ((row.Options ?? []) as Row[]).map((option) => ({
        ...{ TrackingOptionID: randomUUID(), Status: 'ACTIVE' },
        ...option,
      })),
    }),
  };

  function keep(collection: Collection, given: Row): Row {
    const idName = idNames[collection];
    const id = String(given[idName] ?? (collection === 'TaxRates' ? nextTaxType() : randomUUID()));
    const row = completed[collection]({ ...given, [idName]: id });
    const contact = row.Contact as Row | undefined;
    if (contact && ['Invoices', 'CreditNotes'].includes(collection))
      markContact(contact, sales.includes(String(row.Type)) ? 'IsCustomer' : 'IsSupplier');
    if (!undated.includes(collection)) row.UpdatedDateUTC = xeroDate(clock.nowMs());
    rows[collection].set(id, row);
    const paid = collection === 'Payments' ? targetOf({ rows }, row) : undefined;
    if (paid) keep(paid.collection, paid.row);
    if (collection === 'BankTransactions') keepCreditOf({ rows, keep }, row);
    if (collection === 'BankTransfers') keepTransferSides({ rows, keep }, row);
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

  function payment(given: Row): Row {
    const { CreditNote: _, Overpayment: __, Prepayment: ___, ...row } = given;
    const account = accountOf(row.Account as Row);
    return {
      ...{ Status: 'AUTHORISED', ...row, ...paidBy({ rows }, given) },
      ...{ Date: day(row.Date), Account: { AccountID: account.AccountID, Code: account.Code } },
    };
  }

  function markContact({ ContactID }: Row, mark: 'IsCustomer' | 'IsSupplier'): void {
    const contact = rows.Contacts.get(String(ContactID));
    if (contact && !contact[mark]) keep('Contacts', { ...contact, [mark]: true });
  }

  const remove = (collection: Collection, id: string) => void rows[collection].delete(id);
  const books: XeroBooks = { rows, organisation, files: new Map(), keep, remove };
  seed(books, sizes);
  return books;
}

/** Lists that Xero cannot filter by the time of change. */
export const undated: readonly Collection[] = ['TaxRates', 'TrackingCategories'];
