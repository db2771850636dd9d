import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { hasHaproxy, type Router, startRouter } from '../../dev/start-router.ts';

/** The real HAProxy with deploy/cells, in front of servers that answer with the name of their cell. */
const skip = hasHaproxy() ? false : 'HAProxy is not installed (Debian: apt-get install haproxy)';
const servers: Server[] = [];
let router: Router;

async function answerAs(cell: string): Promise<[number, number]> {
  const start = async () => {
    const server = createServer((_, response) => response.end(cell)).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  return [await start(), await start()];
}

before(async () => {
  if (skip) return;
  router = await startRouter({ ports: { eu1: await answerAs('eu1'), eu2: await answerAs('eu2') } });
  await Promise.all([router.whenUp('eu1', 2), router.whenUp('eu2', 2)]);
});
after(async () => {
  await router?.stop();
  for (const server of servers) server.close().closeAllConnections();
});

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const random = 'Xy12Ab'.repeat(8).slice(0, 46);
const token = 'a'.repeat(43);
const id = '0198a1b2-0000-7000-8000-000000000000';

const routed: [name: string, path: string, headers: Record<string, string>, cell: string][] = [
  ['a key', '/companies', basic(`dbk_eu2_${random}`), 'eu2'],
  ['a key of the first cell', '/companies', basic(`dbk_eu1_${random}`), 'eu1'],
  ['a key with a colon, as curl sends it', '/companies', basic(`dbk_eu2_${random}:`), 'eu2'],
  ['a key after several spaces', '/companies', { authorization: `Basic   ${btoa(`dbk_eu2_${random}`)}` }, 'eu2'],
  [
    'a key without padding',
    '/companies',
    { authorization: `Basic ${Buffer.from(`dbk_eu2_${random}x`).toString('base64url')}` },
    'eu2',
  ],
  ['a key of an unknown cell', '/companies', basic(`dbk_us1_${random}`), 'eu1'],
  [
    'a key and a cookie of another cell',
    '/companies',
    { ...basic(`dbk_eu2_${random}`), cookie: 'daybook_session=eu1.a' },
    'eu2',
  ],
  ['a key that names a cell like an old token', '/companies', basic('eu2x'), 'eu1'],
  ['a session', '/session', { cookie: `daybook_session=eu2.${token}` }, 'eu2'],
  ['a session by https', '/session', { cookie: `a=b; __Host-daybook_session=eu2.${token}` }, 'eu2'],
  ['a session from before there were cells', '/session', { cookie: `daybook_session=${token}` }, 'eu1'],
  ['a page of the portal', '/portal/companies', { cookie: `daybook_session=eu2.${token}` }, 'eu2'],
  ['the way back from a platform', `/oauth/callback?code=1&state=eu2.${token}`, {}, 'eu2'],
  ['the way back with an escaped dot', `/oauth/callback?state=eu2%2E${token}&code=1`, {}, 'eu2'],
  [
    'the way back, signed in elsewhere',
    `/oauth/callback?state=eu2.${token}`,
    { cookie: 'daybook_session=eu1.a' },
    'eu2',
  ],
  ['an old state', `/oauth/callback?code=1&state=${token}`, { cookie: 'daybook_session=eu2.a' }, 'eu1'],
  ['the start of single sign-on', '/session/sso/acme/start?cell=eu2', {}, 'eu2'],
  ['the end of single sign-on', `/session/sso/acme/callback?state=eu2.${token}&code=1`, {}, 'eu2'],
  ['a link page', `/link/eu2.${token}`, {}, 'eu2'],
  ['an old link page', `/link/${token}`, {}, 'eu1'],
  ['the data of a link page', `/links/eu2.${token}/platforms?x=1`, {}, 'eu2'],
  ['an invitation', `/invitations/eu2.${token}`, {}, 'eu2'],
  ['an invitation, signed in elsewhere', `/invitations/eu2.${token}`, { cookie: 'daybook_session=eu1.a' }, 'eu2'],
  ['the page of an invitation', `/portal/invitations/eu2.${token}`, {}, 'eu2'],
  ['a mute link', `/notices/mutes/eu2.${token}`, {}, 'eu2'],
  ['the page of a mute link', `/portal/mute/eu2.${token}`, {}, 'eu2'],
  ["notifications for an account's application", `/providers/xero/notifications/eu2.${id}`, {}, 'eu2'],
  ['the same, registered before', `/providers/xero/notifications/${id}`, {}, 'eu1'],
  ["notifications for the operator's application", '/providers/xero/notifications', {}, 'eu1'],
  ['the sign-in', '/session', {}, 'eu1'],
  ['the reference', '/docs', {}, 'eu1'],
];

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(router.url + path, { headers });
  return `${answer.status} ${await answer.text()}`;
};

for (const [name, path, headers, cell] of routed)
  test(`${name} reaches ${cell}`, { skip }, async () => {
    for (let turn = 0; turn < 3; turn++) assert.equal(await ask(path, headers), `200 ${cell}`);
  });

test('metrics and what cells ask each other cannot be reached from outside', { skip }, async () => {
  for (const path of ['/metrics', '/cells/status', '/cells/sign-in']) assert.match(await ask(path), /^404/, path);
});

test('a longer prefix sends one key of a moved account to another cell while HAProxy runs', { skip }, async () => {
  const [moved, other] = [`dbk_eu1_Xy12Ab${random}`, `dbk_eu1_Zz12Ab${random}`];
  await router.command(`add map ${router.mapFile} dbk_eu1_Xy12Ab eu2`);
  assert.deepEqual([await ask('/a', basic(moved)), await ask('/a', basic(other))], ['200 eu2', '200 eu1']);
  await router.command(`del map ${router.mapFile} dbk_eu1_Xy12Ab`);
  assert.equal(await ask('/a', basic(moved)), '200 eu1');
});

test('if the first cell is gone, its keys get 503, and what carries no cell is served by the other', {
  skip,
}, async () => {
  for (const server of servers.slice(0, 2)) server.close().closeAllConnections();
  await router.whenUp('eu1', 0);
  assert.match(await ask('/companies', basic(`dbk_eu1_${random}`)), /^503/);
  assert.equal(await ask('/companies', basic(`dbk_eu2_${random}`)), '200 eu2');
  assert.equal(await ask('/portal/sign-in'), '200 eu2');
  // A browser that was signed in there.
  const cookie = `daybook_session=eu1.${token}`;
  for (const path of ['/portal/companies', '/portal/assets/a.js', '/session', '/session/methods'])
    assert.equal(await ask(path, { cookie }), '200 eu2', path);
  assert.match(await ask('/companies', { cookie }), /^503/);
  assert.match(await ask(`/link/eu1.${token}`, { cookie }), /^503/);
});
