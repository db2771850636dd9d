import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { renewToken } from '../../src/connections/oauth/renew-token.ts';
import { openTokens, sealTokens } from '../../src/connections/oauth/token-seal.ts';
import { createTokens } from '../../src/connections/oauth/tokens.ts';
import { AuthRejected, NotSent } from '../../src/connectors/provider-errors.ts';
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

/** Without the first syncs, which would renew tokens on their own account. */
async function link() {
  await app.ctx.jobs.pause();
  return linked(app, server);
}

type Given = Pick<WorkerOrder, 'workers' | 'refusedVersion' | 'killAt'>;

/** Starts a process of workers, and lets it go when `go` is called. */
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

/** What the platform itself says of the token: the connection is alive. */
async function works(accessToken: string): Promise<boolean> {
  const answer = await fetch(`${server.issuer}/company`, { headers: { authorization: `Bearer ${accessToken}` } });
  return answer.status === 200;
}

test('a hundred workers of two processes whose token has ended cause one refresh, and all get its token', async () => {
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

test('a hundred workers to whom the platform has refused the same token cause one refresh', async () => {
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

test('kill -9 before, within and after every step of a refresh: another takes over, and the connection lives', async () => {
  const probe = await link();
  await expire(app, probe);
  const [whole] = await askAtOnce(probe, [{ workers: 1 }]);
  const effects = whole && 'effects' in whole ? whole.effects : [];
  assert.deepEqual(effects, ['transaction', 'request', 'transaction'], 'lease, talk, swap');
  for (const [at] of effects.entries()) {
    for (const moment of ['before', 'within', 'after'] as const) {
      const where = `${moment} ${effects[at]} ${at + 1}`;
      const begun = await link();
      await expire(app, begun);
      const [killed] = await askAtOnce(begun, [{ workers: 3, killAt: { effect: at + 1, moment } }]);
      // Who was too quick to be hit within a step has ended well.
      assert.ok(killed && (moment === 'within' || 'signal' in killed), where);
      // The lease has ended by then.
      const ctx = { ...app.ctx, clock: later(20_000) };
      const { token } = await renewToken(ctx, { ...begun, platformKey: 'ledger' });
      assert.ok(await works(token.accessToken), `${where}: the platform takes the token`);
      // And once more from there: what is stored leads on.
      await expire(app, begun);
      const next = await renewToken(ctx, { ...begun, platformKey: 'ledger' });
      assert.ok(await works(next.token.accessToken), `${where}: and the one after it`);
      assert.equal((await begun.account.send(`GET ${begun.path}`)).body.status, 'Linked', where);
    }
  }
});

test('while another holds the lease everybody waits for its token, and sends nothing', async () => {
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

test('whoever is fenced off while the platform answers stores nothing over the newer token, and goes on with it', async () => {
  const begun = await link();
  await expire(app, begun);
  const place = { ...begun, platformKey: 'ledger' };
  const first = openTokens(app.ctx.sealer, begun, (await tokenRow(app, begun))?.tokens ?? '');
  const others: string[] = [];
  const outbound = {
    ...app.ctx.outbound,
    async send(request: Parameters<typeof app.ctx.outbound.send>[0]) {
      const answer = await app.ctx.outbound.send(request);
      // Held up for longer than the lease: another renews meanwhile.
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
    'the one that the other has stored',
  );
  const known = [first.refreshToken, tokens.refreshToken, undefined];
  assert.ok(!known.includes(tokens.previousRefreshToken), 'ours is kept beside');
});

test('a refresh token that the platform no longer knows is replaced by the one before it, within the time of grace', async () => {
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
  await assert.rejects(renewToken({ ...app.ctx, clock: later(31 * 60_000) }, place), AuthRejected, 'after it');
});

test('an authorization that was taken back at the platform deauthorizes the connection, and nobody asks again', async () => {
  const begun = await link();
  await expire(app, begun);
  const place = { ...begun, platformKey: 'ledger' };
  server.forgetAll();
  const before = server.requests();
  await assert.rejects(renewToken(app.ctx, place), AuthRejected);
  const asked = server.requests() - before;
  await assert.rejects(renewToken(app.ctx, place), AuthRejected);
  assert.equal(server.requests() - before, asked, 'what was refused is known');
  await app.ctx.jobs.resume();
  await begun.account.send(`POST /companies/${begun.companyId}/data/queue/info`);
  const status = async () => (await begun.account.send(`GET ${begun.path}`)).body;
  await waitFor(async () => (await status()).status === 'Deauthorized');
  assert.match((await status()).errors[0].message, /^Ledger no longer accepts the authorization/);
});

test('an authorization server that is down is asked once in a while, not by everybody, and nothing is lost', async () => {
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
