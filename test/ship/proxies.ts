import { parseArgs } from 'node:util';
import { type Figures, holdBar, percentile, type Report, round, say, writeReport } from '../../bench/report.ts';
import { type Cell, startCell } from '../../bench/start-cell.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';
import { checkProxy, openPerMinute } from './check-proxy.ts';
import { sendSteadily } from './send-steadily.ts';
import { host, type ProxyName, type RunningProxy, startProxy } from './start-proxies.ts';
import { openHttp1 } from './tls-client.ts';

const names: ProxyName[] = ['haproxy', 'nginx', 'caddy'];
const fullRate = 1000;
/** CI runs other programs on the same two cores. */
const quickRate = 200;

type Options = { quick?: boolean; rate?: number; only?: readonly string[] };
/** A run takes 4 minutes; one that hangs is ended. */
const endAfterMs = 15 * 60_000;

/**
 * `npm run ship -- proxies [--quick] [--json]`: runs HAProxy, nginx and Caddy with the configurations in deploy/proxies
 * in front of two real processes, and restarts these one after the other under load. The file itself is a program too,
 * which also has the options `--rate N` and `--only NAME`.
 */
export async function checkProxies(options: Options = {}): Promise<Report> {
  const { quick = false, only = names, rate = quick ? quickRate : fullRate } = options;
  const cell = await startCell({ settings: { shared_buffers: '256MB', max_wal_size: '1GB' } });
  const proxies: RunningProxy[] = [];
  const servers: ServerProcess[] = [];
  try {
    const ports = [await freePort(), await freePort()] as const;
    for (const port of ports) servers.push(await startServer(cell, port));
    for (const name of names.filter((one) => only.includes(one))) proxies.push(await startProxy(name, ports));
    const figures: Figures = {};
    say('proxies: TLS, protocols, streams, addresses, limits');
    const checks = proxies.map(async (proxy, at) => {
      const network = `127.0.${10 + at}`;
      const key = await makeKey(cell, proxy.name);
      return checkProxy(proxy, { key, network, waitSeconds: quick ? 5 : 55 });
    });
    const outcomes = await Promise.all(checks);
    for (const fault of outcomes.flatMap(({ faults }) => faults)) say(`proxies: ${fault}`);
    figures.faults = outcomes.flatMap(({ faults }) => faults).length;
    figures.slowestFirstEventMs = Math.max(...outcomes.map(({ firstEventMs }) => firstEventMs));
    figures.slowestEventMs = Math.max(...outcomes.map(({ eventMs }) => eventMs));
    const bars = [holdBar(figures, 'faults', '<= 0')];
    for (const proxy of proxies) {
      figures[`${proxy.name}Version`] = proxy.version;
      const measured = await restartUnderLoad({ cell, proxy, servers, ports, rate });
      for (const [figure, value] of Object.entries(measured)) figures[`${proxy.name}${figure}`] = value;
      bars.push(
        holdBar(figures, `${proxy.name}PerSecond`, `>= ${rate * 0.98}`),
        ...['Refused', 'Resets', 'Timeouts', 'ServerErrors', 'OtherErrors', 'BrokenWaits', 'LostOrDoubled'].map(
          (figure) => holdBar(figures, `${proxy.name}${figure}`, '<= 0'),
        ),
      );
    }
    return { name: 'proxies', figures, bars };
  } finally {
    for (const proxy of proxies) await proxy.stop();
    await Promise.all(servers.map((server) => server.kill()));
    await cell.stop();
  }
}

function startServer(cell: Cell, port: number): Promise<ServerProcess> {
  return startServerProcess({
    databaseUrl: cell.databaseUrl,
    port,
    secretKeys: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
    env: {
      DAYBOOK_ROLE: 'api',
      DAYBOOK_BASE_URL: `https://${host}`,
      DAYBOOK_TRUSTED_PROXIES: '127.0.0.1',
      DAYBOOK_OPEN_REQUESTS_PER_MINUTE: String(openPerMinute),
      DAYBOOK_REQUESTS_PER_MINUTE: '1000000000',
      DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '100000',
      DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000000',
      // As in the comments of the configurations.
      DAYBOOK_STOP_DELAY_MS: '5000',
    },
  });
}

async function makeKey({ base }: Cell, name: string): Promise<string> {
  const { accountId } = await createAccount(base, { name, plan: 'paid' });
  const { secret } = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'proxies' }));
  return secret;
}

async function restartUnderLoad(parts: {
  cell: Cell;
  proxy: RunningProxy;
  servers: ServerProcess[];
  ports: readonly [number, number];
  rate: number;
}): Promise<Figures> {
  const { cell, proxy, servers, ports, rate } = parts;
  const key = await makeKey(cell, `${proxy.name} load`);
  say(`proxies: ${proxy.name} ${proxy.version}, ${rate} requests/s during a rolling restart`);
  // nginx has no health checks: at the instant at which a process closes its port, it cannot repeat a POST without a
  // key. deploy/README.md says so.
  const client = openHttp1(proxy, { key });
  const company = await client.send('/companies', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'read' }),
  });
  const { companyId } = JSON.parse(company.text) as { companyId: string };
  const hasUnkeyedWrites = proxy.name !== 'nginx';
  const load = sendSteadily(proxy, { key, companyId, perSecond: rate, hasUnkeyedWrites });
  await pause(3000);
  const stopsMs: number[] = [];
  for (const [at, port] of ports.entries()) {
    const start = performance.now();
    await servers[at]?.stop();
    stopsMs.push(performance.now() - start);
    servers[at] = await startServer(cell, port);
    // Longer than each proxy needs to use the process again.
    await pause(3000);
  }
  const seen = await load.stop();
  for (const problem of seen.problems) say(`proxies: ${problem}`);
  const { totalResults } = JSON.parse((await client.send('/companies?pageSize=1')).text) as { totalResults: number };
  client.close();
  return {
    Sent: seen.sent,
    PerSecond: round(seen.sent / seen.seconds),
    Refused: seen.refused,
    Resets: seen.resets,
    Timeouts: seen.timeouts,
    ServerErrors: seen.serverErrors,
    OtherErrors: seen.otherErrors,
    Created: seen.created,
    LostOrDoubled: Math.abs(totalResults - 1 - seen.created),
    Waits: seen.waits,
    BrokenWaits: seen.brokenWaits,
    P50Ms: round(percentile(seen.latenciesMs, 50)),
    P99Ms: round(percentile(seen.latenciesMs, 99)),
    SlowestMs: round(seen.latenciesMs.reduce((slowest, ms) => Math.max(slowest, ms), 0)),
    StopsMs: stopsMs.map(round),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      ...{ json: { type: 'boolean' }, quick: { type: 'boolean' }, rate: { type: 'string' } },
      only: { type: 'string', multiple: true },
    },
  });
  setTimeout(() => {
    say(`proxies: not done after ${endAfterMs / 60_000} minutes`);
    process.exit(1);
  }, endAfterMs).unref();
  const report = await checkProxies({
    quick: values.quick ?? false,
    ...(values.rate && { rate: Number(values.rate) }),
    ...(values.only && { only: values.only }),
  });
  const code = report.bars.every((bar) => bar.holds) ? 0 : 1;
  // Exit explicitly: the exit hook of the embedded PostgreSQL would otherwise end the process with 0.
  process.stdout.write(writeReport(report, { json: values.json ?? false }), () => process.exit(code));
}
