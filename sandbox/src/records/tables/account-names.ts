/**
 * The chart of accounts that every company starts with: 60 ledger accounts, of which the first four are bank accounts.
 */
export type AccountKind = 'asset' | 'liability' | 'equity' | 'revenue' | 'cost';

const groups: readonly [AccountKind, string, readonly string[]][] = [
  ['asset', 'Cash at bank', ['Current account 1', 'Current account 2', 'Current account 3', 'Current account 4']],
  [
    'asset',
    'Current assets',
    [
      'Trade debtors',
      'Other debtors',
      'Prepayments',
      'Stock',
      'Work in progress',
      'Petty cash',
      'Input tax',
      'Deposits',
    ],
  ],
  ['asset', 'Fixed assets', ['Buildings', 'Machinery', 'Vehicles', 'Computers', 'Furniture', 'Software', 'Goodwill']],
  [
    'liability',
    'Current liabilities',
    ['Trade creditors', 'Other creditors', 'Accruals', 'Output tax', 'Payroll tax', 'Wages payable', 'Credit cards'],
  ],
  ['liability', 'Long-term liabilities', ['Bank loan', 'Mortgage', 'Leases', 'Provisions']],
  ['equity', 'Capital', ['Share capital', 'Share premium', 'Retained earnings', 'Dividends']],
  [
    'revenue',
    'Turnover',
    [
      'Sales of goods',
      'Sales of services',
      'Exports',
      'Freight charged',
      'Rent received',
      'Interest received',
      'Other income',
    ],
  ],
  ['cost', 'Cost of sales', ['Purchases', 'Freight', 'Direct wages', 'Subcontractors', 'Packaging', 'Stock change']],
  [
    'cost',
    'Overheads',
    [
      'Wages',
      'Rent',
      'Rates',
      'Heat and light',
      'Telephone',
      'Insurance',
      'Travel',
      'Advertising',
      'Repairs',
      'Legal fees',
      'Bank charges',
      'Depreciation',
      'Sundry',
    ],
  ],
];

export type AccountEntry = { kind: AccountKind; group: string; name: string };

export const accountEntries: readonly AccountEntry[] = groups.flatMap(([kind, group, names]) =>
  names.map((name) => ({ kind, group, name })),
);

export const bankAccountCount = 4;
export const firstRevenueAccount = accountEntries.findIndex((entry) => entry.kind === 'revenue');
export const firstCostAccount = accountEntries.findIndex((entry) => entry.kind === 'cost');
export const revenueAccountCount = accountEntries.filter((entry) => entry.kind === 'revenue').length;
export const costAccountCount = accountEntries.filter((entry) => entry.kind === 'cost').length;

export function accountEntry(index: number): AccountEntry {
  return accountEntries[index] ?? { kind: 'cost', group: 'Overheads', name: `Further costs ${index + 1}` };
}

export function accountName(index: number): string {
  return accountEntry(index).name;
}
