import type { ContractPlatform } from './open-books.ts';

const files: Record<ContractPlatform, string[]> = {
  xero: ['xero', 'xero-rules', 'xero-reports', 'xero-money', 'xero-app'].map((name) => `${name}.test`),
  quickbooks: ['quickbooks', 'quickbooks-rules', 'quickbooks-reports', 'quickbooks-money', 'quickbooks-app'].map(
    (name) => `${name}.test`,
  ),
  stripe: ['stripe.test', 'stripe-rules.test', 'stripe-app.test'],
};

/** The conformance suite of a platform, and a complete Daybook with its contract server. */
export const contractTests = (platform: ContractPlatform): string[] => [
  ...files[platform].map((name) => `connectors/${platform}/test/${name}.ts`),
  ...['overlap.test', 'contract-sync.live'].map((name) => `test/providers/contract-sync/${name}.ts`),
];

export const contractBars: readonly (readonly [string, string])[] = [
  ['failed', '<= 0'],
  ['conformanceFailed', '<= 0'],
  ['editedMissed', '<= 0'],
  ['deletedMissed', '<= 0'],
  ['missedWithOverlap', '<= 0'],
  // The test must be able to see the defect.
  ['missedWithoutOverlap', '>= 1'],
  ['oldDeletionsMissed', '<= 0'],
  ['refusedByLimits', '<= 0'],
  ['pushedTwice', '<= 0'],
  ['pushesLost', '<= 0'],
  ['trialBalanceEqual', 'true'],
];

/** Not those of `--quick`, which reads and writes less. */
export const contractFullBars: readonly (readonly [string, string])[] = [
  ['syncedInvoices', '>= 5000'],
  ['editedBrought', '>= 100'],
  ['deletedFound', '>= 20'],
  ['pushesTrue', '>= 50'],
  ['answersCut', '>= 25'],
];
