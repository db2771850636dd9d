import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figures, type Report, say } from '../../bench/report.ts';
import { runNamed } from '../../bench/run-named.ts';
import { contractBars, contractFullBars, contractTests } from './contract-sync/contract-tests.ts';
import { runOutside } from './outside.ts';
import { collect, holdAll, runLiveTests } from './run-live-tests.ts';
import { runVendorClient } from './vendor-clients/run-vendor-client.ts';

/**
 * `npm run providers -- outside`: a connector from outside the repository (outside.ts).
 * `npm run providers -- xero-client|quickbooks-client [--quick]`: a vendor's own client against our contract server, then
 * a complete Daybook against it.
 * `npm run providers -- tryton|tryton-7|odoo|hledger|fava [--quick] [--json]`: installs and starts the real system (Debian
 * packages, as root where they are missing; Tryton 7.0, Fava and libraries of Odoo from PyPI), runs the live tests
 * against it, and stops it. PROVIDERS_KEEP=1 leaves it running; PROVIDERS_ONLY=push runs only the files with that in
 * their name, and checks only the bars that they measure.
 * `npm run providers -- files-hledger|files-fava|files-tryton`: the program writes exports, which are uploaded
 * to Daybook; every record is compared with the program's own data.
 * `npm run providers -- stripe` does the same with Stripe's own mock server (needs Go) and Stripe's own client library.
 */
type Provider = {
  /** Its state is deleted before and after the run; what takes long to build is cached. */
  script: string;
  /** Settings of the script, in addition to the environment. */
  env?: Record<string, string>;
  /** Test files of a full run; `--quick` runs `quickFiles` instead. */
  files: string[];
  quickFiles: string[];
  bars: [string, string][];
};

const only = process.env.PROVIDERS_ONLY ?? '';
const odoo = (name: string) => `connectors/odoo/test/live/odoo-${name}.live.ts`;
const tryton = (name: string) => `connectors/tryton/test/live/tryton-${name}.live.ts`;

const fava = (name: string) => `connectors/fava/test/live/${name}.live.ts`;
const stripe = (name: string) => `connectors/stripe/test/${name}.ts`;
const stripeFiles = [stripe('live/stripe-mock.live'), stripe('live/stripe-client.live'), ...contractTests('stripe')];

/** The same tests and bars for every version of Tryton. */
const trytonOf = (version: string): Provider => ({
  script: 'connectors/tryton/test/live/start-tryton.sh',
  env: { TRYTON_VERSION: version },
  files: ['sync', 'traps', 'conformance', 'updates', 'push', 'throttle'].map(tryton),
  quickFiles: ['conformance', 'traps', 'updates', 'sync'].map(tryton),
  bars: [
    ['failed', '<= 0'],
    ['missedWithOverlap', '<= 0'],
    ['changesAfterLostAnswer', '>= 15'],
    ['changedTwice', '<= 0'],
    ['trialBalanceEqual', 'true'],
    ['reportsEqual', 'true'],
  ],
});

/** Exports that the program writes itself are uploaded to Daybook, and every record is compared with the program's data. */
const filesOf = (program: string, env: Record<string, string> = {}): Provider => ({
  ...{ script: `connectors/${program}/test/live/start-${program}.sh`, env },
  files: [`connectors/files/test/live/files-${program}.live.ts`],
  quickFiles: [`connectors/files/test/live/files-${program}.live.ts`],
  bars: [
    ['failed', '<= 0'],
    ['exportsRead', '>= 3'],
    ['recordsCompared', '>= 100'],
    ['recordsDifferent', '<= 0'],
  ],
});

