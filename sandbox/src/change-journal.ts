import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ChangeOrder } from './books/make-changes.ts';
import type { Write } from './writes/company-writes.ts';

/**
 * A file with one line per change order or client write. Change orders are deterministic, and a write is stored with
 * its outcome, so a sandbox restarted with the file has the same books and the same positions.
 */
export type JournalEntry = { company: string; order: ChangeOrder | 'forget' } | { company: string; write: Write };

export type ChangeJournal = { read(): JournalEntry[]; append(entry: JournalEntry): void };

export function openChangeJournal(file: string): ChangeJournal {
  return {
    read() {
      if (!existsSync(file)) return [];
      // Ignore a last line that was cut off when the process was killed, because that request was never answered.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as JournalEntry);
    },
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  };
}
