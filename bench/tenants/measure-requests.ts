import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureCost } from '../growth/cost.ts';
import { median } from '../report.ts';
import { baseUrl, type Started } from '../start-cell.ts';
import { password, type Tenant, type World } from './open-world.ts';

/** What one request costs: time until its response, and CPU time of the API process and of PostgreSQL, all in ms. */
export type RequestCost = { ms: number; nodeMs: number; postgresMs: number };

type Call = { path: string; method?: string; headers?: Record<string, string>; body?: unknown; status?: number };
type Unit = {
  /** One call for each tenant of the round, or so many calls. */
  calls: (world: World, tenants: readonly Tenant[]) => Call[];
  /** Time to wait before each call. */
  restMs?: number;
};

const session = (cookie: string) => ({ cookie, origin: new URL(baseUrl).origin });
const repeated = (calls: number, call: (at: number) => Call) => Array.from({ length: calls }, (_, at) => call(at));
const asOperator = (path: string) => (world: World) => repeated(10, () => ({ path, headers: session(world.operator) }));
const query = (text: string) => `query=${encodeURIComponent(text)}`;

export const requestUnits: Record<string, Unit> = {
  coldKey: {
    calls: (_, tenants) =>
      tenants.map(({ key }) => ({ path: '/webhooks/event-types', headers: { authorization: key } })),
  },
  companiesPage: {
    calls: (_, tenants) => tenants.map(({ key }) => ({ path: '/companies', headers: { authorization: key } })),
  },
  companyCreated: {
    calls: (_, tenants) =>
      tenants.map(({ key }) => ({
        ...{ path: '/companies', method: 'POST', status: 200 },
        headers: { authorization: key },
        body: { name: 'Made by the bench' },
      })),
  },
  signIn: {
    calls: (_, tenants) =>
      tenants.slice(0, 5).map(({ email }) => ({
        ...{ path: '/session', method: 'POST', body: { email, password } },
        headers: { origin: new URL(baseUrl).origin },
      })),
  },
  overview: { calls: (_, tenants) => tenants.map(({ cookie }) => ({ path: '/overview', headers: session(cookie) })) },
  sessionOfManyAccounts: {
    calls: ({ agency }) => repeated(10, () => ({ path: '/session', headers: session(agency) })),
  },
  foreignMessage: {
    calls: (_, tenants) =>
      tenants.map(({ key }, at) => ({
        path: `/webhooks/messages/${tenants[(at + 1) % tenants.length]?.messageId}`,
        headers: { authorization: key },
        status: 403,
      })),
  },
  operatorAccounts: { calls: asOperator('/operator/accounts') },
  operatorAccountsByName: {
    calls: (world, tenants) =>
      tenants.slice(0, 10).map(({ name }) => ({
        path: `/operator/accounts?${query(`name~${name.split(' ').at(-2)}`)}`,
        headers: session(world.operator),
      })),
  },
  operatorAccountsInOrder: { calls: asOperator('/operator/accounts?orderBy=name') },
  operatorAccount: {
    calls: (world, tenants) =>
      tenants.slice(0, 10).map(({ accountId }) => ({
        path: `/operator/accounts?${query(`accountId=${accountId}`)}`,
        headers: session(world.operator),
      })),
  },
  operatorMigrations: { calls: asOperator('/operator/migrations?pageSize=10') },
  operatorHealth: { calls: asOperator('/operator/health') },
  // The figures are kept for 5 s.
  metrics: { calls: () => [{ path: '/metrics' }], restMs: 5100 },
};

export async function measureUnit(
  world: World,
  api: Started,
  unit: Unit,
  tenants: readonly Tenant[],
): Promise<RequestCost> {
  const calls = unit.calls(world, tenants);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const measured = { pool: world.base.db.pool, pids: [api.pid], isRead: true };
  try {
    const cost = await measureCost(measured, calls.length, async () => {
      for (const call of calls) {
        if (unit.restMs) await sleep(unit.restMs);
        const startedAt = performance.now();
        await send(api.url, agent, call);
        times.push(performance.now() - startedAt);
      }
    });
    return { ms: median(times), nodeMs: cost.nodeMs / calls.length, postgresMs: cost.postgresMs / calls.length };
  } finally {
    agent.destroy();
  }
}

function send(url: string, agent: http.Agent, { path, method = 'GET', headers, body, status = 200 }: Call) {
  return new Promise<void>((resolve, reject) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = http.request(url + path, { agent, method, headers: { ...headers, ...content } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${Buffer.concat(parts)}`));
      });
    });
    request.once('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
