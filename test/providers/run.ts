import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figures, type Report, say } from '../../bench/report.ts';
import { runNamed } from '../../bench/run-named.ts';
import { runOutside } from './outside.ts';
import { barsOf, type Provider, providers } from './provider-runs.ts';
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
 * `npm run providers -- files-hledger|files-fava|files-tryton|files-odoo`: the program writes exports, which are uploaded
 * to Daybook; every record is compared with the program's own data.
 * `npm run providers -- stripe` does the same with Stripe's own mock server (needs Go) and Stripe's own client library.
 */
const only = process.env.PROVIDERS_ONLY ?? '';

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
  'files-odoo': ({ quick }) => runProvider('files-odoo', quick),
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
    const all = [...provider.files, ...(isQuick ? [] : (provider.fullFiles ?? []))];
    const files = all.filter((file) => file.includes(only));
    // Without a file, Node would run every test of the repository.
    if (files.length === 0)
      throw new Error(`PROVIDERS_ONLY=${only}: none of these has it in its name: ${all.join(', ')}`);
    const measured = await runLiveTests({
      ...{ files, isQuick },
      env: { ...provider.env, ...settings },
    });
    const figures: Figures = { ...measured, seconds: seconds(began) };
    const goals = barsOf(name, isQuick) ?? [];
    const bars = only ? goals.filter(([figure]) => figure in figures) : goals;
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
