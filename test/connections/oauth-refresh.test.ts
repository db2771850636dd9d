import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { AuthRejected, NotSent } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { renewToken } from '../../src/connections/oauth/renew-token.ts';
import { openTokens, sealTokens } from '../../src/connections/oauth/token-seal.ts';
import { createTokens } from '../../src/connections/oauth/tokens.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { oauthPlatform } from './oauth-platform.ts';
import { type Begun, expire, linked, redirectUri, tokenRow } from './oauth-stage.ts';
import type { WorkerOrder, WorkerReport } from './oauth-worker.ts';

const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
const app = useApp({ registry: registryOf([oauthPlatform(server.issuer)]) });

/** Links a connection with jobs paused, because the first syncs would renew tokens themselves. */
async function link() {
  await app.ctx.jobs.pause();
  return linked(app, server);
}

type Given = Pick<WorkerOrder, 'workers' | 'refusedVersion' | 'killAt'>;

/** Starts a process of workers, which begin when `go` is called. */
async function startWorker({ accountId, companyId, connectionId }: Begun, given: Given) {
  const order: WorkerOrder = {
    databaseUrl: app.databaseUrl,
    issuer: server.issuer,
    place: { accountId, companyId, connectionId },
    ...given,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'oauth-worker.ts'), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const heard: string[] = [];
  lines.on('line', (line) => heard.push(line));
  await once(lines, 'line');
  return {
    go: () => void child.stdin.write('go\n'),
    async report(): Promise<WorkerReport | { signal: string }> {
      const [, signal] = await exited;
      return signal ? { signal } : JSON.parse(heard.at(-1) ?? '');
    },
  };
}

async function askAtOnce(begun: Begun, given: Given[]): Promise<(WorkerReport | { signal: string })[]> {
  const workers = await Promise.all(given.map((one) => startWorker(begun, one)));
  for (const worker of workers) worker.go();
  return Promise.all(workers.map((worker) => worker.report()));
}

const later = (ms: number) => {
  const { clock } = app.ctx;
  return { now: () => new Date(clock.nowMs() + ms), nowMs: () => clock.nowMs() + ms };
};

/** Whether the platform accepts the token. */
async function works(accessToken: string): Promise<boolean> {
  const answer = await fetch(`${server.issuer}/company`, { headers: { authorization: `Bearer ${accessToken}` } });
  return answer.status === 200;
}

test('a hundred workers in two processes with an expired token cause one refresh, and all get the new token', async () => {
  const begun = await link();
  await expire(app, begun);
  const before = server.requests();
  const reports = await askAtOnce(begun, [{ workers: 50 }, { workers: 50 }]);
  const whole = reports.map((report) => ('versions' in report ? report : assert.fail(report.signal)));
  assert.deepEqual(
    whole.flatMap((report) => report.errors),
    [],
  );
  assert.deepEqual(
    whole.flatMap((report) => report.versions),
    Array(100).fill(2),
  );
  assert.equal(server.requests() - before, 1);
});

test('a hundred workers for which the platform has rejected the same token cause one refresh', async () => {
  const begun = await link();
  const before = server.requests();
  const reports = await askAtOnce(begun, [
    { workers: 50, refusedVersion: 1 },
    { workers: 50, refusedVersion: 1 },
  ]);
  assert.deepEqual(
    reports.flatMap((report) => ('versions' in report ? report.versions : [])),
    Array(100).fill(2),
  );
  assert.equal(server.requests() - before, 1);
});

test('after kill -9 before, during or after any step of a refresh, another worker takes over and the connection works', async () => {
  const probe = await link();
  await expire(app, probe);
  const [whole] = await askAtOnce(probe, [{ workers: 1 }]);
  const effects = whole && 'effects' in whole ? whole.effects : [];
  assert.deepEqual(effects, ['transaction', 'request', 'transaction'], 'lease, token request, swap');
  for (const [at] of effects.entries()) {
    for (const moment of ['before', 'within', 'after'] as const) {
      const where = `${moment} ${effects[at]} ${at + 1}`;
      const begun = await link();
      await expire(app, begun);
      const [killed] = await askAtOnce(begun, [{ workers: 3, killAt: { effect: at + 1, moment } }]);
      // A worker that finished the step before the kill has ended normally.
      assert.ok(killed && (moment === 'within' || 'signal' in killed), where);
      // By then the lease has expired.
      const ctx = { ...app.ctx, clock: later(20_000) };
      const { token } = await renewToken(ctx, { ...begun, platformKey: 'ledger' });
      assert.ok(await works(token.accessToken), `${where}: the platform accepts the token`);
      // Renew once more: the stored refresh token works too.
      await expire(app, begun);
      const next = await renewToken(ctx, { ...begun, platformKey: 'ledger' });
      assert.ok(await works(next.token.accessToken), `${where}: the platform accepts the next token`);
      assert.equal((await begun.account.send(`GET ${begun.path}`)).body.status, 'Linked', where);
    }
  }
});

