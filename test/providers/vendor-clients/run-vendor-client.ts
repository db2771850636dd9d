import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, type Report, say } from '../../../bench/report.ts';
import type { ContractServer } from '../../contract-servers/contract-server.ts';
import { contractTests } from '../contract-sync/contract-tests.ts';
import type { ContractPlatform } from '../contract-sync/open-books.ts';
import { createProof } from '../proof.ts';
import { barsOf } from '../provider-runs.ts';
import { holdAll, runLiveTests } from '../run-live-tests.ts';
import { type Calls, countCalls } from './calls.ts';
import { quickbooksClient } from './quickbooks-client.ts';
import { redirectHosts } from './redirect-hosts.ts';
import { noteTouched, type TouchedBy } from './touched-by-client.ts';
import { xeroClient } from './xero-client.ts';

/**
 * `npm run providers -- xero-client|quickbooks-client`: the vendor's own client library runs a script of at least 100
 * calls against the contract server. What the client cannot use, the contract server imitates wrongly. Then the
 * conformance suite and a complete Daybook run against the same server.
 */
export type VendorClient = {
  /** Packages with exact versions. They are installed into a folder of their own, not with the dependencies. */
  packages: Record<string, string>;
  /** The vendor's hosts that the client calls. */
  hosts: readonly string[];
  touched: TouchedBy;
  /** Starts the contract server and returns the script that calls it. */
  open(): Promise<OpenServer>;
};

type OpenServer = Pick<ContractServer, 'url' | 'stop' | 'observe'> & {
  run(load: NodeJS.Require, calls: Calls): Promise<void>;
};

const clients: Record<string, VendorClient> = { 'xero-client': xeroClient, 'quickbooks-client': quickbooksClient };
const execute = promisify(execFile);

export async function runVendorClient(name: string, isQuick: boolean): Promise<Report> {
  const began = performance.now();
  const platform = name.replace('-client', '') as ContractPlatform;
  const client = clients[name] as VendorClient;
  const folder = resolve('.daybook/vendor-clients', name);
  await install(folder, client.packages);
  const load = createRequire(join(folder, 'package.json'));
  const server = await client.open();
  const version = Object.entries(client.packages).map((one) => one.join(' '));
  const proof = createProof(platform, 'client', { version: version.join(', ') });
  noteTouched(server, client.touched, proof);
  const redirect = redirectHosts(client.hosts, server.url);
  const calls = countCalls();
  try {
    await server.run(load, calls);
  } finally {
    redirect.restore();
    await server.stop();
  }
  const env = { PROVIDERS_CONTRACT: platform };
  const measured = await runLiveTests({ files: contractTests(platform), isQuick, env });
  const figures: Figures = {
    ...calls.counts(),
    ...measured,
    ...proof.figures(),
    seconds: Math.round((performance.now() - began) / 1000),
  };
  return { name, figures, bars: holdAll(figures, barsOf(name, isQuick) ?? []) };
}

/** Installs the packages unless the folder already has exactly these. */
async function install(folder: string, dependencies: Record<string, string>): Promise<void> {
  const wanted = `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
  const mark = join(folder, 'installed.json');
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), wanted);
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await execute('npm', args, { cwd: folder });
  await writeFile(mark, wanted);
  say(`installed ${Object.keys(dependencies).join(' and ')}`);
}
