import type { Problem, StatementAccount, StatementFile, StatementTransaction } from '../file-content.ts';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';
import { nodeAt, nodesAt, readXmlTree, textAt, type XmlNode } from '../text/read-xml.ts';
import { calendarDate } from '../values/parse-date.ts';
import { bankAmount } from './check-balance.ts';
import { joinAccounts } from './join-accounts.ts';
import { readSgmlTree, refuseDocumentType } from './sgml-tree.ts';

/** Reads OFX 1 (SGML) and 2 (XML): statements of bank accounts and credit cards. */
export function readOfx(text: string, limits: FileLimits): StatementFile {
  const at = text.search(/<OFX>/i);
  if (at < 0) throw malformed('The tag <OFX> is missing.');
  refuseDocumentType(text.slice(0, at));
  const isXml = /<\?(xml|OFX)\s/i.test(text.slice(0, at));
  const root = isXml ? readXmlTree(text.trimStart()) : readSgmlTree(text.slice(at));
  const file: StatementFile = {
    kind: 'statement',
    format: 'ofx',
    ...{ bankAccounts: [], transactions: [], problems: [], notes: [] },
  };
  const accounts: StatementAccount[] = [];
  for (const [message, response, statement, from] of [
    ['BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS', 'BANKACCTFROM'],
    ['CREDITCARDMSGSRSV1', 'CCSTMTTRNRS', 'CCSTMTRS', 'CCACCTFROM'],
  ] as const)
    for (const messages of nodesAt(nodeAt(root, 'OFX'), message))
      for (const found of nodesAt(messages, response).flatMap((one) => nodesAt(one, statement))) {
        const account = accountOf(found, from, textAt(root, 'OFX', 'SIGNONMSGSRSV1', 'SONRS', 'FI', 'ORG'));
        accounts.push(account);
        readTransactions({ found, account, file });
      }
  if (accounts.length === 0) throw malformed('The file contains no statement of an account.');
  if (file.transactions.length > limits.rowsMax)
    throw new FileRefused('tooManyRows', `The file has more than ${limits.rowsMax} transactions. Split it.`);
  return { ...file, bankAccounts: joinAccounts(accounts) };
}

function accountOf(statement: XmlNode, from: string, institution: string | undefined): StatementAccount {
  const number = textAt(statement, from, 'ACCTID');
  if (!number) throw malformed('A statement has no account number (ACCTID).');
  const bank = textAt(statement, from, 'BANKID');
  const balance = bankAmount(textAt(statement, 'LEDGERBAL', 'BALAMT'));
  const balanceDate = dateOf(textAt(statement, 'LEDGERBAL', 'DTASOF'));
  const availableBalance = bankAmount(textAt(statement, 'AVAILBAL', 'BALAMT'));
  const currency = textAt(statement, 'CURDEF');
  return {
    id: bank ? `${bank}/${number}` : number,
    accountNumber: number,
    ...(institution && { institution }),
    ...(currency && /^[A-Z]{3}$/.test(currency) && { currency }),
    ...(balance !== undefined && { balance }),
    ...(balanceDate && { balanceDate }),
    ...(availableBalance !== undefined && { availableBalance }),
  };
}

type Found = { found: XmlNode; account: StatementAccount; file: StatementFile };

function readTransactions({ found, account, file }: Found): void {
  for (const node of nodesAt(nodeAt(found, 'BANKTRANLIST'), 'STMTTRN')) {
    const number = file.transactions.length + file.problems.length + 1;
    const date = dateOf(textAt(node, 'DTPOSTED'));
    const amount = bankAmount(textAt(node, 'TRNAMT'));
    const problem = problemOf({ node, number, date, amount, currency: account.currency });
    if (problem || date === undefined || amount === undefined) {
      if (problem) file.problems.push(problem);
      continue;
    }
    const id = textAt(node, 'FITID');
    const name = textAt(node, 'NAME') ?? textAt(node, 'PAYEE', 'NAME');
    const memo = textAt(node, 'MEMO');
    const description = [name, memo === name ? undefined : memo].filter(Boolean).join(' · ');
    const reference = textAt(node, 'CHECKNUM') ?? textAt(node, 'REFNUM');
    const transaction: StatementTransaction = {
      ...{ accountId: account.id, number, date, amount },
      ...(id && { id }),
      ...(account.currency && { currency: account.currency }),
      ...(description && { description }),
      ...(reference && { reference }),
    };
    file.transactions.push(transaction);
  }
}

type Checked = {
  node: XmlNode;
  number: number;
  date: string | undefined;
  amount: string | undefined;
  currency: string | undefined;
};

function problemOf({ node, number, date, amount, currency }: Checked): Problem | undefined {
  const problem = (column: string, value: string | undefined, message: string): Problem => ({
    ...{ row: number, column, message },
    ...(value !== undefined && { value: value.slice(0, 100) }),
  });
  if (date === undefined) return problem('DTPOSTED', textAt(node, 'DTPOSTED'), 'This is not a date.');
  if (amount === undefined) return problem('TRNAMT', textAt(node, 'TRNAMT'), 'This is not an amount.');
  for (const name of ['DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO'])
    if (nodesAt(node, name).length > 1) return problem(name, undefined, 'The value occurs twice.');
  const other = textAt(node, 'CURRENCY', 'CURSYM');
  if (other && other !== currency)
    return problem('CURRENCY', other, 'The amount is in another currency than the account.');
  return undefined;
}

/** The day of a time such as 20260131120000.000[-5:EST]. */
function dateOf(text = ''): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:\d{2,6}(?:\.\d{1,6})?)?(?:\[[^\]]{1,20}\])?$/.exec(text) ?? [];
  return calendarDate(Number(year), Number(month), Number(day));
}
