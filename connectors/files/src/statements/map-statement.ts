import type { FileRecord, Problem, StatementFile, StatementTransaction } from '../file-content.ts';
import { createCounter, hashOf } from '../values/content-id.ts';
import { looksLikeFormula } from '../values/parse-text.ts';
import { recordOfStatement, type StatementSource } from './statement-record.ts';

export type MappedStatement = { bankAccounts: FileRecord[]; bankTransactions: FileRecord[]; problems: Problem[] };

/**
 * Maps a bank statement to records. A transaction keeps its id in overlapping statements: it is the bank's own id, or a
 * hash of the content with a counter for equal transactions of one day.
 */
export function mapStatement(statement: StatementFile): MappedStatement {
  const problems = [...statement.problems];
  const bankAccounts = statement.bankAccounts.flatMap((account) => {
    if (account.balance !== undefined) return [recordOf(account.id, { account })];
    problems.push({ row: 0, column: account.id, message: 'The account has no balance in this file. It is left out.' });
    return [];
  });
  const ids = idsOf(statement.transactions);
  const isRepeated = repetitionsOf(statement);
  const bankTransactions = statement.transactions.flatMap((transaction, at) => {
    const { description = '', reference = '', number } = transaction;
    if (isRepeated(transaction)) {
      problems.push({
        row: number,
        value: transaction.id ?? '',
        message: 'The transaction occurs twice. It counts once.',
      });
      return [];
    }
    const formula = [description, reference].find(looksLikeFormula);
    if (formula === undefined) return [recordOf(ids[at] ?? '', { transaction })];
    problems.push({ row: number, value: formula.slice(0, 100), message: 'The text looks like a formula.' });
    return [];
  });
  return { bankAccounts, bankTransactions, problems };
}

function recordOf(id: string, source: StatementSource): FileRecord {
  return { id, source: JSON.stringify(source), record: recordOfStatement(source) };
}

/** The ids of OFX are unique, so an equal transaction with the same id is a repetition. */
function repetitionsOf({ format }: StatementFile): (transaction: StatementTransaction) => boolean {
  const seen = new Set<string>();
  return (transaction) => {
    if (format !== 'ofx' || transaction.id === undefined) return false;
    const content = contentOf(transaction);
    const isSeen = seen.has(content);
    seen.add(content);
    return isSeen;
  };
}

/** Some banks repeat an id for different transactions: then the content belongs to the id. */
function idsOf(transactions: readonly StatementTransaction[]): string[] {
  const count = createCounter();
  const contents = new Map<string, Set<string>>();
  const hashes = transactions.map(contentOf);
  const keyOf = ({ accountId, id }: StatementTransaction) => `${accountId}|${id}`;
  for (const [at, transaction] of transactions.entries()) {
    const known = contents.get(keyOf(transaction)) ?? new Set();
    contents.set(keyOf(transaction), known.add(hashes[at] ?? ''));
  }
  return transactions.map((transaction, at) => {
    const hash = hashes[at] ?? '';
    if (transaction.id === undefined) return count(hash);
    const isAmbiguous = (contents.get(keyOf(transaction))?.size ?? 0) > 1;
    const id = transaction.id.length <= 150 ? keyOf(transaction) : hashOf(keyOf(transaction));
    return count(isAmbiguous ? `${id}|${hash.slice(0, 8)}` : id);
  });
}

const contentOf = ({ number: _, ...content }: StatementTransaction) =>
  hashOf(JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))));
