import type { Break } from './break.ts';

/** Who comes from another system: imported tokens, settings of a connection, requests that are passed through. */
export const ofArrivals: Break[] = [
  {
    id: 'P-IMPORT',
    what: 'a token that was renewed is lost when its line fails',
    file: 'src/connections/oauth/import/import-connection.ts',
    from: "unlessRenewed: failed.outcome !== 'expired'",
    to: 'unlessRenewed: false',
    tests: ['test/cli/connection-import.test.ts'],
  },
  {
    id: 'P-IMPORT',
    what: 'a check renews tokens and takes them from the old system',
    file: 'src/connections/oauth/import/import-connection.ts',
    from: 'mayRenew: !options.isCheck',
    to: 'mayRenew: true',
    tests: ['test/cli/connection-import.test.ts'],
  },
  {
    id: 'P-SETTINGS',
    what: 'the settings of a company override those of its connection',
    file: 'src/sync/settings/settings.ts',
    from: '[...(account ?? []), ...(company ?? []), ...(connection ?? [])]',
    to: '[...(connection ?? []), ...(account ?? []), ...(company ?? [])]',
    tests: ['test/sync/connection-settings.test.ts'],
  },
];
