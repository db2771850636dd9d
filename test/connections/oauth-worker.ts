import { createLog } from '../../src/base/log.ts';
import { createTokens } from '../../src/connections/oauth/tokens.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { openBase } from '../../src/context.ts';
import { createOutbound, type OutboundAnswer } from '../../src/outbound/http.ts';
import { testConfig } from '../harness.ts';
import { oauthPlatform } from './oauth-platform.ts';

/**
 * A process in which `workers` workers request a connection's token at the same time. They share nothing but
 * PostgreSQL. `killAt` kills the process before, during or after its n-th effect; effects are transactions and requests
 * to the platform.
 */
export type WorkerOrder = {
  databaseUrl: string;
  issuer: string;
  place: { accountId: string; companyId: string; connectionId: string };
  workers: number;
  /** The version that the platform has just rejected; without it, the workers request the current token. */
  refusedVersion?: number;
  killAt?: { effect: number; moment: 'before' | 'within' | 'after' };
};

export type WorkerReport = { versions: number[]; errors: string[]; effects: string[] };

const order: WorkerOrder = JSON.parse(process.argv[2] ?? '');
const base = openBase(testConfig(order.databaseUrl, { databasePoolSize: 5 }), { log: createLog({ level: 'silent' }) });
const outbound = createOutbound();
const effects: string[] = [];

function strike(moment: 'before' | 'within' | 'after', effect: number): void {
  if (order.killAt?.effect === effect && order.killAt.moment === moment) process.kill(process.pid, 'SIGKILL');
}

async function counted<T>(name: string, run: () => Promise<T>): Promise<T> {
  effects.push(name);
  const effect = effects.length;
  strike('before', effect);
  const result = run();
  // Long enough for the request to arrive, too short for the response to be stored.
  if (order.killAt?.effect === effect && order.killAt.moment === 'within')
    setTimeout(() => strike('within', effect), 2);
  const done = await result;
  strike('after', effect);
  return done;
}

const ctx = {
  ...base,
  registry: registryOf([oauthPlatform(order.issuer)]),
  applications: {},
  db: {
    ...base.db,
    transaction: <T>(accountId: string, work: Parameters<typeof base.db.transaction<T>>[1]) =>
      counted('transaction', () => base.db.transaction(accountId, work)),
  },
  outbound: {
    ...outbound,
    send: (request: Parameters<typeof outbound.send>[0]): Promise<OutboundAnswer> =>
      counted('request', () => outbound.send(request)),
  },
};

const refused = order.refusedVersion === undefined ? undefined : { accessToken: '', version: order.refusedVersion };
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const outcomes = await Promise.allSettled(
  Array.from({ length: order.workers }, () => {
    const source = createTokens(ctx).of({ ...order.place, platformKey: 'ledger' });
    return refused ? source.insteadOf(refused) : source.current();
  }),
);
const report: WorkerReport = {
  versions: outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value.version : [])),
  errors: outcomes.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : [])),
  effects,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
await outbound.close();
await base.db.end();
process.exit(0);
