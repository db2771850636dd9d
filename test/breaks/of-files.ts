import type { Break } from './break.ts';

/** Uploaded files: what is read from them, and what an owner with a link may do. */
export const ofFiles: Break[] = [
  {
    id: 'P-FILES',
    what: 'the total below a list of balances is read as an account',
    file: 'connectors/files/src/mapping/total-line.ts',
    from: 'return isTotal(row) && others.length > 0',
    to: 'return false && isTotal(row) && others.length > 0',
    tests: ['connectors/files/test/tables.test.ts'],
  },
  {
    id: 'P-FILES',
    what: 'an amount in dollars is read as one in the currency of the record',
    file: 'connectors/files/src/mapping/build-record.ts',
    from: 'if (to[property] === currency) continue;',
    to: 'continue;',
    tests: ['connectors/files/test/tables.test.ts'],
  },
  {
    id: 'P-FILES',
    what: 'the link page links Files without a file',
    file: 'src/links/link-platform.ts',
    from: 'if (connector.uploads) {',
    to: 'if (connector.uploads && connectionId === undefined) {',
    tests: ['test/links/owner-uploads.test.ts'],
  },
  {
    id: 'P-FILES',
    what: 'an owner who has disconnected cannot upload again',
    file: 'src/uploads/uploading.ts',
    from: ' && !place.byOwner)',
    to: ')',
    tests: ['test/links/owner-uploads.test.ts'],
  },
  {
    id: 'P-FILES',
    what: 'a column stays mapped to a field that another column has taken',
    file: 'portal/src/link/upload/reading.ts',
    from: 'name !== field && of !== column',
    to: 'name !== field',
    tests: ['test/portal/reading-of-files.test.ts'],
  },
];
