import { contractBars, contractFullBars, contractTests } from './contract-sync/contract-tests.ts';

/** A figure and its goal. */
export type BarGoal = readonly [string, string];

/** A program that `npm run providers -- NAME` installs, starts and tests against. */
export type Provider = {
  /** Its state is deleted before and after the run; what takes long to build is cached. */
  script: string;
  /** Settings of the script, in addition to the environment. */
  env?: Record<string, string>;
  /** Test files of every run, in their order. */
  files: readonly string[];
  /** Test files of a full run only. */
  fullFiles?: readonly string[];
  bars: readonly BarGoal[];
  /** Checked only in a full run: `--quick` does not measure all of them. */
  fullBars?: readonly BarGoal[];
};

const live = (platform: string, ...names: string[]) =>
  names.map((name) => `connectors/${platform}/test/live/${name}.live.ts`);
const scriptOf = (program: string) => `connectors/${program}/test/live/start-${program}.sh`;

const nothingFailed: readonly BarGoal[] = [
  ['failed', '<= 0'],
  ['conformanceFailed', '<= 0'],
];
/** What Daybook has is what the platform has. */
const nothingMissed: readonly BarGoal[] = [
  ['editsMissed', '<= 0'],
  ['deletionsMissed', '<= 0'],
  ['trialBalanceEqual', 'true'],
  ['reportsEqual', 'true'],
];
/** The second one shows that the test can see the defect. */
const transactionTrap: readonly BarGoal[] = [
  ['missedWithOverlap', '<= 0'],
  ['missedWithoutOverlap', '>= 1'],
];
const pushedOnce: readonly BarGoal[] = [
  ['pushedTwice', '<= 0'],
  ['pushesLost', '<= 0'],
];

/** The same tests and bars for every version of Tryton. */
const trytonOf = (version: string): Provider => ({
  script: scriptOf('tryton'),
  env: { TRYTON_VERSION: version },
  files: live('tryton', ...['conformance', 'traps', 'updates', 'conditions', 'sync'].map((name) => `tryton-${name}`)),
  fullFiles: live('tryton', 'tryton-push', 'tryton-throttle'),
  bars: [
    ...nothingFailed,
    ...nothingMissed,
    ...transactionTrap,
    ['changesAfterLostAnswer', '>= 15'],
    ['changedTwice', '<= 0'],
    ['overwritten', '<= 0'],
    ['staleRefused', '>= 21'],
  ],
  fullBars: [
    ...pushedOnce,
    ['syncedInvoices', '>= 5000'],
    ['editedBrought', '>= 100'],
    ['deletedFound', '>= 10'],
    ['pushesTrue', '>= 50'],
    ['changesTrue', '>= 30'],
    ['gatewayTimeouts', '>= 25'],
    ['tooManyRequests', '>= 1'],
    ['maintenances', '>= 1'],
  ],
});

/** Exports that the program writes itself are uploaded to Daybook, and every record is compared with the program's data. */
const filesOf = (program: string, env: Record<string, string> = {}): Provider => ({
  ...{ script: scriptOf(program), env },
  files: live('files', `files-${program}`),
  bars: [...nothingFailed, ['exportsRead', '>= 3'], ['recordsCompared', '>= 100'], ['recordsDifferent', '<= 0']],
});

export const providers: Readonly<Record<string, Provider>> = {
  tryton: trytonOf('6.0'),
  'tryton-7': trytonOf('7.0'),
  odoo: {
    script: scriptOf('odoo'),
    files: live('odoo', ...['conformance', 'traps', 'sync', 'push', 'guard', 'writers'].map((name) => `odoo-${name}`)),
    fullFiles: live('odoo', 'odoo-histories'),
    bars: [
      ...nothingFailed,
      ...nothingMissed,
      ...transactionTrap,
      ...pushedOnce,
      ['leakedRecords', '<= 0'],
      ['leakedPushes', '<= 0'],
      ['doubledByRaces', '<= 0'],
    ],
    fullBars: [
      ['syncedInvoices', '>= 5000'],
      ['editedBrought', '>= 100'],
      ['deletedFound', '>= 20'],
      ['pushesTrue', '>= 50'],
      ['answersCut', '>= 50'],
      ['writers', '>= 4'],
      ['writersInvoices', '>= 5000'],
      ['slowTransactions', '>= 5'],
      // The same connector without its overlap, in the same minutes: the test can see the defect.
      ['writersMissedWithoutOverlap', '>= 1'],
      ['histories', '>= 12'],
      ['historiesKills', '>= 12'],
      ['historiesFailedSyncs', '>= 12'],
      ['historiesInOtherCurrency', '>= 12'],
      ['historiesDifferent', '<= 0'],
      ['historiesForgeriesAccepted', '<= 0'],
      ['historiesProofsWrong', '<= 0'],
    ],
  },
  hledger: { script: scriptOf('hledger'), files: live('hledger', 'hledger'), bars: nothingFailed },
  fava: {
    script: scriptOf('fava'),
    files: live('fava', 'fava-conformance', 'fava-sync'),
    bars: [
      ...nothingFailed,
      ...nothingMissed,
      ...pushedOnce,
      ['takenForAbsent', '<= 0'],
      ['filesTwice', '<= 0'],
      ['filesLost', '<= 0'],
    ],
    fullBars: [
      ['syncedEntries', '>= 5000'],
      ['editedBrought', '>= 100'],
      ['deletedFound', '>= 20'],
      ['pushesTrue', '>= 50'],
      ['answersCut', '>= 25'],
      ['filesTrue', '>= 25'],
    ],
  },
  'files-hledger': filesOf('hledger', { HLEDGER_EXPORTS: '1' }),
  'files-fava': filesOf('fava'),
  'files-tryton': filesOf('tryton'),
  'files-odoo': filesOf('odoo'),
  stripe: {
    script: scriptOf('stripe'),
    env: { PROVIDERS_CONTRACT: 'stripe' },
    files: [...live('stripe', 'stripe-mock', 'stripe-client'), ...contractTests('stripe')],
    bars: [
      ...contractBars,
      ['refusedByMock', '<= 0'],
      ['clientCalls', '>= 100'],
      ['clientErrors', '<= 0'],
      ['objectsInvalid', '<= 0'],
    ],
    fullBars: contractFullBars,
  },
};

const vendorClient: Pick<Provider, 'bars' | 'fullBars'> = {
  bars: [['calls', '>= 100'], ['errors', '<= 0'], ...contractBars],
  fullBars: contractFullBars,
};
const withoutProgram: Readonly<Record<string, Pick<Provider, 'bars' | 'fullBars'>>> = {
  'xero-client': vendorClient,
  'quickbooks-client': vendorClient,
  outside: {
    bars: [
      ['conformanceFailed', '<= 0'],
      ...['isListed', 'isRefusedByName', 'conforms', 'isSynced'].map((name) => [name, 'true'] as const),
    ],
  },
};

/** The bars of a run as they are today. Undefined if there is no such run. */
export function barsOf(name: string, isQuick: boolean): readonly BarGoal[] | undefined {
  const { bars, fullBars = [] } = providers[name] ?? withoutProgram[name] ?? {};
  return bars && [...bars, ...(isQuick ? [] : fullBars)];
}
