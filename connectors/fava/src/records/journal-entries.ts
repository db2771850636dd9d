import { defineType } from '@daybook/connector-kit';
import { readLedger } from '../ledger.ts';
import { entryRecord, mapJournalEntry } from '../map-entry.ts';
import { createPull, type FavaShared, fromSourceBy } from '../pull-records.ts';
import { push } from '../push-entries.ts';

export const journalEntries = defineType<FavaShared>({
  dataType: 'journalEntries',
  pull: ({ pageSize }) =>
    createPull(async (access) => (await readLedger(access)).transactions.map(entryRecord), pageSize),
  push: () => push,
  fromSource: fromSourceBy(mapJournalEntry),
});
