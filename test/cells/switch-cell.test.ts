import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { createCellClient } from '../../src/cells/cell-client.ts';
import { signatureHeader, signRequest } from '../../src/cells/signature.ts';
import { type CellTicket, makeTicket } from '../../src/cells/ticket.ts';
import { createOutbound } from '../../src/outbound/http.ts';
import { totpPlace } from '../../src/people/sign-in/check-code.ts';
import { updatePerson } from '../../src/people/store.ts';
import type { Answer } from '../client.ts';
import type { TestApp } from '../harness.ts';
import { browserOf, cookieOf, goodPassword, makeCode, ownOrigin, trySignIn } from '../people/people.ts';
import { cellsKey, member, useTwoCells, verify } from './two-cells.ts';

/** One person in two cells: which accounts they see there, and how they get there. */
const two = useTwoCells();

const switchTo = (
  { send }: { send: (request: string, options: object) => Promise<Answer> },
  accountId: string,
  more: object = {},
) => send('POST /session/elsewhere', { body: { cell: 'eu2', accountId, ...more } });

/** Asks eu2 as another cell does. */
function askAsCell(key = cellsKey, own: TestApp = two.eu1) {
  const config = { ...two.settings, cell: 'eu1', cellsKey: key, cells: two.settings.cells ?? [] };
  const client = createCellClient({ clock: own.ctx.clock, outbound: createOutbound(), config });
  if (!client) throw new Error('There are no cells.');
  return client;
}

const ticketFor = (email: string, accountId: string, change: Partial<CellTicket> = {}): CellTicket => ({
  ...{ ticketId: newId(two.eu1.ctx.clock), from: 'eu1', to: 'eu2', email, accountId, by: 'password' },
  ...{ provedMs: Date.now(), expiresMs: Date.now() + 60_000, ...change },
});

const redeem = (ticket: CellTicket, { key = cellsKey, code }: { key?: Buffer; code?: string } = {}) =>
  askAsCell()
    .ask<{ session: object; setCookie: string }>('eu2', '/cells/tickets', {
      ...{ ticket: makeTicket(key, ticket), place: { address: '192.0.2.1' } },
      ...(code && { code }),
    })
    .then(
      () => 'redeemed',
      (error) => error.parts?.code ?? String(error),
    );

test('a person sees the accounts of the same verified e-mail address in the other cell, and switches to one', async () => {
  const email = 'both@example.com';
  const here = await member(two.eu1, { email });
  const there = await member(two.eu2, { email });
  const browser = await here.signIn();
  const listed = await browser.send('GET /session/elsewhere');
  assert.deepEqual(listed.body.cells, [
    {
      cell: 'eu2',
      isReachable: true,
      accounts: [{ accountId: there.accountId, name: 'Account in eu2', role: 'administrator' }],
    },
  ]);
  const switched = await switchTo(browser, there.accountId);
  assert.equal(switched.status, 200, switched.text);
  assert.deepEqual([switched.body.account.accountId, switched.body.person.personId], [there.accountId, there.personId]);
  assert.match(cookieOf(switched), /^daybook_session=eu2\./);
  const then = browserOf(two.eu2, switched);
  assert.equal((await then.send('GET /companies')).status, 200);
  assert.equal((await browser.send('GET /session')).status, 401, 'the old session has ended');
  const row = await two.eu1.ctx.db.system
    .selectFrom('audit')
    .selectAll()
    .where('operation', '=', 'switchCell')
    .executeTakeFirst();
  assert.ok(row, 'the switch is in the audit log');
});

test('the new session keeps the time of the last proof, so sensitive changes ask for the password again', async () => {
  const email = 'proof@example.com';
  const here = await member(two.eu1, { email });
  const there = await member(two.eu2, { email });
  const browser = await here.signIn();
  const longAgo = new Date(Date.now() - 3_600_000);
  await two.eu1.ctx.db.people
    .updateTable('session')
    .set({ proved_at: longAgo })
    .where('person_id', '=', here.personId)
    .execute();
  two.eu1.ctx.sessions.forget();
  await switchTo(browser, there.accountId);
  const row = await two.eu2.ctx.db.people
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', there.personId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.proved_at, row.signed_in_by], [longAgo, 'another cell']);
});

