import { amountText, chooseAmountKind, minus, negated, partOf, randomAmount } from '../books/amounts.ts';
import { type Book, countOf, type RecordVersion, randomOf } from '../books/book.ts';
import { dayCount, dayText, timeText } from '../books/dates.ts';
import { memoText } from './document-body.ts';
import { reference } from './references.ts';
import { accountEntries, accountEntry, bankAccountCount } from './tables/account-names.ts';
import { trackingCount } from './tables/tracking-names.ts';

export function writeAccount(
  book: Book,
  { id, index, revision, modifiedAt }: RecordVersion,
  balance = balanceText(book, index),
): string {
  const random = randomOf(book, 'accounts', index, revision);
  const { kind: accountKind, group, name } = accountEntry(index);
  const state = index < accountEntries.length ? 'active' : random.pick(['active', 'archived', 'pending']);
  return (
    `{"id":"${id}","code":"${1000 + index * 10}","name":"${name}",${memoText(random, revision)},"group":"${group}"` +
    `,"kind":"${accountKind}","currency":"EUR","balance":${balance}` +
    `,"is_bank":${index < bankAccountCount},"state":"${state}","modified_at":"${modifiedAt ?? timeText(random.below(dayCount), index)}"}`
  );
}

const isDebit = (index: number) => ['asset', 'cost'].includes(accountEntry(index).kind);
const indexes = accountEntries.map((_, index) => index);
const [debits, credits] = [indexes.filter(isDebit), indexes.filter((index) => !isDebit(index))];

/**
 * Assets and costs have debit balances (positive), the others credit balances (negative). The books balance: an account
 * with a credit balance stands against one or two with debit balances, of the same sum. A change of an account leaves
 * its balance as it is, and accounts that are added later have none.
 */
function balanceText(book: Book, index: number): string {
  const own = (isDebit(index) ? debits : credits).indexOf(index);
  if (own === -1) return '0';
  const group = own % credits.length;
  const random = randomOf(book, 'accounts', credits[group] ?? 0, 0);
  const kind = chooseAmountKind(random, book.amounts);
  const total = randomAmount(random, kind, 100, 900_000_000);
  if (!isDebit(index)) return amountText(negated(total), kind.scale);
  if (group + credits.length >= debits.length) return amountText(total, kind.scale);
  const part = partOf(total, 1000 + random.below(8000));
  return amountText(own === group ? part : minus(total, part), kind.scale);
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
