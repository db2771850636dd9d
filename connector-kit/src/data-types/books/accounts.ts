import type { DataType } from '../data-type.ts';
import { amount, choice, currency, flag, object, optional, text } from '../parts.ts';

/**
 * Stated by connectors whose platform says so, whatever the account is called. A platform can have several accounts of
 * one role.
 */
const accountRole = choice('Receivables', 'Payables');

/** `currentBalance`: debits are positive, credits negative. */
export const accounts: DataType = {
  name: 'accounts',
  description: 'The chart of accounts.',
  columns: { status: 'status', amount1: 'currentBalance', ref1: 'nominalCode' },
  record: object({
    nominalCode: optional(text()),
    name: text(),
    description: optional(text()),
    fullyQualifiedCategory: optional(text()),
    type: choice('Unknown', 'Asset', 'Expense', 'Income', 'Liability', 'Equity'),
    role: optional(accountRole),
    currency: optional(currency),
    currentBalance: optional(amount()),
    isBankAccount: optional(flag()),
    status: choice('Unknown', 'Active', 'Archived', 'Pending'),
  }),
};
