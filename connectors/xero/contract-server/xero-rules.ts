import type { Collection, Row, XeroBooks } from './xero-books.ts';
import { targetOf } from './xero-credits.ts';

/** Xero's error messages for a record that it rejects, in its own words where they are known. */
export function problemsOf(books: XeroBooks, collection: Collection, row: Row, before: Row | undefined): string[] {
  const { rows } = books;
  const problems: string[] = [];
  const others = (name: string) =>
    [...rows[collection].values()].filter((one) => one !== before && one[name] === row[name]);
  if (['DELETED', 'VOIDED', 'PAID', 'BILLED'].includes(String(before?.Status)))
    if (collection !== 'Payments' || row.Status !== 'DELETED' || before?.Status === 'DELETED')
      return [`${collection.slice(0, -1)} not of valid status for modification`];
  if (row.Status === 'DELETED' && ['Invoices', 'CreditNotes'].includes(collection) && before?.Status === 'AUTHORISED')
    return ['Invoice not of valid status for modification'];
  if (collection === 'TaxRates' && row.Status === 'DELETED' && !String(row.TaxType).startsWith('TAX'))
    return ['A system tax rate cannot be deleted.'];
  if (collection === 'BankTransactions' && before && isFixed(before)) return [fixedText];
  if (collection === 'PurchaseOrders' && row.Status && !orderStatuses.includes(String(row.Status)))
    return [`The status ${row.Status} is not valid for a purchase order.`];
  if (row.Status === 'DELETED') return [];
  if (row.Status === 'VOIDED' && ['Invoices', 'CreditNotes'].includes(collection))
    if (before?.Status !== 'AUTHORISED' || Number(row.AmountPaid ?? 0) > 0)
      return ['Only an approved document without payments can be voided.'];
  if (collection in otherRules) return otherRules[collection]?.(books, row, before) ?? [];

  if (collection === 'Contacts') {
    if (typeof row.Name !== 'string' || row.Name.trim() === '') problems.push('The Contact Name cannot be blank.');
    if (others('Name').some((one) => one.ContactStatus === 'ACTIVE'))
      problems.push(
        `The contact name ${row.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
      );
    if (row.EmailAddress && !/^[^@\s]+@[^@\s]+$/.test(String(row.EmailAddress)))
      problems.push('Email address must be valid.');
  }
  if (collection === 'TaxRates') problems.push(...taxRateProblems(row, before, others('Name')));
  if (collection === 'Accounts') problems.push(...accountProblems(row, before, others));
  if (collection === 'Items') {
    if (others('Code').length > 0) problems.push(`Price List Item with Code '${row.Code}' already exists`);
    const { AccountCode } = (row.SalesDetails ?? {}) as Row;
    if (AccountCode && !accountWith(books, AccountCode))
      problems.push(`SalesDetails account code '${AccountCode}' is not a valid code.`);
  }
  if (collection === 'Invoices' || collection === 'CreditNotes') {
    if (!hasContact(books, row)) problems.push('A Contact must be specified for this type of transaction');
    const number = String(row.InvoiceNumber ?? '');
    if (row.Type === 'ACCREC' && number && others('InvoiceNumber').some((one) => one.Type === 'ACCREC'))
      problems.push('Invoice # must be unique.');
    if (collection === 'Invoices' && row.Status === 'AUTHORISED' && !row.DueDate)
      problems.push('DueDate cannot be empty');
    problems.push(...lineProblems(books, row));
  }
  if (collection === 'Payments') {
    const target = targetOf(books, row)?.row;
    if (!target) return ['Invoice could not be found'];
    const { Code, AccountID } = (row.Account ?? {}) as Row;
    const account = [...rows.Accounts.values()].find((one) => (Code ? one.Code === Code : one.AccountID === AccountID));
    if (account?.Type !== 'BANK') problems.push('The account code or ID is not valid for a payment.');
    if (target.Status !== 'AUTHORISED')
      problems.push('Payments can only be made against Authorised documents; the Invoice is not.');
    if (Number(row.Amount) > Number(target.AmountDue ?? target.RemainingCredit))
      problems.push('Payment amount exceeds the amount outstanding on this document');
  }
  return problems;
}

/** Xero changes neither reconciled bank transactions nor, by this endpoint, those that belong to something else. */
const isFixed = ({ IsReconciled, Type }: Row) => IsReconciled === true || !/^(SPEND|RECEIVE)$/.test(String(Type));
const fixedText = 'This Bank Transaction cannot be edited.';
/** Xero has no voided purchase orders. */
const orderStatuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'];

const activeCategoriesMax = 2;

function accountProblems(row: Row, before: Row | undefined, others: (name: string) => Row[]): string[] {
  const isArchived = row.Status === 'ARCHIVED' && before?.Status === 'ACTIVE';
  const isChanged = Object.entries(row).some(([name, value]) => name !== 'Status' && value !== before?.[name]);
  return [
    ...(isArchived && isChanged ? ['The status of an account cannot be updated to archived with other values.'] : []),
    ...(row.Code && others('Code').length > 0 ? ['Please enter a unique Code.'] : []),
    ...(others('Name').length > 0 ? ['Please enter a unique Name.'] : []),
    ...(row.Type === 'BANK' && !row.BankAccountNumber ? ['BankAccountNumber must be specified.'] : []),
  ];
}

/** The rules for an organisation in the United Kingdom. */
function taxRateProblems(row: Row, before: Row | undefined, namesakes: Row[]): string[] {
  const components = (row.TaxComponents ?? []) as Row[];
  const problems: string[] = [];
  if (before && !String(before.TaxType).startsWith('TAX'))
    problems.push('Name and components of a system tax rate cannot be changed.');
  if (namesakes.length > 0) problems.push('Tax rate name must be unique.');
  if (components.length === 0) problems.push('At least one tax component must be specified.');
  if (components.filter(({ IsCompound }) => IsCompound).length > 1) problems.push('Only one tax can be compound.');
  if (!row.ReportTaxType) problems.push('ReportTaxType must be specified.');
  return problems;
}

const accountWith = ({ rows }: XeroBooks, code: unknown) =>
  [...rows.Accounts.values()].some((one) => Boolean(code) && one.Code === code && one.Status === 'ACTIVE');

/** A contact that is named creates itself; one that is given by an id must exist. */
function hasContact({ rows }: XeroBooks, row: Row): boolean {
  const { ContactID, Name } = (row.Contact ?? {}) as Row;
  return ContactID ? rows.Contacts.has(String(ContactID)) : Boolean(Name);
}

function lineProblems(books: XeroBooks, row: Row): string[] {
  return ((row.LineItems ?? []) as Row[]).flatMap((line) => {
    const problems: string[] = [];
    if (!line.Description) problems.push('Description must be specified.');
    if (!accountWith(books, line.AccountCode))
      problems.push(`Account code '${line.AccountCode}' is not a valid code for this document.`);
    if (line.TaxType && !books.rows.TaxRates.has(String(line.TaxType)))
      problems.push(
        `The TaxType code '${line.TaxType}' does not exist or cannot be used for this type of transaction.`,
      );
    return problems;
  });
}

const bankAccount = ({ rows }: XeroBooks, given: unknown) => {
  const { AccountID, Code } = (given ?? {}) as Row;
  const found = [...rows.Accounts.values()].find((one) =>
    AccountID ? one.AccountID === AccountID : one.Code === Code,
  );
  return found?.Type === 'BANK';
};

type Rule = (books: XeroBooks, row: Row, before: Row | undefined) => string[];

const otherRules: Partial<Record<Collection, Rule>> = {
  BankTransactions: (books, row) => [
    ...(bankAccount(books, row.BankAccount) ? [] : ['The BankAccount code or ID is not a valid bank account.']),
    ...(hasContact(books, row) ? [] : ['A Contact must be specified for this type of transaction']),
    ...((row.LineItems as Row[] | undefined)?.length ? [] : ['At least one line item must be specified.']),
    ...lineProblems(books, row),
  ],
  BankTransfers: (books, row, before) => [
    ...(before ? ['A bank transfer cannot be changed.'] : []),
    ...(bankAccount(books, row.FromBankAccount) ? [] : ['FromBankAccount is not a valid bank account.']),
    ...(bankAccount(books, row.ToBankAccount) ? [] : ['ToBankAccount is not a valid bank account.']),
    ...(Number(row.Amount) > 0 ? [] : ['Amount must be greater than zero.']),
  ],
  ManualJournals: (books, row) => {
    const lines = (row.JournalLines ?? []) as Row[];
    const total = Math.round(lines.reduce((sum, { LineAmount }) => sum + Number(LineAmount) * 100, 0));
    const unknown = lines.find(({ AccountCode }) => !accountWith(books, AccountCode));
    return [
      ...(row.Narration ? [] : ['Narration must be specified.']),
      ...(lines.length > 1 ? [] : ['A manual journal must have at least two lines.']),
      ...(total === 0 ? [] : ['The total debits must equal total credits']),
      ...(unknown ? [`Account code '${unknown.AccountCode}' is not a valid code for this document.`] : []),
    ];
  },
  PurchaseOrders: (books, row) => [
    ...(hasContact(books, row) ? [] : ['A Contact must be specified for this type of transaction']),
    ...lineProblems(books, row),
  ],
  TrackingCategories: ({ rows }, row, before) => {
    const others = [...rows.TrackingCategories.values()].filter((one) => one !== before);
    const active = others.filter(({ Status }) => Status === 'ACTIVE');
    return [
      ...(others.some(({ Name }) => Name === row.Name) ? ['A tracking category with this name already exists.'] : []),
      ...(active.length >= activeCategoriesMax && (row.Status ?? 'ACTIVE') === 'ACTIVE'
        ? ['You can only have two active tracking categories.']
        : []),
    ];
  },
};
