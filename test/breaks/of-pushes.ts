import type { Break } from './break.ts';

/** Pushes and their warnings. */
export const ofPushes: Break[] = [
  {
    id: 'A-7',
    what: 'the answer to a later poll replaces the 202 of the platform',
    file: 'src/push/lanes/attempt-push.ts',
    from: "return to === 'request' ? { providerStatus } : { lastPollStatus: providerStatus };",
    to: "return to === 'request' ? { providerStatus } : { providerStatus, lastPollStatus: providerStatus };",
    tests: ['test/push/provider-status.test.ts'],
  },
  {
    id: 'R-PUSH-01',
    what: "the platform's status is not stored",
    file: 'src/push/lanes/settle-push.ts',
    from: '...(providerStatus !== undefined && { provider_status: providerStatus }),',
    to: '',
    tests: ['test/push/provider-status.test.ts'],
  },
  {
    id: 'R-PUSH-02',
    what: "a push that the platform answered with 202 shows that status as the service's own",
    file: 'src/push/list-pushes.ts',
    from: 'sql`p.provider_status`,',
    to: 'sql`p.status_code`,',
    tests: ['test/push/provider-status.test.ts'],
  },
  {
    id: 'A-9',
    what: 'a push does not warn of fields that the platform does not accept',
    file: 'src/push/check-record.ts',
    from: '  return left.map((itemId) => ({',
    to: '  return left.slice(left.length).map((itemId) => ({',
    tests: ['test/push/warnings.test.ts'],
  },
  {
    id: 'A-9',
    what: 'a push does not warn of values that the platform rounded, replaced or dropped',
    file: 'connector-kit/src/compare-kept.ts',
    from: '} else if (!isSame(given, held)) warnings.push(warningOf(at, given, held));',
    to: '}',
    tests: ['test/push/warnings.test.ts'],
  },
  {
    id: 'A-9',
    what: 'a failed push loses its warnings',
    file: 'src/push/validation.ts',
    from: 'warnings: before?.warnings ?? [] };',
    to: 'warnings: before?.warnings.slice(100) ?? [] };',
    tests: ['test/push/warnings.test.ts'],
  },
];
