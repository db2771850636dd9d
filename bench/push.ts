import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startApp } from '../src/app.ts';
import { createLog } from '../src/base/log.ts';
import { registryOf } from '../src/connectors/registry.ts';
import { type Context, openContext } from '../src/context.ts';
import { createPush } from '../src/push/create-push.ts';
import { type LinkedPlace, linkToSandbox } from './link-to-sandbox.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { startCell } from './start-cell.ts';

/**
 * Two questions. Do 200 pushes on one connection arrive in order? And if one of 50 connections hangs on every call, how
 * long do the pushes of the others take, compared with a run in which none hangs?
 */
const inOrder = 200;
const connections = 50;
const rounds = 5;
const pushesEach = 4;

export async function benchPush(): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const cell = await startCell();
  const sandbox = await cell.sandbox();
  const log = createLog({ level: 'error', destination: process.stderr });
  const registry = registryOf([createSandboxConnector({ baseUrl: sandbox.url })]);
  const ctx = await openContext({ ...cell.base.config, role: 'worker', port: 0 }, { log, registry });
  const app = await startApp(ctx);
  try {
    const places: (LinkedPlace & { name: string })[] = [];
    for (let n = 0; n < connections; n++) {
      const name = `pushes${n}-100`;
      places.push({ ...(await linkToSandbox(ctx, name)), name });
    }
    const [first, ...others] = places;
    if (!first) throw new Error('No connection was linked.');
    const outOfOrder = await pushInOrder(ctx, sandbox.url, first);
    await measure(ctx, others);
    const alone: number[][] = [];
    const beside: number[][] = [];
    for (let n = 1; n <= rounds; n++) {
      alone.push(await measure(ctx, others));
      await order(sandbox.url, { match: { company: first.name }, fault: { kind: 'hang' } });
      await pushCustomer(ctx, first, n);
      await sleep(200);
      beside.push(await measure(ctx, others));
      await order(sandbox.url, undefined);
      say(
        `round ${n}: ${median(alone.at(-1) ?? [])} ms alone, ${median(beside.at(-1) ?? [])} ms beside one that hangs`,
      );
    }
    const figures: Figures = {
      'machine.cores': os.availableParallelism(),
      'machine.loadBefore': loadBefore,
      connections,
      'order.pushes': inOrder,
      'order.outOfOrder': outOfOrder.wrong,
      'order.perSecond': round(outOfOrder.perSecond),
      'alone.medianMs': alone.map((all) => round(median(all))),
      'beside.medianMs': beside.map((all) => round(median(all))),
      durationRatio: round(median(beside.flat()) / median(alone.flat())),
    };
    return {
      name: 'push',
      figures,
      bars: [holdBar(figures, 'order.outOfOrder', '<= 0'), holdBar(figures, 'durationRatio', '<= 1.5')],
    };
  } finally {
    // Kill the platform first, so that calls that hang there end.
    process.kill(sandbox.pid, 'SIGKILL');
    await app.stop();
    await ctx.dispose();
    await cell.stop();
  }
}

/** Creates a push of a customer; the worker sends it. */
export async function pushCustomer(ctx: Context, { accountId, ...place }: LinkedPlace, n: number): Promise<string> {
  const record = { customerName: `Customer ${n}`, emailAddress: `c${n}@example.com` };
  const { pushId } = await ctx.db.transaction(accountId, (tx) =>
    createPush(ctx, tx, {
      companyId: place.companyId,
      connectionId: place.connectionId,
      dataType: 'customers',
      operation: 'create',
      recordText: JSON.stringify(record),
      timeoutMinutes: 60,
    }),
  );
  return pushId;
}

async function pushInOrder(
  ctx: Context,
  sandboxUrl: string,
  place: LinkedPlace & { name: string },
): Promise<{ wrong: number; perSecond: number }> {
  const started = performance.now();
  const ids: string[] = [];
  for (let n = 0; n < inOrder; n++) ids.push(await pushCustomer(ctx, place, n));
  await untilEnded(ctx, ids);
  const perSecond = inOrder / ((performance.now() - started) / 1000);
  const answer = await fetch(`${sandboxUrl}/control/companies/${place.name}/writes`);
  const written = ((await answer.json()) as { key: string }[]).map((write) => write.key);
  return {
    wrong: ids.filter((id, at) => written[at] !== id).length + Math.abs(written.length - ids.length),
    perSecond,
  };
}

/** Time in ms from request to completion, for pushes on every connection. */
async function measure(ctx: Context, places: readonly LinkedPlace[]): Promise<number[]> {
  const ids: string[] = [];
  for (let n = 0; n < pushesEach; n++) {
    for (const place of places) {
      ids.push(await pushCustomer(ctx, place, n));
      await sleep(5);
    }
  }
  return untilEnded(ctx, ids);
}

export async function untilEnded(ctx: Context, ids: readonly string[]): Promise<number[]> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await ctx.db.pool.query<{ status: string; ms: number }>(
      `select status, extract(epoch from completed_at - requested_at)::float8 * 1000 as ms from push
      where push_id = any ($1::uuid[])`,
      [ids],
    );
    const failed = rows.find(({ status }) => status === 'Failed' || status === 'TimedOut');
    if (failed) throw new Error(`A push did not succeed: ${failed.status}.`);
    if (rows.every(({ status }) => status === 'Success')) return rows.map(({ ms }) => ms);
    await sleep(50);
  }
  throw new Error('Some pushes did not finish within a minute.');
}

async function order(url: string, body: object | undefined): Promise<void> {
  const answer = await fetch(`${url}/control/faults`, {
    method: body ? 'POST' : 'DELETE',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The sandbox rejected the request: ${answer.status} ${await answer.text()}`);
}
