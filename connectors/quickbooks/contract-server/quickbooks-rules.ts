import type { Entity, QuickbooksBooks, Row } from './quickbooks-books.ts';

export type QboFault = { Message: string; Detail: string; code: string; element?: string };

const missingRef = (element: string, value: unknown): QboFault => ({
  Message: 'Invalid Reference Id',
  Detail: `Invalid Reference Id : ${element} element id ${value} not found`,
  code: '2500',
  element,
});

const duplicateName = {
  Message: 'Duplicate Name Exists Error',
  Detail: 'The name supplied already exists.',
  code: '6240',
};

/** The tax service's errors for a tax code that it rejects. */
export function taxFaultsOf({ rows }: QuickbooksBooks, given: TaxCodeWish): QboFault[] {
  const isTaken = (entity: Entity, name: string) => [...rows[entity].values()].some((row) => row.Name === name);
  const faults: QboFault[] = [];
  if (isTaken('TaxCode', given.TaxCode)) faults.push({ ...duplicateName, element: 'TaxCode' });
  if (given.TaxRateDetails.length === 0)
    faults.push({ Message: 'Required', Detail: 'TaxRateDetails is missing', code: '2020', element: 'TaxRateDetails' });
  for (const { TaxRateName, TaxAgencyId } of given.TaxRateDetails) {
    if (isTaken('TaxRate', TaxRateName)) faults.push({ ...duplicateName, element: 'TaxRateName' });
    if (!rows.TaxAgency.has(String(TaxAgencyId))) faults.push(missingRef('TaxAgencyId', TaxAgencyId));
  }
  return faults;
}

export type TaxCodeWish = {
  TaxCode: string;
  TaxRateDetails: { TaxRateName: string; RateValue: string; TaxAgencyId?: string }[];
};

/** Also a sparse update of an account must name it and its type. */
export function missingIn(entity: Entity, given: Row): QboFault[] {
  const needed = entity === 'Account' ? ['Name', 'AccountType'] : [];
  return needed
    .filter((name) => given[name] === undefined)
    .map((element) => ({
      ...{ Message: 'Required param missing, need to supply the required value for the API', code: '2020', element },
      Detail: `Required parameter ${element} is missing in the request`,
    }));
}

/** QuickBooks' errors for a record that it rejects. */
export function faultsOf({ rows }: QuickbooksBooks, entity: Entity, row: Row): QboFault[] {
  const faults: QboFault[] = [];
  const refValue = (ref: unknown) => String((ref as Row | undefined)?.value);
  const isThere = (of: Entity, ref: unknown) =>
    rows[of].get(refValue(ref))?.Active !== false && rows[of].has(refValue(ref));
  const others = (of: Entity, name: string) =>
    [...rows[of].values()].some((one) => one.Id !== row.Id && row[name] !== undefined && one[name] === row[name]);
  if (entity === 'Customer' || entity === 'Vendor') {
    // Customers and suppliers share one list of names.
    if (others('Customer', 'DisplayName') || others('Vendor', 'DisplayName')) faults.push(duplicateName);
    const address = String((row.PrimaryEmailAddr as Row | undefined)?.Address ?? '');
    if (address && !/^[^@\s]+@[^@\s]+$/.test(address))
      faults.push({
        Message: 'Invalid Email',
        Detail: 'Email Address does not conform.',
        code: '2210',
        element: 'PrimaryEmailAddr',
      });
  }
  if (['Account', 'Item', 'Class', 'Department'].includes(entity) && others(entity, 'Name')) faults.push(duplicateName);
  if (entity === 'Item' && !isThere('Account', row.IncomeAccountRef))
    faults.push(missingRef('IncomeAccountRef', refValue(row.IncomeAccountRef)));
  if (['Invoice', 'CreditMemo', 'Payment', 'SalesReceipt', 'RefundReceipt'].includes(entity)) {
    if (!isThere('Customer', row.CustomerRef)) faults.push(missingRef('CustomerRef', refValue(row.CustomerRef)));
  }
  if (['Bill', 'BillPayment', 'VendorCredit', 'PurchaseOrder'].includes(entity) && !isThere('Vendor', row.VendorRef))
    faults.push(missingRef('VendorRef', refValue(row.VendorRef)));
  if ((entity === 'Invoice' || entity === 'CreditMemo') && others(entity, 'DocNumber'))
    faults.push({
      ...{ Message: 'Duplicate Document Number Error', code: '6140' },
      Detail: 'Duplicate Document Number Error : You must specify a different number.',
    });
  for (const line of (row.Line ?? []) as Row[]) {
    const sale = line.SalesItemLineDetail as Row | undefined;
    const expense = line.AccountBasedExpenseLineDetail as Row | undefined;
    if (sale && !isThere('Item', sale.ItemRef)) faults.push(missingRef('ItemRef', refValue(sale.ItemRef)));
    const posted = (line.JournalEntryLineDetail ?? line.DepositLineDetail) as Row | undefined;
    if (posted && !isThere('Account', posted.AccountRef))
      faults.push(missingRef('AccountRef', refValue(posted.AccountRef)));
    if (expense && !isThere('Account', expense.AccountRef))
      faults.push(missingRef('AccountRef', refValue(expense.AccountRef)));
    const contact = (row.EntityRef ?? posted?.Entity) as Row | undefined;
    if (contact && !isThere(contact.type === 'Customer' ? 'Customer' : 'Vendor', contact))
      faults.push(missingRef('EntityRef', refValue(contact)));
    const taxCode = sale?.TaxCodeRef ?? expense?.TaxCodeRef;
    if (taxCode && !isThere('TaxCode', taxCode)) faults.push(missingRef('TaxCodeRef', refValue(taxCode)));
    const wanted = sale && Math.round(Number(sale.Qty) * Number(sale.UnitPrice) * 100) / 100;
    if (wanted !== undefined && wanted !== Number(line.Amount))
      faults.push({
        Message: 'Amount calculation incorrect',
        Detail: 'Amount is not equal to UnitPrice * Qty.',
        code: '6070',
        element: 'Line',
      });
  }
  if (entity === 'PurchaseOrder' && rows.Account.get(refValue(row.APAccountRef))?.AccountType !== 'Accounts Payable')
    faults.push(missingRef('APAccountRef', refValue(row.APAccountRef)));
  if ((entity === 'Class' || entity === 'Department') && row.ParentRef && !isThere(entity, row.ParentRef))
    faults.push(missingRef('ParentRef', refValue(row.ParentRef)));
  faults.push(...bankFaults(entity, row, (ref) => isThere('Account', ref)));
  faults.push(...kindFaults(entity, row, (ref) => String(rows.Account.get(refValue(ref))?.AccountType)));
  if (entity === 'Payment' || entity === 'BillPayment') {
    const applied = ((row.Line ?? []) as Row[]).reduce((sum, line) => sum + Number(line.Amount), 0);
    if (applied > Number(row.TotalAmt))
      faults.push({
        Message: 'Business Validation Error',
        Detail: 'The amount applied exceeds TotalAmt.',
        code: '6000',
        element: 'TotalAmt',
      });
  }
  return faults;
}

