import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { Budget, Connector } from '@daybook/connector-kit';
import { RateLimited } from '@daybook/connector-kit';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock, systemClock } from '../../src/base/clock.ts';
import { paceOf } from '../../src/connections/provider/budget-store.ts';
import { createProviderBudgets } from '../../src/connections/provider/provider-budget.ts';
import { providerHttp } from '../../src/connections/provider/provider-http.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { startOn, useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';

const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const config = { role: 'api' } as const;
const app = useApp({ config });
after(() => sandbox.stop());

const far = { requests: 1_000_000, perMs: 1000, atOnce: 1000 };

/** A process with its own PostgreSQL connections, and the sandbox with a given budget. */
function processWith(ctx: typeof app.ctx, budget: Budget, clock = systemClock, onSent = () => {}) {
  const connector: Connector = { ...createSandboxConnector({ baseUrl: sandbox.url }), budget };
  const registry = registryOf([{ ...connector, platform: { ...connector.platform, key: platformKey } }]);
  const budgets = createProviderBudgets({ db: ctx.db, clock, registry });
  const outbound = {
    ...ctx.outbound,
    send(request: Parameters<typeof ctx.outbound.send>[0]) {
      onSent();
      return ctx.outbound.send(request);
    },
  };
  return (connectionId: string) => {
    const place = { platformKey, accountId: connectionId, connectionId, reason: { purpose: 'sync' } } as const;
    const sender = providerHttp({ outbound, clock, budgets, registry }, place);
    return () => sender.request({ method: 'GET', url: `${sandbox.url}/v1/acme-100/info` });
  };
}

let platformKey = '';
/** A new platform key, so that each test has its own budgets. */
function begin(): void {
  platformKey = `p${randomUUID()}`;
}

/** Sends as fast as the budget allows, for a given time. */
async function sendFor(durationMs: number, sends: (() => Promise<unknown>)[]): Promise<void> {
  const end = performance.now() + durationMs;
  await Promise.all(
    sends.map(async (send) => {
      while (performance.now() < end) {
        try {
          await send();
        } catch (error) {
          assert.ok(error instanceof RateLimited, String(error));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    }),
  );
}

/** The maximum number in any period of the given length. */
function mostWithin(times: readonly number[], lengthMs: number): number {
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + lengthMs).length));
}

async function requestsAtSandbox(): Promise<number> {
  return (await control.stats()).requests;
}

for (const [what, budget] of [
  ['a connection', { connection: { requests: 40, perMs: 1000, atOnce: 100 }, platform: far }],
  ['a platform', { connection: far, platform: { requests: 40, perMs: 1000, atOnce: 100 } }],
] as const) {
  test(`two processes together never exceed the budget of ${what} in any second`, async () => {
    begin();
    const other = await startOn(app.databaseUrl, { config });
    try {
      const connectionId = randomUUID();
      // Times at which requests were sent. Responses can bunch up if the machine stalls, so their times are not used.
      const passed: number[] = [];
      const sends = [app.ctx, other.app.ctx].flatMap((ctx) => {
        const sender = processWith(ctx, budget, systemClock, () => passed.push(performance.now()));
        return Array.from({ length: 4 }, () => sender(what === 'a platform' ? randomUUID() : connectionId));
      });
      const before = await requestsAtSandbox();
      await sendFor(4000, sends);
      const tookMs = (passed.at(-1) ?? 0) - (passed[0] ?? 0);
      // Requests are sent slightly closer together or further apart than they were granted.
      assert.ok(mostWithin(passed, 1000 - 50) <= 40, `${mostWithin(passed, 950)} in a second`);
      assert.equal((await requestsAtSandbox()) - before, passed.length, 'the sandbox counted the same number');
      assert.ok(passed.length <= (Math.max(4, tookMs / 1000) + 0.1) * 40, `${passed.length} in ${tookMs} ms`);
      // How much of the budget is used depends on the machine; the next test checks that with a fixed clock.
      assert.ok(passed.length >= 20, `only ${passed.length} in 4 s`);
    } finally {
      await other.stop();
    }
  });
}

test('two processes that send constantly use at least 70 % of a budget, and never more than all of it in any period', async () => {
  begin();
  const other = await startOn(app.databaseUrl, { config });
  try {
    const clock = settableClock(new Date());
    // A long period, so that the next request is hardly ever due soon: a process would wait for it, but this clock
    // stands still.
    const perMs = 40_000_000;
    const budget = { connection: { requests: 40, perMs, atOnce: 8 }, platform: far };
    const connectionId = randomUUID();
    const sends = [app.ctx, other.app.ctx].map((ctx) => processWith(ctx, budget, clock)(connectionId));
    const passed: number[] = [];
    for (const end = clock.nowMs() + 4 * perMs; clock.nowMs() < end; clock.advanceMs(perMs / 97)) {
      for (const send of sends) {
        while (await send().then(Boolean, () => false)) passed.push(clock.nowMs());
      }
    }
    assert.ok(mostWithin(passed, perMs) <= 40, `${mostWithin(passed, perMs)} in a period`);
    assert.ok(passed.length >= 0.7 * 4 * 40, `only ${passed.length}`);
  } finally {
    await other.stop();
  }
});

