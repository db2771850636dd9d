import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { end } from '../../bench/start-cell.ts';
import { freePort, startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';
import { root } from '../tidy/read-source.ts';
import { rulesFile, runbookOf } from './read-rules.ts';

/**
 * `npm run ship -- alert [--json]`: a real Prometheus scrapes a real API process and a real worker. The worker is
 * killed: the alert fires, and its link points to a runbook that exists. A new worker ends the alert. The rules are
 * those of deploy/prometheus with shorter times. Stops by itself after `limitMs`.
 */
const limitMs = 240_000;
const alert = 'DaybookNoWorker';
const isNeeded = [alert, 'DaybookDown'];
/** Replaces `for:` in the copy of the rules. */
const shortFor = '3s';
const programs = ['/usr/bin/prometheus', '/usr/local/bin/prometheus'];

type Alert = { labels: Record<string, string>; annotations: Record<string, string>; state: string };
/** The parts of Prometheus's answers that are read here. */
type Answer = { alerts: Alert[]; result: { value: [number, string] }[]; version: string };
type Undo = (() => Promise<unknown>)[];

export async function runAlert(): Promise<Report> {
  const undo: Undo = [];
  const controller = new AbortController();
  try {
    const late = sleep(limitMs, undefined, { signal: controller.signal }).then(() => {
      throw new Error(`The alert's run took longer than ${limitMs / 1000} s.`);
    });
    late.catch(() => {});
    const figures = await Promise.race([measure(undo), late]);
    const bars = [
      holdBar(figures, 'quietBefore', 'true'),
      holdBar(figures, 'fired', 'true'),
      holdBar(figures, 'firedAfterSeconds', '<= 60'),
      holdBar(figures, 'processDownFired', 'true'),
      holdBar(figures, 'runbookExists', 'true'),
      holdBar(figures, 'resolved', 'true'),
    ];
    return { name: 'alert', figures, bars };
  } finally {
    controller.abort();
    for (const step of undo.splice(0).reverse()) await step().catch((error) => say(String(error)));
  }
}

async function measure(undo: Undo): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-alert-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const serve = await openCell(undo);
  const api = await serve('api');
  const worker = await serve('worker');
  const prometheus = await startPrometheus(folder, [api, worker], undo);
  await waitUntil('both processes were scraped', async () => (await prometheus.value('sum(up)')) === 2);
  const workers = 'max(daybook_processes{role="worker"})';
  await waitUntil('the worker was reported', async () => (await prometheus.value(workers)) === 1);
  const quietBefore = !(await prometheus.alerts()).some(({ labels }) => isNeeded.includes(labels.alertname ?? ''));

  say('killing the worker');
  const killedAt = performance.now();
  await worker.kill();
  const firing = await waitUntil(`${alert} fired`, () => prometheus.firing(alert));
  const firedAfterSeconds = (performance.now() - killedAt) / 1000;
  const down = await waitUntil('DaybookDown fired', () => prometheus.firing('DaybookDown'));
  const page = join(root, firing.annotations.runbook_url ?? 'nothing');
  say(`${alert}: ${firing.annotations.summary} ${page}`);

  const startedAt = performance.now();
  await serve('worker', Number(new URL(worker.url).port));
  await waitUntil(`${alert} ended`, async () => !(await prometheus.firing(alert)));
  return {
    quietBefore,
    fired: true,
    severity: firing.labels.severity ?? '',
    description: firing.annotations.description ?? '',
    firedAfterSeconds: round(firedAfterSeconds),
    processDownFired: down.labels.instance === new URL(worker.url).host,
    runbook: firing.annotations.runbook_url ?? '',
    runbookExists:
      existsSync(page) && page === join(root, runbookOf(alert)) && readFileSync(page, 'utf8').includes(alert),
    resolved: true,
    resolvedAfterSeconds: round((performance.now() - startedAt) / 1000),
    prometheus: await prometheus.version(),
  };
}

async function openCell(undo: Undo): Promise<(role: 'api' | 'worker', port?: number) => Promise<ServerProcess>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-alert-postgres-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ folder, durable: false });
  undo.push(() => postgres.stop());
  const client = new pg.Client(postgres.url('postgres'));
  await client.connect();
  await client.query('create database daybook');
  await client.end();
  return async (role, given) => {
    const port = given ?? (await freePort());
    const secretKeys = `alert:${Buffer.alloc(32, 7).toString('base64')}`;
    const databaseUrl = postgres.url('daybook');
    const server = await startServerProcess({ databaseUrl, port, secretKeys, env: { DAYBOOK_ROLE: role } });
    undo.push(async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) await server.stop();
    });
    return server;
  };
}

async function startPrometheus(folder: string, targets: ServerProcess[], undo: Undo) {
  const program = programs.find((path) => existsSync(path));
  if (!program) throw new Error('Prometheus was not found: install it (Debian: prometheus).');
  const rules = readFileSync(rulesFile, 'utf8').replace(/^( {8}for: ).*$/gm, `$1${shortFor}`);
  const config = `global:
  scrape_interval: 1s
  evaluation_interval: 1s
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: daybook
    static_configs:
      - targets: ${JSON.stringify(targets.map(({ url }) => new URL(url).host))}
`;
  await writeFile(join(folder, 'alerts.yaml'), rules);
  await writeFile(join(folder, 'prometheus.yml'), config);
  const port = await freePort();
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  undo.push(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('Prometheus was ready', () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const get = async (path: string) => ((await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Answer }).data;
  const alerts = async (): Promise<Alert[]> => (await get('alerts')).alerts;
  return {
    alerts,
    async firing(name: string): Promise<Alert | undefined> {
      return (await alerts()).find(({ labels, state }) => labels.alertname === name && state === 'firing');
    },
    async value(query: string): Promise<number> {
      const { result } = await get(`query?query=${encodeURIComponent(query)}`);
      return Number(result[0]?.value[1] ?? Number.NaN);
    },
    version: async (): Promise<string> => (await get('status/buildinfo')).version,
  };
}

async function waitUntil<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (const until = performance.now() + 90_000; performance.now() < until; await sleep(200)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Waited 90 s, but not so: ${what}.`);
}
