import { amountText, chooseAmountKind, minus, negated, partOf, randomAmount } from '../books/amounts.ts';
import { type Book, countOf, type RecordVersion, randomOf } from '../books/book.ts';
import { dayCount, dayText, timeText } from '../books/dates.ts';
import { memoText } from './document-body.ts';
import { reference } from './references.ts';
import { accountEntries, accountEntry, bankAccountCount } from './tables/account-names.ts';
import { trackingCount } from './tables/tracking-names.ts';

export function writeAccount(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'accounts', index, revision);
  const kind = chooseAmountKind(random, book.amounts);
  const { kind: accountKind, group, name } = accountEntry(index);
  const state = index < accountEntries.length ? 'active' : random.pick(['active', 'archived', 'pending']);
  return (
    `{"id":"${id}","code":"${1000 + index * 10}","name":"${name}",${memoText(random, revision)},"group":"${group}"` +
    `,"kind":"${accountKind}","currency":"EUR","balance":${amountText(randomAmount(random, kind, 0, 900_000_000), kind.scale)}` +
    `,"is_bank":${index < bankAccountCount},"state":"${state}","modified_at":"${modifiedAt ?? timeText(random.below(dayCount), index)}"}`
  );
}

/** Debits are positive and credits negative; the lines of a journal entry sum to zero. */
export function writeJournalEntry(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'journalEntries', index, revision);
  const kind = chooseAmountKind(random, book.amounts);
  const day = Math.min(dayCount - 1, Math.floor((index / countOf(book, 'journalEntries')) * dayCount));
  const total = randomAmount(random, kind, 100, 1_000_000);
  const part = partOf(total, 2000);
  const credits = random.below(3) === 0 ? [part, minus(total, part)] : [total];
  const lines = [total, ...credits.map(negated)].map((amount) => {
    const account = reference(book, 'accounts', random.below(accountEntries.length));
    const tracking = random.below(trackingCount * 3);
    return (
      `{"text":"Posting ${index + 1}","account":${account},"amount":${amountText(amount, kind.scale)},"currency":"EUR"` +
      `,"tracking":[${tracking < trackingCount ? reference(book, 'trackingCategories', tracking) : ''}]}`
    );
  });
  return (
    `{"id":"${id}","posted_on":"${dayText(day)}","reference":"J${index + 1}","lines":[${lines.join(',')}]` +
    `,${memoText(random, revision)},"modified_at":"${modifiedAt ?? timeText(day, random.next())}"}`
  );
}
