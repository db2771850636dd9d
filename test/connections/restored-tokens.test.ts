import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { createRenewRestored } from '../../src/connections/oauth/renew-restored.ts';
import { renewToken } from '../../src/connections/oauth/renew-token.ts';
import { suspectTokens } from '../../src/connections/oauth/store.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { runForJson } from '../cli/run-daybook.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { useApp } from '../harness.ts';
import { oauthPlatform } from './oauth-platform.ts';
import { authorize, beginAgain, linked, redirectUri, tokenRow } from './oauth-stage.ts';

const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
// The role "api" has no loops: the test itself runs what the loop would run.
const app = useApp({ config: { role: 'api' }, registry: registryOf([oauthPlatform(server.issuer)]) });
const listed = async () =>
  (await runForJson(app.databaseUrl, ['db', 'restored'])).map((row: { state: string; connectionId: string }) => [
    row.state,
    row.connectionId,
  ]);

test('A-23: after a restore, tokens are renewed at once, and a connection whose token was replaced is reported', async () => {
  const [replaced, untouched] = [await linked(app, server), await linked(app, server)];
  const { db, clock } = app.ctx;
  const backup = await tokenRow(app, replaced);
  assert.ok(backup);
  assert.deepEqual(await listed(), []);

  // After the backup, the platform replaces the token of one connection, and its grace period ends.
  const place = { ...replaced, platformKey: 'ledger' };
  await renewToken(app.ctx, place, { accessToken: '', version: backup.version });
  server.graceMs = 0;
  const { tokens, version, renewed_at } = backup;
  await db.system
    .updateTable('oauth_token')
    .set({ tokens, version, renewed_at })
    .where('connection_id', '=', replaced.connectionId)
    .execute();
  await db.system.transaction().execute(async (tx) => void (await suspectTokens(tx, clock.now())));
  await createRenewRestored(app.ctx)(() => false);

  const statusOf = async (one: typeof replaced) => (await one.account.send(`GET ${one.path}`)).body.status;
  assert.deepEqual([await statusOf(replaced), await statusOf(untouched)], ['Deauthorized', 'Linked']);
  assert.deepEqual(await listed(), [['authorizeAgain', replaced.connectionId]]);
  const { body } = await replaced.account.send('GET /webhooks/messages?query=eventType=connection.deauthorized');
  assert.equal(body.totalResults, 1);
  assert.equal((await tokenRow(app, untouched))?.version, 2);

  server.graceMs = 60_000;
  const again = await beginAgain(app, replaced.account, replaced, 'ledger');
  assert.equal((await authorize(app, { ...replaced, ...again })).status, 302);
  assert.equal(await statusOf(replaced), 'Linked');
  assert.deepEqual(await listed(), []);
});

test('A-23: while a platform is down, a token from a backup is tried again after waits that grow to minutes', async () => {
  const connection = await linked(app, server);
  const clock = settableClock(new Date());
  const ctx = { ...app.ctx, clock };
  await ctx.db.system.transaction().execute(async (tx) => void (await suspectTokens(tx, clock.now())));
  const isFailure = ({ msg, connectionId }: Record<string, unknown>) =>
    msg === 'could not renew a token' && connectionId === connection.connectionId;
  const failures = () => app.logLines.filter(isFailure).length;
  const before = failures();
  server.failTokens(1000);
  const run = createRenewRestored(ctx);
  const triedMs: number[] = [];
  const startMs = clock.nowMs();
  for (; clock.nowMs() < startMs + 30 * 60_000; clock.advanceMs(5000)) {
    const seen = failures();
    await run(() => false);
    if (failures() > seen) triedMs.push(clock.nowMs() - startMs);
  }
  const waits = triedMs.slice(1).map((ms, n) => ms - (triedMs[n] ?? 0));
  assert.equal(triedMs[0], 0);
  assert.ok((waits[0] ?? 0) <= 15_000 && Math.max(...waits) <= 7 * 60_000, JSON.stringify(waits));
  assert.ok(failures() - before > 8 && failures() - before < 20, `${failures() - before} attempts in half an hour`);
  server.failTokens(0);
  clock.advanceMs(7 * 60_000);
  await run(() => false);
  assert.equal((await tokenRow(app, connection))?.restored_at, null);
});