test('an e-mail address that is not verified in one of the cells opens nothing in the other', async () => {
  const email = 'unverified@example.com';
  const here = await member(two.eu1, { email, isVerified: false });
  const there = await member(two.eu2, { email, isVerified: false });
  const browser = await here.signIn();
  assert.deepEqual((await browser.send('GET /session/elsewhere')).body.cells, []);
  assert.equal((await switchTo(browser, there.accountId)).status, 404);
  await verify(two.eu1, here.personId);
  assert.deepEqual((await browser.send('GET /session/elsewhere')).body.cells[0].accounts, []);
  assert.equal((await switchTo(browser, there.accountId)).status, 404);
  assert.equal((await browser.send('GET /session')).status, 200, 'the session is kept if the switch fails');
  await verify(two.eu2, there.personId);
  assert.equal((await switchTo(browser, there.accountId)).status, 200);
});

test('somebody who has not proved an e-mail address here gets nothing of its owner in the other cell', async () => {
  const email = 'owner@example.com';
  const here = await member(two.eu1, { email, isVerified: false });
  const there = await member(two.eu2, { email });
  const browser = await here.signIn();
  assert.deepEqual((await browser.send('GET /session/elsewhere')).body.cells, []);
  assert.equal((await switchTo(browser, there.accountId)).status, 404);
});

test('an operator of the other cell signs in there: no other cell can vouch for them', async () => {
  const email = 'operator@example.com';
  const here = await member(two.eu1, { email });
  const there = await member(two.eu2, { email, isOperator: true });
  const browser = await here.signIn();
  assert.deepEqual((await browser.send('GET /session/elsewhere')).body.cells[0].accounts, []);
  assert.equal((await switchTo(browser, there.accountId)).status, 404);
});

test("an account of others, an unknown cell and one's own cell are refused", async () => {
  const email = 'others@example.com';
  const here = await member(two.eu1, { email });
  await member(two.eu2, { email });
  const { accountId } = await two.eu2.account();
  const browser = await here.signIn();
  assert.equal((await switchTo(browser, accountId)).status, 404);
  for (const cell of ['eu1', 'eu9']) assert.equal((await switchTo(browser, here.accountId, { cell })).status, 404);
});

test('a person who uses an authenticator app in the other cell needs its code', async () => {
  const email = 'codes@example.com';
  const here = await member(two.eu1, { email });
  const there = await member(two.eu2, { email });
  await useCodes(there.personId);
  const browser = await here.signIn();
  const asked = await switchTo(browser, there.accountId);
  assert.deepEqual([asked.status, asked.body.code], [401, 'codeRequired']);
  const wrong = await switchTo(browser, there.accountId, { code: '000000' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'codeIncorrect']);
  assert.equal((await browser.send('GET /session')).status, 200);
  const code = await makeCode(two.eu2, there.personId);
  assert.equal((await switchTo(browser, there.accountId, { code })).status, 200);
});

test('an account that requires a second factor asks for it after the switch, also after single sign-on here', async () => {
  const email = 'second@example.com';
  const there = await member(two.eu2, { email });
  await two.eu2.ctx.db.people
    .updateTable('account')
    .set({ second_factor_required: true })
    .where('account_id', '=', there.accountId)
    .execute();
  const ticket = ticketFor(email, there.accountId, { by: 'single sign-on' });
  const started = await askAsCell().ask<{ session: { person: { needsSecondFactor: boolean } }; setCookie: string }>(
    'eu2',
    '/cells/tickets',
    { ticket: makeTicket(cellsKey, ticket), place: { address: '192.0.2.1' } },
  );
  assert.equal(started.session.person.needsSecondFactor, true);
  const cookie = started.setCookie.split(';')[0] ?? '';
  const answer = await two.eu2.send('GET /companies', { headers: { cookie } });
  assert.deepEqual([answer.status, answer.body.code], [403, 'secondFactorRequired']);
});

test('a ticket works once, in time, for the right key and cell, and only for a person who exists', async () => {
  const email = 'ticket@example.com';
  const { accountId, personId } = await member(two.eu2, { email });
  const ticket = ticketFor(email, accountId);
  const both = await Promise.all([redeem(ticket), redeem(ticket), redeem(ticket)]);
  assert.deepEqual(both.sort(), ['cellTicketRefused', 'cellTicketRefused', 'redeemed']);
  assert.equal(await redeem(ticket), 'cellTicketRefused');
  assert.equal(await redeem(ticketFor(email, accountId), { key: Buffer.alloc(32, 6) }), 'cellTicketRefused');
  assert.equal(await redeem(ticketFor(email, accountId, { expiresMs: Date.now() - 1 })), 'cellTicketRefused');
  assert.equal(await redeem(ticketFor(email, accountId, { to: 'eu1' })), 'cellTicketRefused');
  assert.equal(await redeem(ticketFor('nobody@example.com', accountId)), 'notFound');
  await two.eu2.ctx.db.people.deleteFrom('person').where('person_id', '=', personId).execute();
  assert.equal(await redeem(ticketFor(email, accountId)), 'notFound');
});

