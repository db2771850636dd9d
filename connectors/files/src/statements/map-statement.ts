import type { FileRecord, Problem, StatementFile } from '../file-content.ts';

export type MappedStatement = { bankAccounts: FileRecord[]; bankTransactions: FileRecord[]; problems: Problem[] };

/**
 * Maps a bank statement to records. A transaction keeps its id in overlapping statements: it is the bank's own id, or a
 * hash of the content with a counter for equal transactions of one day.
 */
export function mapStatement(_statement: StatementFile): MappedStatement {
  throw new Error('Not written yet.');
}
