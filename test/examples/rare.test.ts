import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';

/** Errors and operations that no other test sees through the checked client, so that each of them has an example. */
const app = useApp();

test('a path or method that the API does not have says what to do', async () => {
  const { send } = await app.account();
  const missing = await send('GET /company', { unchecked: true });
  assert.deepEqual([missing.status, missing.body.code], [404, 'pathNotFound']);
  const wrong = await send('DELETE /companies', { unchecked: true });
  assert.deepEqual([wrong.status, wrong.body.code], [405, 'methodNotAllowed']);
});

test('an operator reads an account, the maintenance and the chat addresses', async () => {
  const { accountId } = await app.account();
  const { send } = await (await makePerson(app, { isOperator: true })).signIn();
  assert.equal((await send(`GET /operator/accounts/${accountId}`)).body.accountId, accountId);
  assert.equal((await send('GET /operator/maintenance')).body.enabled, false);
  const body = { name: 'Operations', url: 'http://127.0.0.1:1/chat', kinds: ['databaseGrowing'] };
  const { chatId } = (await send('POST /operator/notices/chats', { body })).body;
  assert.equal((await send('GET /operator/notices/chats')).status, 200);
  const changed = await send(`PATCH /operator/notices/chats/${chatId}`, { body: { mutedUntil: null } });
  assert.equal(changed.status, 200, changed.text);
});