/** A purchase by credit card is from a credit card, and any other one is not; only the first can be refunded. */
function kindFaults(entity: Entity, row: Row, typeOf: (ref: unknown) => string): QboFault[] {
  const fault = (element: string, Detail: string) => [
    { Message: 'Business Validation Error', Detail: `${Detail} (${element})`, code: '6000', element },
  ];
  const isCard = row.PaymentType === 'CreditCard';
  if (entity === 'Purchase') {
    if (!['Cash', 'Check', 'CreditCard'].includes(String(row.PaymentType)))
      return fault('PaymentType', 'Required parameter PaymentType is missing.');
    if (isCard !== (typeOf(row.AccountRef) === 'Credit Card'))
      return fault('AccountRef', 'The account does not fit the type of payment.');
    if (row.Credit === true && !isCard) return fault('Credit', 'Only a purchase by credit card can be a refund.');
  }
  const isAllowed = ['Bank', 'Other Current Asset'].includes(typeOf(row.DepositToAccountRef));
  if (entity === 'Deposit' && !isAllowed)
    return fault('DepositToAccountRef', 'Money cannot be deposited to an account of this type.');
  return [];
}

/** The accounts that money comes from and goes to, and the balance of a journal entry. */
function bankFaults(entity: Entity, row: Row, isAccount: (ref: unknown) => boolean): QboFault[] {
  const check = (row.CheckPayment as Row | undefined)?.BankAccountRef;
  const needed: Partial<Record<Entity, [string, unknown][]>> = {
    Purchase: [['AccountRef', row.AccountRef]],
    Deposit: [['DepositToAccountRef', row.DepositToAccountRef]],
    Transfer: [
      ['FromAccountRef', row.FromAccountRef],
      ['ToAccountRef', row.ToAccountRef],
    ],
    BillPayment: row.PayType === 'Check' ? [['BankAccountRef', check]] : [],
  };
  const faults = (needed[entity] ?? []).flatMap(([element, ref]) =>
    isAccount(ref) ? [] : [missingRef(element, (ref as Row | undefined)?.value)],
  );
  if (entity !== 'JournalEntry') return faults;
  const signed = (line: Row) => {
    const { PostingType } = (line.JournalEntryLineDetail ?? {}) as Row;
    return (PostingType === 'Debit' ? 1 : -1) * Math.round(Number(line.Amount) * 100);
  };
  const total = ((row.Line ?? []) as Row[]).reduce((sum, line) => sum + signed(line), 0);
  if (total === 0) return faults;
  const Detail = 'Transaction is not in balance: the debits of Line must equal the credits.';
  return [...faults, { Message: 'Business Validation Error', Detail, code: '6000', element: 'Line' }];
}
