import { hashBytes, type ReadPage, type ReadRecord, type RecordRow, type RowMaking } from './record-row.ts';
import type { ThreadPage } from './thread-messages.ts';

/**
 * Builds a page from the thread's message. Its records have hashes but no `record` function. Its `rows` function
 * requests rows from the thread.
 */
export function pageOf(
  session: { rows(page: number, at: number[], making: RowMaking): Promise<RecordRow[]> },
  { number, resumeAt, cursor, total, records, hashes }: ThreadPage,
): ReadPage {
  const all = Buffer.from(hashes.buffer);
  const made: ReadRecord[] = records.map((record, at) => ({
    ...record,
    contentHash: all.subarray(hashBytes * at, hashBytes * (at + 1)),
  }));
  const places = new Map(made.map((record, at) => [record, at]));
  return {
    records: made,
    resumeAt,
    ...(cursor !== undefined && { cursor }),
    ...(total !== undefined && { total }),
    rows: (wanted, making) =>
      session.rows(
        number,
        wanted.flatMap((one) => places.get(one) ?? []),
        making,
      ),
  };
}
