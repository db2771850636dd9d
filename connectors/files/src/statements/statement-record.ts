import { amountOf } from '@daybook/connector-kit';
import type { StatementAccount, StatementTransaction } from '../file-content.ts';

/** The source of a record of a bank statement. */
export type StatementSource = { account: StatementAccount } | { transaction: StatementTransaction };

export function recordOfStatement(source: StatementSource): object {
  return 'account' in source ? accountRecord(source.account) : transactionRecord(source.transaction);
}

function accountRecord({
  id,
  name,
  accountNumber,
  iban,
  institution,
  currency,
  ...balances
}: StatementAccount): object {
  return {
    accountName: name ?? iban ?? id,
    accountNumber,
    iBan: iban,
    institution,
    currency,
    balance: amountOf(balances.balance ?? ''),
    availableBalance: balances.availableBalance === undefined ? undefined : amountOf(balances.availableBalance),
  };
}

function transactionRecord({ accountId, date, description, reference, amount }: StatementTransaction): object {
  return {
    bankAccountRef: { id: accountId },
    date: `${date}T00:00:00Z`,
    description,
    reference,
    amount: amountOf(amount),
  };
}
