import type { Break } from './break.ts';

const tests = ['test/checks/checks.test.ts'];

/** Checks of a generation before it is published. */
export const ofChecks: Break[] = [
  {
    id: 'P-CHECKS',
    what: 'a check with the level hold does not hold',
    file: 'src/sync/run/finish-sync.ts',
    from: 'if (held.length > 0) throw new HeldByChecks(of, checked, held);',
    to: '',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: 'the level of the account is ignored',
    file: 'src/checks/run-checks.ts',
    from: 'settings[check]?.level ?? checkKinds[check].level;',
    to: 'checkKinds[check].level;',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: 'a check never finds anything',
    file: 'src/checks/kinds/duplicate.ts',
    from: 'having count(*) > 1',
    to: 'having count(*) > 1000000',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: 'a finding ends with the next sync although its record is the same',
    file: 'src/checks/kinds/check-kind.ts',
    from: 'const known = (of.previous?.records ?? []).flatMap(({ recordId }) => recordId ?? []);',
    to: 'const known: string[] = [];',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: 'a confirmation covers every check',
    file: 'src/checks/held-by-checks.ts',
    from: 'confirmed.includes(check)',
    to: 'confirmed.length > 0',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: 'the tolerance of the account is ignored',
    file: 'src/checks/run-checks.ts',
    from: 'settings[check]?.tolerance ?? checkKinds[check].tolerance;',
    to: 'checkKinds[check].tolerance;',
    tests,
  },
  {
    id: 'P-CHECKS',
    what: "the platform's own account type is not used",
    file: 'src/checks/kinds/ledger-sums.ts',
    from: "then payload ->> 'role' = ${side.role}::text",
    to: 'then false',
    tests: ['test/checks/ledger-accounts.test.ts'],
  },
  {
    id: 'P-CHECKS',
    what: 'the side of a balance is not regarded',
    file: 'src/checks/kinds/ledger-sums.ts',
    from: 'coalesce(abs(sign * (documents - notes) - ledger) >',
    to: 'coalesce(abs(abs(documents - notes) - abs(ledger)) >',
    tests: ['test/checks/ledger-accounts.test.ts'],
  },
  {
    id: 'P-CHECKS',
    what: 'readers of a list are not told that a newer state is held',
    file: 'src/data/read/read-records.ts',
    from: 'const held = isChosen ? {} : heldHeader(page.note);',
    to: 'const held = isChosen || page ? {} : heldHeader(null);',
    tests,
  },
];
