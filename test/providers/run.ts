import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bar, type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { runNamed } from '../../bench/run-named.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { buildTemplate } from '../template.ts';
import { runOutside } from './outside.ts';
import { runVendorClient } from './vendor-clients/run-vendor-client.ts';

/**
 * `npm run providers -- outside`: a connector from outside the repository (outside.ts).
 * `npm run providers -- xero-client|quickbooks-client`: a vendor's own client against our contract server.
 * `npm run providers -- tryton|tryton-7|odoo|hledger|fava [--quick] [--json]`: installs and starts the real system (Debian
 * packages, as root where they are missing; Tryton 7.0, Fava and libraries of Odoo from PyPI), runs the live tests
 * against it, and stops it. PROVIDERS_KEEP=1 leaves it running; PROVIDERS_ONLY=push runs only the files with that in
 * their name, and checks only the bars that they measure.
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
const stripeContract = [stripe('stripe.test'), stripe('live/stripe-sync.live')];

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

const providers: Record<string, Provider> = {
  tryton: trytonOf('6.0'),
  'tryton-7': trytonOf('7.0'),
  odoo: {
    script: 'connectors/odoo/test/live/start-odoo.sh',
    files: ['sync', 'traps', 'conformance', 'push', 'guard', 'writers'].map(odoo),
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
  stripe: {
    script: 'connectors/stripe/test/live/start-stripe.sh',
    files: [stripe('live/stripe-mock.live'), stripe('live/stripe-client.live'), ...stripeContract],
    quickFiles: [stripe('live/stripe-mock.live'), stripe('live/stripe-client.live'), ...stripeContract],
    bars: [
      ['failed', '<= 0'],
      ['refusedByMock', '<= 0'],
      ['clientCalls', '>= 100'],
      ['clientErrors', '<= 0'],
      ['objectsInvalid', '<= 0'],
      ['editedMissed', '<= 0'],
      ['deletedMissed', '<= 0'],
      ['pushedTwice', '<= 0'],
    ],
  },
};

/** Checked only in a full run: `--quick` does not measure all of them. */
const trytonFullBars: [string, string][] = [
  ['syncedInvoices', '>= 2000'],
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
  stripe: [
    ['syncedInvoices', '>= 5000'],
    ['pushesTrue', '>= 50'],
  ],
};

await runNamed('providers', {
  outside: () => runOutside(),
  'xero-client': () => runVendorClient('xero-client'),
  'quickbooks-client': () => runVendorClient('quickbooks-client'),
  tryton: ({ quick }) => runProvider('tryton', quick),
  'tryton-7': ({ quick }) => runProvider('tryton-7', quick),
  odoo: ({ quick }) => runProvider('odoo', quick),
  hledger: ({ quick }) => runProvider('hledger', quick),
  fava: ({ quick }) => runProvider('fava', quick),
  stripe: ({ quick }) => runProvider('stripe', quick),
});

async function runProvider(name: string, isQuick: boolean): Promise<Report> {
  const provider = providers[name] as Provider;
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'daybook-providers-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, settings: { max_connections: '200' } });
  const figuresFile = join(folder, 'figures.jsonl');
  try {
    await buildTemplate(postgres.url('postgres'));
    await runScript(provider, 'reset');
    const told = await runScript(provider, 'up', '50');
    const settings = Object.fromEntries(
      told.split('\n').flatMap((line) => (line.includes('=') ? [line.split('=')] : [])),
    );
    say(`${name} is ready after ${seconds(began)} s`);
    const files = (isQuick ? provider.quickFiles : provider.files).filter((file) => file.includes(only));
    const counts = await runTests(files, {
      ...provider.env,
      ...settings,
      DAYBOOK_TEST_DATABASE_URL: postgres.url('postgres'),
      PROVIDERS_FIGURES: figuresFile,
      PROVIDERS_QUICK: isQuick ? '1' : '0',
    });
    const figures: Figures = { ...counts, ...(await readFigures(figuresFile)), seconds: seconds(began) };
    const all = [...provider.bars, ...(isQuick ? [] : (fullBars[name] ?? []))];
    const bars = only ? all.filter(([figure]) => figure in figures) : all;
    return { name, figures, bars: bars.map(([figure, goal]) => holdOrFail(figures, figure, goal)) };
  } finally {
    if (process.env.PROVIDERS_KEEP !== '1') await runScript(provider, 'reset');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

/** A missing figure fails its bar: the test that measures it has failed. */
function holdOrFail(figures: Figures, figure: string, goal: string): Bar {
  return figure in figures ? holdBar(figures, figure, goal) : { figure, value: false, goal, holds: false };
}

async function readFigures(file: string): Promise<Figures> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parts = text.trim().split('\n').filter(Boolean);
  return Object.assign({}, ...parts.map((part) => JSON.parse(part)));
}

function runScript({ script, env }: Provider, ...args: string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  return collect(child, `${script} ${args.join(' ')}`, false);
}

/** Runs the files one after another, because they share the machine and the provider. Output goes to stderr. */
async function runTests(files: string[], env: Record<string, string>): Promise<Figures> {
  const args = ['--test', '--test-concurrency=1', '--test-timeout=1200000', '--test-reporter=spec', ...files];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const text = await collect(child, 'the tests', true);
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  const [tests, failed] = [count('tests'), count('fail')];
  return { tests, failed: Number.isNaN(failed) || tests === 0 ? 1 : failed };
}

function collect(child: ReturnType<typeof spawn>, name: string, isTest: boolean): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isTest) process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || isTest ? resolve(text) : reject(new Error(`${name} exited with ${code}.`)),
    );
  });
}
