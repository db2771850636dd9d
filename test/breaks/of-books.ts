import type { Break } from './break.ts';

const tests = ['test/books/random-histories.test.ts'];

/** Random histories of books: what snapshots, restatements and failed syncs must show. */
export const ofBooks: Break[] = [
  {
    id: 'P-BOOKS',
    what: 'a snapshot shows the newest journal entries, not the pinned ones',
    file: 'src/data/snapshots/find-snapshot-state.ts',
    from: `sql\`select s.data_set_id as "dataSetId", s.generation, s.total,`,
    to: `sql\`select s.data_set_id as "dataSetId", case when s.data_type = 'journalEntries' then (select d.published_generation
        from data_set d where d.data_set_id = s.data_set_id) else s.generation end as generation, s.total,`,
    tests,
  },
  {
    id: 'P-BOOKS',
    what: 'restatements forget records that are no longer in the books',
    file: 'src/restatements/restated-records.ts',
    from: 'p where (p.then_counted or p.now_counted)',
    to: 'p where p.now_counted',
    tests,
  },
  {
    id: 'P-BOOKS',
    what: 'what a sync writes is visible before it is published',
    file: 'src/data/write/open-generation.ts',
    from: 'firstGeneration : published + roomForPushes;',
    to: 'firstGeneration : published;',
    tests,
  },
  {
    id: 'P-BOOKS',
    what: 'restatements of snapshots compare the newest state, not the pinned one',
    file: 'src/restatements/read-states.ts',
    from: 'if (isNewest) return sql`',
    to: 'if (isNewest || snapshotId !== undefined) return sql`',
    tests,
  },
  {
    id: 'P-BOOKS',
    what: 'only the first publication of a data set enters the chain',
    file: 'schema/functions/proofs.sql',
    from: 'do update set asked = proof_set.asked + 1;',
    to: 'do update set asked = proof_set.asked;',
    tests,
  },
];
