import type { StatementAccount } from '../file-content.ts';

/** A file may have a statement for each day: an account gets its newest balance. */
export function joinAccounts(accounts: readonly StatementAccount[]): StatementAccount[] {
  const joined = new Map<string, StatementAccount>();
  for (const account of accounts) {
    const before = joined.get(account.id);
    const isNewer = (account.balanceDate ?? '') >= (before?.balanceDate ?? '');
    if (!before || isNewer) joined.set(account.id, account);
  }
  return [...joined.values()];
}
