import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { minuteMs } from '../../src/base/durations.ts';
import { createConfirmations } from '../../src/mcp/confirmation-token.ts';
import { publish, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { capture } from './capture.ts';

/** Errors that need a rare state, and a response without an end, so that each of them has an example. */
const app = useApp({ config: { requestTimeoutMs: 2000 } });

test('a statement that takes too long is an error that can be retried', async () => {
  const { send } = await app.account();
  await withClient(async (client) => {
    await client.query('begin; lock table company in access exclusive mode');
    const answer = await send('GET /companies');
    assert.deepEqual([answer.status, answer.body.code], [503, 'databaseBusy'], answer.text);
    assert.equal(answer.headers.get('retry-after'), '5');
  });
});

/** A connection without the time limits of the service. */
async function withClient(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

test('a session that switches to another account ends a request that waits in the first one', async () => {
  const [first, second] = [await app.account(), await app.account()];
  const person = await makePerson(app, { accountId: first.accountId });
  await app.ctx.db.people
    .insertInto('member')
    .values({ account_id: second.accountId, person_id: person.personId, role: 'viewer', joined_at: new Date() })
    .execute();
  const browser = await person.signIn();
  await browser.send('PATCH /session', { body: { accountId: first.accountId } });
  const { companyId } = (await first.send('POST /companies', { body: { name: 'Harbour Café' } })).body;
  const set = await seedDataSet(app.ctx.db, { accountId: first.accountId, companyId });
  const waiting = browser.send('GET /changes?wait=20&after=latest');
  await sleep(500);
  await browser.send('PATCH /session', { body: { accountId: second.accountId } });
  await publish(app.ctx.db, set, [{ id: 'one' }]);
  const answer = await waiting;
  assert.deepEqual([answer.status, answer.body.code], [403, 'sessionElsewhere'], answer.text);
});

test('an account has a maximum number of rules', async () => {
  const { accountId, send } = await app.account({ webhooks: 'older' });
  const type = 'company.created';
  const body = { type, notifiers: { webhook: 'http://127.0.0.1:4000/hooks' } };
  assert.equal((await send('POST /rules', { body })).status, 201);
  const more = `insert into rule (account_id, rule_id, rule_type, webhook_url, created_at, changed_at)
    select account_id, gen_random_uuid(), rule_type, webhook_url, now(), now() from rule, generate_series(2, 10000)
    where account_id = $1`;
  await withClient((client) => client.query(more, [accountId]));
  const answer = await send('POST /rules', { body });
  assert.deepEqual([answer.status, answer.body.code], [409, 'ruleLimitExceeded'], answer.text);
});

/** Calls a tool as a program does that speaks plain JSON-RPC. */
async function callTool(key: string, name: string, input: object, headers: Record<string, string> = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const answer = await app.send('POST /mcp', {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream', ...headers },
    body,
    unchecked: true,
  });
  if (answer.status !== 200) return { answer, code: answer.body?.code };
  // The result is the only event of a stream.
  const result = JSON.parse(/^data: (.*)$/m.exec(answer.text)?.[1] ?? '');
  const shown = { ...answer, body: result };
  capture({ operation: undefined, method: 'POST', target: '/mcp', body, answer: shown });
  return { answer, code: result.result.structuredContent.error.code };
}

test('the errors of MCP tools name their code', async () => {
  const account = await app.account();
  const { key } = account;
  const reader = (await app.key(account.accountId, { scopes: ['read'] })).secret;
  const push = pushOf(account);
  const { token } = createConfirmations(app.ctx.confirmationKey).issue(push.confirmed, Date.now() - 11 * minuteMs);
  const invented = { ...push.input, confirmationToken: 'c1.1794906867318.invented.invented' };
  const expired = { ...push.input, confirmationToken: token };
  const codes = {
    toolUnknown: await callTool(key, 'delete_everything', {}),
    toolNotAllowed: await callTool(reader, 'send_push', invented),
    confirmationMismatch: await callTool(key, 'send_push', invented),
    confirmationExpired: await callTool(key, 'send_push', expired),
    mcpSiteRefused: await callTool(key, 'find_companies', {}, { origin: 'https://other.example' }),
  };
  for (const [wanted, { code, answer }] of Object.entries(codes)) assert.equal(code, wanted, answer.text);
});

function pushOf({ accountId, apiKeyId }: TestAccount) {
  const place = { companyId: randomUUID(), connectionId: randomUUID(), dataType: 'customers', operation: 'create' };
  const record = { customerName: 'Harbour Café' };
  return {
    input: { ...place, record },
    confirmed: { ...place, accountId, apiKeyId, id: undefined, body: JSON.stringify(record) },
  };
}

test('the stream of an account begins with hello and reports a new company', async () => {
  const account = await app.account();
  // Without the scope "webhooks", the stream has no messages.
  const { secret: key } = await app.key(account.accountId, { scopes: ['read'] });
  const leaving = new AbortController();
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  const { status, headers, body } = await fetch(`${app.url}/live`, {
    headers: { authorization },
    signal: leaving.signal,
  });
  const seen = { text: '' };
  const reading = (async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) seen.text += part;
  })().catch(() => {});
  await waitFor(() => seen.text.includes('event: hello'));
  await account.send('POST /companies', { body: { name: 'Harbour Café' } });
  await waitFor(() => seen.text.includes('event: company'));
  leaving.abort();
  await reading;
  const events = seen.text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  assert.deepEqual(events, ['retry: 2000', 'event: hello\ndata: {}', 'event: company\ndata: {}']);
  const operation = { operationId: 'watchAccount', summary: 'Watch the activity of the account' };
  const text = events.map((event) => `${event}\n\n`).join('');
  const answer = { status, headers, body: undefined, text };
  capture({ operation, method: 'GET', target: '/live', body: undefined, answer });
});
