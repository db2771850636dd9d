import type { Break } from './break.ts';

/** Custom fields: readers see those of one mapping at a time, and never a guessed value. */
export const ofMappings: Break[] = [
  {
    id: 'P-MAPPING',
    what: 'a push during a re-mapping has no custom fields',
    file: 'src/data/write/publish-pushed.ts',
    from: 'custom_fields_of(account_id, coalesce(shown_mapping, mapping))',
    to: 'custom_fields_of(account_id, mapping)',
    tests: ['test/mappings/mappings.test.ts'],
  },
  {
    id: 'P-MAPPING',
    what: 'a record that was pushed during a re-mapping keeps the fields of the earlier mapping',
    file: 'src/sync/run/remap-pushed.ts',
    from: 'if (!run.canRemap || run.mapping === run.mappingBefore) return;',
    to: 'if (run.canRemap) return;',
    tests: ['test/mappings/mappings.test.ts'],
  },
  {
    id: 'P-MAPPING',
    what: 'records are not marked when a mapping changes',
    file: 'src/mappings/change-mapping.ts',
    from: 'if (!before || digestOf(before.fields) !== digestOf(fields)) await',
    to: 'if (!before) await',
    tests: ['test/mappings/mappings.test.ts'],
  },
];
