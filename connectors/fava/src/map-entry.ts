import { amountOf } from '@daybook/connector-kit';
import { currencyOf } from './amounts.ts';
import type { Transaction } from './ledger.ts';
import { recordOf } from './pull-records.ts';

const present = (text: string | undefined) => text?.trim() || undefined;

export const descriptionOf = ({ payee, narration }: Pick<Transaction, 'payee' | 'narration'>) =>
  present([payee, narration].filter(Boolean).join(' | '));

/** Owners write a number of their own as metadata or as a link (`^INV-1`). */
export const referenceOf = ({ meta, links }: Pick<Transaction, 'meta' | 'links'>) =>
  present(meta.reference) ?? present(meta.ref) ?? present(links[0]);

type EntrySource = Omit<Transaction, 'id'>;

export const mapJournalEntry = (source: EntrySource) => ({
  postedOn: `${source.date}T00:00:00Z`,
  description: descriptionOf(source),
  reference: referenceOf(source),
  journalLines: source.postings.flatMap(({ account, amount, meta }) =>
    amount
      ? [
          {
            description: present(meta.description) ?? present(meta.note),
            accountRef: { id: account, name: account.split(':').at(-1) },
            netAmount: amountOf(amount.number),
            currency: currencyOf(amount.currency),
          },
        ]
      : [],
  ),
});

export const entryRecord = ({ id, ...source }: Transaction) => recordOf(id, source, mapJournalEntry);