test('a pace keeps the budget in every period, and allows a burst after an idle time', () => {
  for (const [requests, perMs] of [
    [1, 1000],
    [2, 1000],
    [10, 60_000],
    [60, 60_000],
    [6000, 60_000],
  ] as const) {
    const { burst, everyMs, leaseMs } = paceOf({ requests, perMs });
    assert.ok(burst >= 1);
    // After an idle time: a whole burst at once, then one request after the other.
    const most = burst - 1 + Math.ceil((perMs + leaseMs) / everyMs - 1e-9);
    assert.ok(most <= requests, `${most} > ${requests}`);
    assert.ok(most >= requests - 1);
  }
});

test('if the next request is not allowed soon, it is rejected with a retry time, and succeeds at that time', async () => {
  begin();
  const clock = settableClock(new Date());
  const budget = { connection: { requests: 8, perMs: 60_000, atOnce: 8 }, platform: far };
  const send = processWith(app.ctx, budget, clock)(randomUUID());
  await send();
  await send();
  const refusal = await send().then(
    () => assert.fail('it passed'),
    (error) => error,
  );
  assert.ok(refusal instanceof RateLimited);
  const waitMs = refusal.retryAtMs - clock.nowMs();
  assert.ok(waitMs > 2000 && waitMs <= 60_000, `${waitMs} ms`);
  clock.advanceMs(waitMs - 100);
  await assert.rejects(send(), RateLimited);
  clock.advanceMs(100);
  await send();
});

test('if the next request is allowed soon, it waits', async () => {
  begin();
  const budget = { connection: { requests: 20, perMs: 1000, atOnce: 100 }, platform: far };
  const send = processWith(app.ctx, budget)(randomUUID());
  const [startedAt, ownTime] = [performance.now(), startOwnTime()];
  for (let i = 0; i < 15; i++) await send();
  const [tookMs, ownMs] = [performance.now() - startedAt, ownTime()];
  assert.ok(tookMs >= 500 && ownMs < 3000, `${tookMs} ms`);
});

test("a provider's 429 stops its connection in every process until the given time, and no other connection", async () => {
  begin();
  const other = await startOn(app.databaseUrl, { config });
  try {
    const clock = settableClock(new Date());
    const budget = { connection: { requests: 4000, perMs: 1000, atOnce: 100 }, platform: far };
    const [here, there] = [processWith(app.ctx, budget, clock), processWith(other.app.ctx, budget, clock)];
    const connectionId = randomUUID();
    await control.fault({ fault: { kind: 'status', status: 429, retryAfter: 30 }, times: 1 });
    assert.equal((await here(connectionId)()).status, 429);
    const before = await requestsAtSandbox();
    for (const sender of [here, there]) {
      const refusal = await sender(connectionId)().catch((error) => error);
      assert.ok(refusal instanceof RateLimited, String(refusal));
      assert.ok(refusal.retryAtMs - clock.nowMs() >= 29_000, `${refusal.retryAtMs - clock.nowMs()} ms`);
    }
    assert.equal(await requestsAtSandbox(), before, 'no request was sent');
    await here(randomUUID())();
    clock.advanceMs(30_001);
    for (const sender of [here, there]) await sender(connectionId)();
  } finally {
    await control.clearFaults();
    await other.stop();
  }
});

test('there are never more concurrent requests than the connection and the platform allow, and slots are reused', async () => {
  begin();
  await control.send('DELETE', '/stats');
  const budget = { connection: { ...far, atOnce: 2 }, platform: { ...far, atOnce: 3 } };
  const sender = processWith(app.ctx, budget);
  await control.fault({ fault: { kind: 'slow', ms: 50 }, times: 40 });
  try {
    const connections = [randomUUID(), randomUUID()];
    const one = Array.from({ length: 10 }, () => sender(connections[0] ?? '')());
    await Promise.all(one);
    assert.equal((await control.stats()).atOnceMax, 2);
    await control.send('DELETE', '/stats');
    await Promise.all(Array.from({ length: 20 }, (_, i) => sender(connections[i % 2] ?? '')()));
    assert.equal((await control.stats()).atOnceMax, 3);
    await control.send('DELETE', '/stats');
  } finally {
    await control.clearFaults();
  }
});
