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
  {
    id: 'P-MAPPING',
    what: 'a preview examines only the first page of each data set',
    file: 'src/mappings/preview-mapping.ts',
    from: '    round = unfinished;',
    to: '    round = [];',
    tests: ['test/mappings/mappings.test.ts'],
  },
  {
    id: 'P-CUSTOM-PUSH',
    what: 'a mapping may name any field of a request',
    file: 'src/mappings/check-fields.ts',
    from: 'if (!isTaken.test(pushTo))',
    to: 'if (pushTo === "")',
    tests: ['test/push/custom-fields.test.ts'],
  },
  {
    id: 'P-CUSTOM-PUSH',
    what: 'a retry sends the request with the mapping of now',
    file: 'src/push/lanes/prepare-push.ts',
    from: 'if (row.prepared !== null) {',
    to: 'if (row.prepared === "") {',
    tests: ['test/push/custom-fields.test.ts'],
  },
  {
    id: 'P-CUSTOM-PUSH',
    what: 'after a lost answer, an update counts as done without its custom fields',
    file: 'connectors/odoo/src/push/own-fields.ts',
    from: 'if (kept === undefined) return false;',
    to: 'if (kept !== "") return true;',
    tests: ['connectors/odoo/test/own-fields.test.ts'],
  },
  {
    id: 'P-CUSTOM-PUSH',
    what: 'a condition ignores the custom fields that the push sets',
    file: 'src/push/conditions/condition.ts',
    from: 'if (!customFields || record.source === undefined) return items;',
    to: 'if (customFields !== null) return items;',
    tests: ['test/push/custom-fields.test.ts'],
  },
];