test('while another process holds the lease, all others wait for its token and send nothing', async () => {
  const begun = await link();
  const place = { ...begun, platformKey: 'ledger' };
  await expire(app, begun);
  await sql`update oauth_token set fence = fence + 1, lease_until = now() + interval '1 hour'
    where connection_id = ${begun.connectionId}`.execute(app.ctx.db.system);
  const before = server.requests();
  const waiting = createTokens(app.ctx).of(place).current();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(server.requests(), before);
  await sql`update oauth_token set version = 7, lease_until = null, expires_at = now() + interval '1 hour'
    where connection_id = ${begun.connectionId}`.execute(app.ctx.db.system);
  assert.equal((await waiting).version, 7);
  assert.equal(server.requests(), before);
});

test('a process that loses its lease during the token request does not overwrite the newer token, and uses it', async () => {
  const begun = await link();
  await expire(app, begun);
  const place = { ...begun, platformKey: 'ledger' };
  const first = openTokens(app.ctx.sealer, begun, (await tokenRow(app, begun))?.tokens ?? '');
  const others: string[] = [];
  const outbound = {
    ...app.ctx.outbound,
    async send(request: Parameters<typeof app.ctx.outbound.send>[0]) {
      const answer = await app.ctx.outbound.send(request);
      // Delayed for longer than the lease: another process renews meanwhile.
      others.push((await renewToken({ ...app.ctx, clock: later(20_000) }, place)).token.accessToken);
      return answer;
    },
  };
  const { token } = await renewToken({ ...app.ctx, outbound }, place);
  const row = (await tokenRow(app, begun)) ?? assert.fail();
  assert.deepEqual([row.version, token.version], [2, 2]);
  const tokens = openTokens(app.ctx.sealer, begun, row.tokens);
  assert.deepEqual(
    [tokens.accessToken, token.accessToken],
    [others[0], others[0]],
    'the token that the other process stored',
  );
  const known = [first.refreshToken, tokens.refreshToken, undefined];
  assert.ok(!known.includes(tokens.previousRefreshToken), 'its own refresh token is kept too');
});

test('if the platform rejects the refresh token, the previous one is used, within the grace period', async () => {
  const begun = await link();
  const place = { ...begun, platformKey: 'ledger' };
  await expire(app, begun);
  await renewToken(app.ctx, place);
  const spoil = async () => {
    const row = (await tokenRow(app, begun)) ?? assert.fail();
    const tokens = { ...openTokens(app.ctx.sealer, begun, row.tokens), refreshToken: 'lost' };
    await sql`update oauth_token set tokens = ${sealTokens(app.ctx.sealer, begun, tokens)}, expires_at = now()
      where connection_id = ${begun.connectionId}`.execute(app.ctx.db.system);
  };
  await spoil();
  const { token } = await renewToken(app.ctx, place);
  assert.ok(await works(token.accessToken));
  await spoil();
  await assert.rejects(renewToken({ ...app.ctx, clock: later(31 * 60_000) }, place), AuthRejected, 'too late');
});

test('an authorization revoked on the platform deauthorizes the connection, and no further token request is sent', async () => {
  const begun = await link();
  await expire(app, begun);
  const place = { ...begun, platformKey: 'ledger' };
  server.forgetAll();
  const before = server.requests();
  await assert.rejects(renewToken(app.ctx, place), AuthRejected);
  const asked = server.requests() - before;
  await assert.rejects(renewToken(app.ctx, place), AuthRejected);
  assert.equal(server.requests() - before, asked, 'the rejection is remembered');
  await app.ctx.jobs.resume();
  await begun.account.send(`POST /companies/${begun.companyId}/data/queue/info`);
  const status = async () => (await begun.account.send(`GET ${begun.path}`)).body;
  await waitFor(async () => (await status()).status === 'Deauthorized');
  assert.match((await status()).errors[0].message, /^Ledger no longer accepts the authorization/);
});

test('while the authorization server is down, only one worker tries from time to time, and nothing is lost', async () => {
  const begun = await link();
  await expire(app, begun);
  const place = { ...begun, platformKey: 'ledger' };
  server.failTokens(1);
  const before = server.requests();
  await assert.rejects(renewToken(app.ctx, place), NotSent);
  for (let i = 0; i < 10; i++) await assert.rejects(createTokens(app.ctx).of(place).current(), NotSent);
  assert.equal(server.requests() - before, 1);
  const { token } = await renewToken({ ...app.ctx, clock: later(6000) }, place);
  assert.ok(await works(token.accessToken));
});