test('a cell refuses a ticket that it cannot read with an error that says so', async () => {
  const path = '/cells/tickets';
  const body = JSON.stringify({ ticket: 'invented', place: { address: '192.0.2.1' } });
  const signature = signRequest(cellsKey, { from: 'eu1', to: 'eu2', path, body, nowMs: two.eu1.ctx.clock.nowMs() });
  const answer = await two.eu2.send(`POST ${path}`, { body, headers: { [signatureHeader]: signature } });
  assert.deepEqual([answer.status, answer.body.code], [401, 'cellTicketRefused'], answer.text);
});

test('a request to a cell that is signed with another key, or not at all, gets 404', async () => {
  const other = askAsCell(Buffer.alloc(32, 6));
  await assert.rejects(other.ask('eu2', '/cells/accounts', { email: 'a@b.example' }), { statusCode: 404 });
  const plain = await two.eu2.send('POST /cells/accounts', { body: { email: 'a@b.example' }, headers: ownOrigin });
  assert.equal(plain.status, 404);
  assert.deepEqual(await askAsCell().ask('eu2', '/cells/accounts', { email: 'a@b.example' }), { accounts: [] });
});

test('a person whose e-mail address only the other cell knows is signed in there', async () => {
  const there = await member(two.eu2, { email: 'far@example.com' });
  const answer = await trySignIn(two.eu1, { email: there.email });
  assert.deepEqual([answer.status, answer.body.account?.accountId], [200, there.accountId], answer.text);
  assert.match(cookieOf(answer), /^daybook_session=eu2\./);
  assert.equal((await browserOf(two.eu2, answer).send('GET /companies')).status, 200);
});

test('a code that the other cell asks for is asked for here', async () => {
  const there = await member(two.eu2, { email: 'far-codes@example.com' });
  await useCodes(there.personId);
  const asked = await trySignIn(two.eu1, { email: there.email });
  assert.deepEqual([asked.status, asked.body.code], [401, 'codeRequired']);
  const code = await makeCode(two.eu2, there.personId);
  assert.equal((await trySignIn(two.eu1, { email: there.email, code })).status, 200);
});

test('a refused sign-in does not reveal which cell knows the e-mail address, or whether one does', async () => {
  await member(two.eu1, { email: 'known-here@example.com' });
  await member(two.eu2, { email: 'known-there@example.com' });
  const answers = await Promise.all(
    ['known-here', 'known-there', 'unknown'].map((name) =>
      trySignIn(two.eu1, { email: `${name}@example.com`, password: 'wrong password here' }),
    ),
  );
  const shown = answers.map(({ status, body: { correlationId: _, ...body } }) => JSON.stringify([status, body]));
  assert.equal(new Set(shown).size, 1, shown.join('\n'));
  assert.match(shown[0] ?? '', /signInRefused/);
});

test('both cells count the attempts, so passing them on gives no further guesses', async () => {
  const { email } = await member(two.eu2, { email: 'guessed@example.com' });
  for (let attempt = 0; attempt < 10; attempt++)
    assert.equal((await trySignIn(two.eu1, { email, password: 'wrong password here' })).status, 401);
  assert.equal((await trySignIn(two.eu1, { email })).status, 429);
  assert.equal((await trySignIn(two.eu2, { email })).status, 429, 'from the same address');
});

test('if the other cell is down, it is named, and everything else works', async () => {
  const email = 'alone@example.com';
  const here = await member(two.eu1, { email });
  const there = await member(two.eu2, { email });
  await two.stop('eu2');
  const browser = await here.signIn();
  const listed = await browser.send('GET /session/elsewhere');
  assert.deepEqual(listed.body.cells, [{ cell: 'eu2', isReachable: false, accounts: [] }]);
  const switched = await switchTo(browser, there.accountId);
  assert.deepEqual([switched.status, switched.body.code], [503, 'cellUnreachable']);
  assert.equal((await browser.send('GET /session')).status, 200);
  const refused = await trySignIn(two.eu1, { email: 'far@example.com', password: goodPassword });
  assert.deepEqual([refused.status, refused.body.code], [401, 'signInRefused']);
  assert.match(refused.body.error, /does not answer now \(eu2\)/);
});

async function useCodes(personId: string): Promise<void> {
  const totp_secret = two.eu2.ctx.sealer.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totpPlace(personId));
  await updatePerson(two.eu2.ctx.db.system, personId, { totp_secret, totp_confirmed_at: two.eu2.ctx.clock.now() });
}
