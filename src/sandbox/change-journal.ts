import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ChangeOrder } from './books/make-changes.ts';
import type { Write } from './writes/company-writes.ts';

/**
 * The orders of change and what clients wrote, in a file, one a line. The same orders have the same outcome, and of a
 * write its outcome is kept: a sandbox that is started again with the file has the same books, positions included.
 */
export type JournalEntry = { company: string; order: ChangeOrder | 'forget' } | { company: string; write: Write };

export type ChangeJournal = { read(): JournalEntry[]; append(entry: JournalEntry): void };

export function openChangeJournal(file: string): ChangeJournal {
  return {
    read() {
      if (!existsSync(file)) return [];
      // A line that a kill has cut was never answered.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as JournalEntry);
    },
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  };
}
