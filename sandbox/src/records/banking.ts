import { amountText, chooseAmountKind, negated, randomAmount } from '../books/amounts.ts';
import { type Book, countOf, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { dayCount, dayText, timeText } from '../books/dates.ts';
import { memoText } from './document-body.ts';
import { reference } from './references.ts';
import { bankAccountCount } from './tables/account-names.ts';

export function writeBankAccount(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'bankAccounts', index, revision, streams.details);
  const kind = chooseAmountKind(random, book.amounts);
  const number = 10_000_000 + randomOf(book, 'bankAccounts', index).below(90_000_000);
  const balance = randomAmount(random, kind, 0, 900_000_000);
  return (
    `{"id":"${id}","name":"Current account ${index + 1}","number":"${number}","iban":"GB00SAND00000${number}","bank":"Sandbox Bank"` +
    `,"currency":"EUR","balance":${amountText(balance, kind.scale)},"available":${amountText(balance, kind.scale)}` +
    `,"modified_at":"${modifiedAt ?? timeText(dayCount - 1, random.next())}"}`
  );
}

export function writeBankTransaction(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const fixed = randomOf(book, 'bankTransactions', index);
  const random = randomOf(book, 'bankTransactions', index, revision, streams.details);
  const kind = chooseAmountKind(fixed, book.amounts);
  const amount = randomAmount(fixed, kind, 100, 5_000_000);
  const day = Math.min(dayCount - 1, Math.floor((index / countOf(book, 'bankTransactions')) * dayCount));
  const account = reference(book, 'bankAccounts', fixed.below(countOf(book, 'bankAccounts')));
  return (
    `{"id":"${id}","bank_account":${account},"booked_on":"${dayText(day)}",${memoText(random, revision)},"reference":"TX${index + 1}"` +
    `,"amount":${amountText(fixed.below(2) ? amount : negated(amount), kind.scale)},"is_reconciled":${random.below(4) > 0}` +
    `,"modified_at":"${modifiedAt ?? timeText(day, random.next())}"}`
  );
}

export function writeTransfer(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'transfers', index, revision);
  const kind = chooseAmountKind(random, book.amounts);
  const amount = amountText(randomAmount(random, kind, 10_000, 10_000_000), kind.scale);
  const day = random.below(dayCount);
  const from = random.below(bankAccountCount);
  const to = (from + 1 + random.below(bankAccountCount - 1)) % bankAccountCount;
  const end = (account: number) =>
    `{"account":${reference(book, 'accounts', account)},"amount":${amount},"currency":"EUR"}`;
  return (
    `{"id":"${id}","moved_on":"${dayText(day)}",${memoText(random, revision)},"from":${end(from)},"to":${end(to)}` +
    `,"modified_at":"${modifiedAt ?? timeText(day, random.next())}"}`
  );
}