const providers: Record<string, Provider> = {
  tryton: trytonOf('6.0'),
  'tryton-7': trytonOf('7.0'),
  odoo: {
    script: 'connectors/odoo/test/live/start-odoo.sh',
    files: ['sync', 'traps', 'conformance', 'push', 'guard', 'writers', 'histories'].map(odoo),
    quickFiles: ['conformance', 'traps', 'sync', 'push', 'guard', 'writers'].map(odoo),
    bars: [
      ['failed', '<= 0'],
      ['missedWithOverlap', '<= 0'],
      ['leakedRecords', '<= 0'],
      ['leakedPushes', '<= 0'],
      ['trialBalanceEqual', 'true'],
      ['reportsEqual', 'true'],
      ['pushedTwice', '<= 0'],
      ['pushesLost', '<= 0'],
      ['doubledByRaces', '<= 0'],
      ['editsMissed', '<= 0'],
      ['deletionsMissed', '<= 0'],
    ],
  },
  hledger: {
    script: 'connectors/hledger/test/live/start-hledger.sh',
    files: ['connectors/hledger/test/live/hledger.live.ts'],
    quickFiles: ['connectors/hledger/test/live/hledger.live.ts'],
    bars: [['failed', '<= 0']],
  },
  fava: {
    script: 'connectors/fava/test/live/start-fava.sh',
    files: [fava('fava-conformance'), fava('fava-sync')],
    quickFiles: [fava('fava-conformance'), fava('fava-sync')],
    bars: [
      ['failed', '<= 0'],
      ['takenForAbsent', '<= 0'],
      ['trialBalanceEqual', 'true'],
      ['reportsEqual', 'true'],
      ['editsMissed', '<= 0'],
      ['deletionsMissed', '<= 0'],
      ['pushedTwice', '<= 0'],
      ['pushesLost', '<= 0'],
    ],
  },
  'files-hledger': filesOf('hledger', { HLEDGER_EXPORTS: '1' }),
  'files-fava': filesOf('fava'),
  'files-tryton': filesOf('tryton'),
  stripe: {
    script: 'connectors/stripe/test/live/start-stripe.sh',
    env: { PROVIDERS_CONTRACT: 'stripe' },
    files: stripeFiles,
    quickFiles: stripeFiles,
    bars: [
      ...contractBars,
      ['refusedByMock', '<= 0'],
      ['clientCalls', '>= 100'],
      ['clientErrors', '<= 0'],
      ['objectsInvalid', '<= 0'],
    ],
  },
};

/** Checked only in a full run: `--quick` does not measure all of them. */
const trytonFullBars: [string, string][] = [
  ['syncedInvoices', '>= 5000'],
  ['editedBrought', '>= 100'],
  ['deletedFound', '>= 10'],
  ['pushesTrue', '>= 50'],
  ['pushedTwice', '<= 0'],
  ['changesTrue', '>= 30'],
  ['gatewayTimeouts', '>= 25'],
  ['tooManyRequests', '>= 1'],
  ['maintenances', '>= 1'],
];
const fullBars: Record<string, [string, string][]> = {
  tryton: trytonFullBars,
  'tryton-7': trytonFullBars,
  fava: [
    ['syncedEntries', '>= 5000'],
    ['pushesTrue', '>= 50'],
  ],
  odoo: [
    ['syncedInvoices', '>= 5000'],
    ['editedBrought', '>= 100'],
    ['deletedFound', '>= 20'],
    ['pushesTrue', '>= 50'],
    ['answersCut', '>= 50'],
    ['writers', '>= 4'],
  ],
  stripe: [...contractFullBars],
};

await runNamed('providers', {
  outside: () => runOutside(),
  'xero-client': ({ quick }) => runVendorClient('xero-client', quick),
  'quickbooks-client': ({ quick }) => runVendorClient('quickbooks-client', quick),
  tryton: ({ quick }) => runProvider('tryton', quick),
  'tryton-7': ({ quick }) => runProvider('tryton-7', quick),
  odoo: ({ quick }) => runProvider('odoo', quick),
  hledger: ({ quick }) => runProvider('hledger', quick),
  fava: ({ quick }) => runProvider('fava', quick),
  'files-hledger': ({ quick }) => runProvider('files-hledger', quick),
  'files-fava': ({ quick }) => runProvider('files-fava', quick),
  'files-tryton': ({ quick }) => runProvider('files-tryton', quick),
  stripe: ({ quick }) => runProvider('stripe', quick),
});

async function runProvider(name: string, isQuick: boolean): Promise<Report> {
  const provider = providers[name] as Provider;
  const began = performance.now();
  try {
    await runScript(provider, 'reset');
    const told = await runScript(provider, 'up', '50');
    const settings = Object.fromEntries(
      told.split('\n').flatMap((line) => (line.includes('=') ? [line.split('=')] : [])),
    );
    say(`${name} is ready after ${seconds(began)} s`);
    const files = (isQuick ? provider.quickFiles : provider.files).filter((file) => file.includes(only));
    const measured = await runLiveTests({ files, isQuick, env: { ...provider.env, ...settings } });
    const figures: Figures = { ...measured, seconds: seconds(began) };
    const all = [...provider.bars, ...(isQuick ? [] : (fullBars[name] ?? []))];
    const bars = only ? all.filter(([figure]) => figure in figures) : all;
    return { name, figures, bars: holdAll(figures, bars) };
  } finally {
    if (process.env.PROVIDERS_KEEP !== '1') await runScript(provider, 'reset');
  }
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

function runScript({ script, env }: Provider, ...args: string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  return collect(child, { name: `${script} ${args.join(' ')}`, isTest: false });
}
