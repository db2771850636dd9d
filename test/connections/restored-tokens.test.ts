import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { renewRestored } from '../../src/connections/oauth/renew-restored.ts';
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
const app = useApp({ registry: registryOf([oauthPlatform(server.issuer)]) });
const listed = async () =>
  (await runForJson(app.databaseUrl, ['db', 'restored'])).map((row: { state: string; connectionId: string }) => [
    row.state,
    row.connectionId,
  ]);

test('A-23: after a restore, tokens are renewed at once, and a connection whose token was replaced is reported', async () => {
  await app.ctx.jobs.pause();
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
  await renewRestored(app.ctx, () => false);

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
