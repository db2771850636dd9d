import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ChangeOrder } from './books/make-changes.ts';
import type { Write } from './writes/company-writes.ts';

/**
 * An entry of the journal file. The file has one line for each change order and each write by a client. A change order
 * always has the same outcome, and a write is stored with its outcome. So a sandbox that is restarted with the file has
 * the same books and the same change positions as before.
 */
export type JournalEntry = { company: string; order: ChangeOrder | 'forget' } | { company: string; write: Write };

export type ChangeJournal = { read(): JournalEntry[]; append(entry: JournalEntry): void };

export function openChangeJournal(file: string): ChangeJournal {
  return {
    read() {
      if (!existsSync(file)) return [];
      // The last line may be incomplete, because the process was killed while writing it. Such a line is ignored. The
      // request that it belongs to was never answered.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as JournalEntry);
    },
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  };
}
