import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { registryOf } from '../../src/connectors/registry.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { oauthPlatform } from './oauth-platform.ts';
import { redirectUri } from './oauth-stage.ts';

/** The check of an OAuth application against a real authorization server (oidc-provider). */
const server = await startAuthorizationServer({ redirectUri });
const strict = await startAuthorizationServer({ redirectUri: 'https://elsewhere.example/oauth/callback' });
after(() => Promise.all([server.stop(), strict.stop()]));
const platforms = [
  oauthPlatform(server.issuer),
  { ...oauthPlatform(strict.issuer), platform: { ...oauthPlatform(strict.issuer).platform, key: 'strict' } },
  {
    ...oauthPlatform('http://127.0.0.1:9'),
    platform: { ...oauthPlatform('http://127.0.0.1:9').platform, key: 'gone' },
  },
];
const app = useApp({ registry: registryOf(platforms) });

const check = (account: TestAccount, platformKey: string) =>
  account.send(`GET /platforms/${platformKey}/application/check`);

async function outcomes(platformKey: string, application: { clientId: string; clientSecret: string }) {
  const account = await app.account();
  await account.send(`PUT /platforms/${platformKey}/application`, { body: application });
  const { status, body, text } = await check(account, platformKey);
  assert.equal(status, 200, text);
  assert.ok(!text.includes(application.clientSecret), 'the secret is not in the response');
  const steps = body.steps.map((one: { step: string; outcome: string }) => [one.step, one.outcome]);
  const of = Object.fromEntries(steps) as Record<'signInPage' | 'client' | 'redirectAddress', string>;
  return { isUsable: body.isUsable as boolean, ...of };
}

test('the right client is accepted, and the redirect address is not refused', async () => {
  const before = server.granted('authorization_code');
  assert.deepEqual(await outcomes('ledger', server.client), {
    isUsable: true,
    signInPage: 'passed',
    client: 'passed',
    redirectAddress: 'unclear',
  });
  assert.equal(server.granted('authorization_code'), before, 'no token is granted');
});

test('a wrong secret and an unknown client are told', async () => {
  const wrong = await outcomes('ledger', { ...server.client, clientSecret: 'not the secret' });
  assert.deepEqual([wrong.isUsable, wrong.client], [false, 'failed']);
  const unknown = await outcomes('ledger', { clientId: 'nobody', clientSecret: 'nothing' });
  assert.deepEqual([unknown.isUsable, unknown.client, unknown.redirectAddress], [false, 'failed', 'failed']);
});

test('a redirect address that the platform does not know is told', async () => {
  assert.deepEqual(await outcomes('strict', strict.client), {
    isUsable: false,
    signInPage: 'passed',
    client: 'passed',
    redirectAddress: 'failed',
  });
});

test('a platform that does not answer is told', async () => {
  assert.deepEqual(await outcomes('gone', server.client), {
    isUsable: false,
    signInPage: 'failed',
    client: 'failed',
    redirectAddress: 'unclear',
  });
});

test('without an application, and for a platform without OAuth 2, the check returns 404', async () => {
  const account = await app.account();
  assert.equal((await check(account, 'ledger')).status, 404);
  assert.equal((await check(account, 'nothing')).status, 404);
});
