import { amountOf, defineType } from '@daybook/connector-kit';
import type { Amount } from '../amounts.ts';
import { readLedger } from '../ledger.ts';
import { descriptionOf, referenceOf } from '../map-entry.ts';
import { createPull, type FavaShared, fromSourceBy, recordOf } from '../pull-records.ts';
import { accountsOf } from './accounts.ts';
import { isBankAccount } from './bank-accounts.ts';

export type BankSource = {
  account: string;
  date: string;
  description: string | undefined;
  reference: string | undefined;
  amount: Amount;
};

export const mapBankTransaction = ({ account, date, description, reference, amount }: BankSource) => ({
  bankAccountRef: { id: account, name: account.split(':').slice(1).join(' ') },
  date: `${date}T00:00:00Z`,
  description,
  reference,
  amount: amountOf(amount.number),
});

/** The postings to bank accounts. */
export const bankTransactions = defineType<FavaShared>({
  dataType: 'bankTransactions',
  pull: ({ pageSize }) =>
    createPull(async (access) => {
      const ledger = await readLedger(access);
      const banks = new Set(
        accountsOf(ledger)
          .filter(isBankAccount)
          .map(({ name }) => name),
      );
      return ledger.transactions.flatMap((transaction) =>
        transaction.postings.flatMap(({ account, amount }, at) => {
          if (!amount || !banks.has(account)) return [];
          const [description, reference] = [descriptionOf(transaction), referenceOf(transaction)];
          const source = { account, date: transaction.date, description, reference, amount };
          return [recordOf(`${transaction.id}-p${at + 1}`, source, mapBankTransaction)];
        }),
      );
    }, pageSize),
  fromSource: fromSourceBy(mapBankTransaction),
});
