import type { Break } from './break.ts';

const tests = ['connector-kit/test/fixtures.test.ts'];

/** The recorder of the connector kit. */
export const ofKit: Break[] = [
  {
    id: 'P-KIT',
    what: 'a token that a platform issues stands in a fixture',
    file: 'connector-kit/src/fixtures/mask.ts',
    from: "if (typeof inner === 'string' && inner !== '' && secretMember.test(name)) {",
    to: "if (name === 'never' && typeof inner === 'string') {",
    tests,
  },
  {
    id: 'P-KIT',
    what: 'fixtures are written although a secret is left in them',
    file: 'connector-kit/src/fixtures/fixtures.ts',
    from: 'if (shown.length > 0)',
    to: 'if (shown.length > 1000)',
    tests,
  },
  {
    id: 'P-KIT',
    what: 'cookies stand in a fixture',
    file: 'connector-kit/src/fixtures/mask.ts',
    from: 'const kept = Object.entries(headers).filter(([name]) => keptHeaders.test(name));',
    to: 'const kept = Object.entries(headers);',
    tests,
  },
];
