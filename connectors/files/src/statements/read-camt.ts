import { negate } from '@daybook/connector-kit';
import type { StatementAccount, StatementFile, StatementTransaction } from '../file-content.ts';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';
import { nodeAt, nodesAt, readXmlTree, textAt, type XmlNode } from '../text/read-xml.ts';
import { calendarDate } from '../values/parse-date.ts';
import { bankAmount, checkBalance } from './check-balance.ts';
import { joinAccounts } from './join-accounts.ts';

/** Reads CAMT.053 of every version since 001.02. Only booked entries are transactions. */
export function readCamt(text: string, limits: FileLimits): StatementFile {
  if (!/camt\.053|BkToCstmrStmt/.test(text.slice(0, 20_000)) && !/<!DOCTYPE(?!\s+html)/i.test(text.slice(0, 5000)))
    throw new FileRefused('unknownFormat', 'Of XML files, only CAMT.053 and OFX statements can be read.');
  const message = nodeAt(readXmlTree(text.trimStart()), 'Document', 'BkToCstmrStmt');
  const file: StatementFile = {
    kind: 'statement',
    format: 'camt.053',
    ...{ bankAccounts: [], transactions: [], problems: [], notes: [] },
  };
  const accounts: StatementAccount[] = [];
  let left = 0;
  for (const statement of nodesAt(message, 'Stmt')) {
    const account = accountOf(statement);
    const entries = nodesAt(statement, 'Ntry');
    const booked = entries.filter((entry) => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK');
    left += entries.length - booked.length;
    const read = booked.map((entry, at) =>
      transactionOf({ entry, account, number: file.transactions.length + at + 1 }),
    );
    checkStatement(statement, account, read);
    accounts.push(account);
    file.transactions.push(...read);
    if (file.transactions.length > limits.rowsMax)
      throw new FileRefused('tooManyRows', `The file has more than ${limits.rowsMax} transactions. Split it.`);
  }
  if (accounts.length === 0) throw malformed('The file contains no statement.');
  if (left > 0) file.notes.push(`Entries that are not booked yet were left out: ${left}.`);
  return { ...file, bankAccounts: joinAccounts(accounts) };
}

function accountOf(statement: XmlNode): StatementAccount {
  const account = nodeAt(statement, 'Acct');
  const iban = textAt(account, 'Id', 'IBAN');
  const number = textAt(account, 'Id', 'Othr', 'Id');
  const id = iban ?? number;
  if (!id) throw malformed('A statement has no account.');
  const closing = balanceOf(statement, 'CLBD');
  const available = balanceOf(statement, 'CLAV');
  const name = textAt(account, 'Nm') ?? textAt(account, 'Ownr', 'Nm');
  const bank = nodeAt(account, 'Svcr', 'FinInstnId');
  const institution = textAt(bank, 'Nm') ?? textAt(bank, 'BICFI') ?? textAt(bank, 'BIC');
  const currency = textAt(account, 'Ccy') ?? closing?.currency;
  return {
    id,
    ...(name && { name }),
    ...(iban && { iban }),
    ...(number && { accountNumber: number }),
    ...(institution && { institution }),
    ...(currency && { currency }),
    ...(closing && { balance: closing.amount, balanceDate: closing.date }),
    ...(available && { availableBalance: available.amount }),
  };
}

type Balance = { amount: string; currency: string; date: string };

function balanceOf(statement: XmlNode, code: string): Balance | undefined {
  const node = nodesAt(statement, 'Bal').find((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
  if (!node) return undefined;
  const date = dateOf(nodeAt(node, 'Dt'));
  const read = amountOf(node);
  if (!read || !date) throw malformed(`The balance ${code} cannot be read.`);
  return { ...read, date };
}

/** Without both balances (of a statement in several pages, for example) nothing can be checked. */
function checkStatement(statement: XmlNode, account: StatementAccount, read: readonly StatementTransaction[]): void {
  const opening = balanceOf(statement, 'OPBD') ?? balanceOf(statement, 'PRCD');
  const closing = balanceOf(statement, 'CLBD');
  if (!opening || !closing) return;
  if (opening.currency !== closing.currency) throw malformed(`The statement of ${account.id} has two currencies.`);
  const amounts = read.map(({ amount }) => amount);
  checkBalance({ account: account.id, opening: opening.amount, closing: closing.amount, amounts });
}

type EntryInput = { entry: XmlNode; account: StatementAccount; number: number };

function transactionOf({ entry, account, number }: EntryInput): StatementTransaction {
  const read = amountOf(entry);
  const date = dateOf(nodeAt(entry, 'BookgDt')) ?? dateOf(nodeAt(entry, 'ValDt'));
  if (!read || !date) throw malformed(`Entry ${number} has no amount or no date that can be read.`);
  if (account.currency && read.currency !== account.currency)
    throw malformed(`Entry ${number} is in ${read.currency}, but account ${account.id} is in ${account.currency}.`);
  const details = nodesAt(entry, 'NtryDtls').flatMap((one) => nodesAt(one, 'TxDtls'));
  const [first] = details.length === 1 ? details : [];
  const given = textAt(entry, 'AcctSvcrRef') ?? textAt(first, 'Refs', 'AcctSvcrRef');
  const id = given && !/^(NOTPROVIDED|NONREF|0+)$/i.test(given) ? given : undefined;
  const isIncoming = !read.amount.startsWith('-');
  const description = [first && partyOf(first, isIncoming), purposeOf(first) ?? textAt(entry, 'AddtlNtryInf')];
  const reference = [textAt(first, 'Refs', 'EndToEndId'), textAt(entry, 'NtryRef')].find(
    (text) => text && text !== 'NOTPROVIDED',
  );
  const text = description.filter(Boolean).join(' · ');
  return {
    ...{ accountId: account.id, number, date, amount: read.amount, currency: read.currency },
    ...(id && { id }),
    ...(text && { description: text }),
    ...(reference && { reference }),
  };
}

/** The other side: who paid, or who was paid. Newer versions have a level more. */
function partyOf(details: XmlNode, isIncoming: boolean): string | undefined {
  const party = nodeAt(details, 'RltdPties', isIncoming ? 'Dbtr' : 'Cdtr');
  return textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm');
}

function purposeOf(details: XmlNode | undefined): string | undefined {
  const remittance = nodeAt(details, 'RmtInf');
  const free = nodesAt(remittance, 'Ustrd').map(({ text }) => text.trim());
  const structured = textAt(remittance, 'Strd', 'CdtrRefInf', 'Ref');
  return [...free, structured].filter(Boolean).join(' ') || undefined;
}

/** `CdtDbtInd` is the direction of the money, also of a reversal. */
function amountOf(node: XmlNode): { amount: string; currency: string } | undefined {
  const [amount, second] = nodesAt(node, 'Amt');
  const direction = textAt(node, 'CdtDbtInd');
  const currency = amount?.attributes.Ccy ?? '';
  const text = /^\d{1,18}(\.\d{1,5})?$/.test(amount?.text.trim() ?? '') ? bankAmount(amount?.text) : undefined;
  if (text === undefined || second || !/^[A-Z]{3}$/.test(currency)) return undefined;
  if (direction !== 'CRDT' && direction !== 'DBIT') return undefined;
  return { amount: direction === 'DBIT' ? negate(text) : text, currency };
}

function dateOf(node: XmlNode | undefined): string | undefined {
  const text = textAt(node, 'Dt') ?? textAt(node, 'DtTm') ?? '';
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[T+Z-].{0,40})?$/.exec(text) ?? [];
  return calendarDate(Number(year), Number(month), Number(day));
}
