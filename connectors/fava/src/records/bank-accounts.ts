import { amountOf, defineType } from '@daybook/connector-kit';
import { currencyOf } from '../amounts.ts';
import { readLedger } from '../ledger.ts';
import { createPull, type FavaShared, fromSourceBy, recordOf } from '../pull-records.ts';
import { type AccountSource, accountsOf, onlyBalance } from './accounts.ts';

/** An account with several currencies has no balance that could be shown, so it is no bank account here. */
export const isBankAccount = (source: AccountSource) => source.isBank && onlyBalance(source) !== undefined;

export const mapBankAccount = (source: AccountSource) => ({
  accountName: source.name.split(':').slice(1).join(' '),
  accountNumber: source.meta['account-number'],
  iBan: source.meta.iban,
  institution: source.meta.institution ?? source.meta.bank,
  currency: currencyOf(onlyBalance(source)?.currency),
  balance: amountOf(onlyBalance(source)?.number ?? '0'),
});

export const bankAccounts = defineType<FavaShared>({
  dataType: 'bankAccounts',
  pull: ({ pageSize }) =>
    createPull(async (access) => {
      const own = accountsOf(await readLedger(access)).filter(isBankAccount);
      return own.map((source) => recordOf(source.name, source, mapBankAccount));
    }, pageSize),
  fromSource: fromSourceBy(mapBankAccount),
});
