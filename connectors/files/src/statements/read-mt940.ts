import { negate } from '@daybook/connector-kit';
import type { StatementAccount, StatementFile, StatementTransaction } from '../file-content.ts';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';
import { calendarDate } from '../values/parse-date.ts';
import { bankAmount, checkBalance } from './check-balance.ts';
import { joinAccounts } from './join-accounts.ts';
import { readPurpose } from './mt940-purpose.ts';

type Field = { tag: string; text: string; line: number };

/** Reads an MT940 file: any number of statements, with or without SWIFT's blocks around them. */
export function readMt940(text: string, limits: FileLimits): StatementFile {
  const accounts: StatementAccount[] = [];
  const transactions: StatementTransaction[] = [];
  for (const fields of splitStatements(readFields(text))) {
    const read = readStatement(fields);
    accounts.push(read.account);
    transactions.push(...read.transactions);
    if (transactions.length > limits.rowsMax)
      throw new FileRefused('tooManyRows', `The file has more than ${limits.rowsMax} transactions. Split it.`);
  }
  return {
    kind: 'statement',
    format: 'mt940',
    bankAccounts: joinAccounts(accounts),
    transactions,
    problems: [],
    notes: [],
  };
}

function readFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest = ''] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag) fields.push({ tag, text: rest, line: at + 1 });
    else if (/^(\{[1-5]:.*|-(\}.*)?|\s*)$/.test(line)) continue;
    else if (last) last.text += `\n${line}`;
    else throw malformed(`Line ${at + 1} is outside of a statement.`);
  }
  return fields;
}

function splitStatements(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20') statements.push([]);
    const last = statements.at(-1);
    if (!last) throw malformed(`Line ${field.line}: a statement must begin with the tag :20:.`);
    last.push(field);
  }
  return statements;
}

const known = new Set([
  '20',
  '21',
  '25',
  '28',
  '28C',
  '13D',
  '34F',
  '60F',
  '60M',
  '61',
  '86',
  '62F',
  '62M',
  '64',
  '65',
  '90D',
  '90C',
]);

function readStatement(fields: readonly Field[]): { account: StatementAccount; transactions: StatementTransaction[] } {
  for (const { tag, line } of fields)
    if (!known.has(tag)) throw malformed(`Line ${line}: the tag :${tag}: is unknown.`);
  const one = (...tags: string[]) => {
    const [found, second] = fields.filter(({ tag }) => tags.includes(tag));
    if (second) throw malformed(`Line ${second.line}: the tag :${second.tag}: occurs twice in a statement.`);
    return found;
  };
  const id = one('25')?.text.split('\n')[0]?.trim();
  const opening = balanceOf(one('60F', '60M'));
  const closing = balanceOf(one('62F', '62M'));
  const line = fields[0]?.line;
  if (!id || !opening || !closing)
    throw malformed(
      `The statement at line ${line} has no account (:25:) or no opening or closing balance (:60F:, :62F:).`,
    );
  if (opening.currency !== closing.currency) throw malformed(`The statement at line ${line} has two currencies.`);
  const transactions = fields.flatMap((field, at) => {
    if (field.tag === '86' && !['61', '62F', '62M', '64', '65'].includes(fields[at - 1]?.tag ?? ''))
      throw malformed(`Line ${field.line}: the tag :86: follows no transaction.`);
    if (field.tag !== '61') return [];
    const next = fields[at + 1];
    return [readTransaction({ field, purpose: next?.tag === '86' ? next.text : '', accountId: id })];
  });
  const amounts = transactions.map(({ amount }) => amount);
  checkBalance({ account: id, opening: opening.amount, closing: closing.amount, amounts });
  const available = balanceOf(one('64'));
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(id);
  const account: StatementAccount = {
    id,
    ...(isIban ? { iban: id } : { accountNumber: id.split('/').at(-1) ?? id }),
    currency: closing.currency,
    balance: closing.amount,
    balanceDate: closing.date,
    ...(available && { availableBalance: available.amount }),
  };
  return { account, transactions: transactions.map((one) => ({ ...one, currency: closing.currency })) };
}

function balanceOf(field: Field | undefined): { amount: string; currency: string; date: string } | undefined {
  if (!field) return undefined;
  const [, mark, year, month, day, currency = '', digits] =
    /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(\d{1,15}(?:,\d{0,5})?)\s*$/.exec(field.text) ?? [];
  const amount = bankAmount(digits);
  const date = calendarDate(2000 + Number(year), Number(month), Number(day));
  if (amount === undefined || !date) throw malformed(`Line ${field.line}: the balance cannot be read.`);
  return { amount: mark === 'D' ? negate(amount) : amount, currency, date };
}

const transactionForm =
  /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?[CD])([A-Z]?)(\d{1,15}(?:,\d{0,5})?)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function readTransaction({ field, purpose, accountId }: { field: Field; purpose: string; accountId: string }) {
  const [, year, month, day, entryMonth, entryDay, mark = '', , digits, , customerRef = '', bankRef = '', more = ''] =
    transactionForm.exec(field.text) ?? [];
  const amount = bankAmount(digits);
  const valueDate = calendarDate(2000 + Number(year), Number(month), Number(day));
  const date = entryMonth
    ? bookedOn(2000 + Number(year), Number(month), Number(entryMonth), Number(entryDay))
    : valueDate;
  if (amount === undefined || !valueDate || !date)
    throw malformed(`Line ${field.line}: the transaction cannot be read.`);
  const reference = [customerRef, bankRef].map((one) => one.trim()).find((one) => one && one !== 'NONREF');
  const description = readPurpose(purpose) || more.replace(/\s+/g, ' ').trim();
  const transaction: StatementTransaction = {
    ...{ accountId, number: field.line, date, amount: mark === 'D' || mark === 'RC' ? negate(amount) : amount },
    ...(description && { description }),
    ...(reference && { reference }),
  };
  return transaction;
}

/** The date of the entry has no year: it is the one next to the value date. */
function bookedOn(year: number, valueMonth: number, month: number, day: number): string | undefined {
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0;
  return calendarDate(year + shift, month, day);
}
