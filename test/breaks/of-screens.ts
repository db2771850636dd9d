import type { Break } from './break.ts';

/** What the portal and the link page show. */
export const ofScreens: Break[] = [
  {
    id: 'A-17',
    what: 'a company whose syncs fail is shown green',
    file: 'portal/src/pages/company/company-state.ts',
    from: "if (worst === 'Linked' && failedTypes(dataStatus ?? {}).length > 0) return failing;",
    to: '',
    tests: ['test/portal/what-is-so.test.ts'],
  },
  {
    id: 'A-17',
    what: 'in the list of companies, a linked connection with failing syncs is shown green',
    file: 'portal/src/pages/company/company-state.ts',
    from: "const failures = ['syncFailed', 'deletionsHeld'];",
    to: 'const failures: string[] = [];',
    tests: ['test/portal/what-is-so.test.ts'],
  },
  {
    id: 'A-17',
    what: 'a step of the migration that did not happen is ticked',
    file: 'portal/src/pages/migration/migration-steps.ts',
    from: "if (isMigrated) return 'skipped';",
    to: "if (isMigrated) return 'done';",
    tests: ['test/portal/what-is-so.test.ts'],
  },
  {
    id: 'A-17',
    what: 'a retry time in the past is announced as upcoming',
    file: 'portal/src/ui/time-words.ts',
    from: 'return at !== undefined && Date.parse(at) > nowMs;',
    to: 'return at !== undefined && nowMs > 0;',
    tests: ['test/portal/what-is-so.test.ts'],
  },
  {
    id: 'A-17',
    what: "the owner's page says that everything is connected while syncs fail",
    file: 'src/links/read-link.ts',
    from: "names === ''\n        ? messages[status](platformName)",
    to: 'names !== undefined\n        ? messages[status](platformName)',
    tests: ['test/links/links.test.ts'],
  },
];
