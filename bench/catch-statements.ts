import type { Db } from '../src/db/db.ts';
import type { Statement } from './measure-page-one.ts';
import type { Cell } from './start-cell.ts';

/**
 * Captures the statements that the product sends to the database, so that the bench always uses the current ones.
 * `answers` are the rows returned for each statement, in order; after the last one the work is aborted.
 */
export async function catchStatements(
  cell: Cell,
  answers: readonly object[][],
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const caught: Statement[] = [];
  const enough = new Error('enough');
  const db: Pick<Db, 'read'> = {
    async read<Row>(_accountId: string, statement: Parameters<Db['read']>[1]) {
      const { sql, parameters } = 'compile' in statement ? statement.compile(cell.base.db.system) : statement;
      caught.push({ text: sql, values: [...parameters] });
      const rows = answers[caught.length - 1];
      if (!rows) throw enough;
      return rows as Row[];
    },
  };
  await work(db as Db).catch((error) => {
    if (error !== enough) throw error;
  });
  return caught;
}
