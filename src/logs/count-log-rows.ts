import type { BatchWriter } from '../base/batch-writer.ts';

/** The numbers of rows that this process has written and dropped, for metrics. A log that is turned off has none. */
export function countLogRows(
  writers: Record<string, Pick<BatchWriter<never>, 'counts'> | undefined>,
): { labels: { log: string; outcome: string }; count: number }[] {
  return Object.entries(writers).flatMap(([log, writer]) =>
    Object.entries(writer?.counts() ?? {}).map(([outcome, count]) => ({ labels: { log, outcome }, count })),
  );
}
