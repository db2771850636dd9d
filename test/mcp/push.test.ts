import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../../src/base/durations.ts';
import { canonicalJson, createConfirmations } from '../../src/mcp/confirmation-token.ts';
import { injectedIn, readInjections, trustedTexts, tryTokens, tryWithoutPush } from './attempts.ts';
import { connectAgent } from './connect-agent.ts';
import { pushOf } from './questions.ts';
import { injections } from './stage.ts';
import { useStage } from './use-stage.ts';

const { app, stage } = await useStage();
const pushes = async () => Number((await stage().sql('select count(*) from push'))[0].count);

test('a dry run stores and sends nothing; its token sends exactly one push, however often it is used', async () => {
  const { account, control, sandboxCompany } = stage();
  const agent = await connectAgent(app.url, account.key);
  const [before, written] = [await pushes(), (await control.writes(sandboxCompany)).length];
  const ready = await agent.ask('prepare_push', pushOf(stage()));
  assert.equal(await pushes(), before);
  const input = { ...pushOf(stage()), confirmationToken: ready.confirmationToken };
  // At once: the first one is still under way when the others arrive.
  const sent = await Promise.allSettled([1, 2, 3].map(() => agent.ask('send_push', input)));
  const again = await agent.ask('send_push', input);
  assert.deepEqual([again.isRepeated, again.push.status], [true, 'Success']);
  for (const one of sent)
    if (one.status === 'fulfilled') assert.equal(one.value.push.pushId, again.push.pushId);
    else assert.match(String(one.reason), /requestUnderWay/);
  // Programs write fields in any order; it is the same record.
  const { record } = input;
  const reordered = { ...input, record: Object.fromEntries(Object.entries(record).reverse()) };
  assert.equal((await agent.ask('send_push', reordered)).push.pushId, again.push.pushId);
  assert.equal(await pushes(), before + 1);
  assert.equal((await control.writes(sandboxCompany)).length, written + 1);
  const checked = await agent.ask('check_push', { companyId: input.companyId, pushId: again.push.pushId });
  assert.equal(checked.push.status, 'Success');
  await agent.close();
});

test('a token confirms one body, operation, data type, connection, company and key, and nothing else', async () => {
  const { account, narrowKey } = stage();
  const before = await pushes();
  const [agent, narrow] = await Promise.all([account.key, narrowKey].map((key) => connectAgent(app.url, key)));
  assert.ok(agent && narrow);
  const attempts = await tryTokens(agent, [narrow], stage());
  assert.deepEqual(
    attempts.filter(({ code, expected }) => code !== expected),
    [],
  );
  assert.ok(attempts.length >= 10);
  assert.equal(await pushes(), before);
  await Promise.all([agent.close(), narrow.close()]);
});

test('a token is refused after ten minutes, and by another installation', () => {
  const push = {
    ...{ accountId: 'a', apiKeyId: 'k', companyId: 'c', connectionId: 'n', dataType: 'invoices' },
    ...{ operation: 'create', id: undefined, body: '{"a":1}' },
  };
  const confirmations = createConfirmations(Buffer.alloc(32, 1));
  const { token, expiresAt } = confirmations.issue(push, 0);
  assert.equal(expiresAt, new Date(10 * minuteMs).toISOString());
  assert.match(confirmations.redeem(token, push, 10 * minuteMs - 1), /^mcp-[\w-]{22}$/);
  assert.throws(() => confirmations.redeem(token, push, 10 * minuteMs), /expired at/);
  const others = createConfirmations(Buffer.alloc(32, 2));
  assert.throws(() => others.redeem(token, push, 0), /does not belong/);
  for (const text of ['', 'c1', 'c1...', '....', token.slice(0, -1), `${token}x`, 'c2'.concat(token.slice(2))])
    assert.throws(() => confirmations.redeem(text, push, 0), /does not belong/, text);
});

test('canonical JSON does not depend on the order of fields, only on values and the order of lists', () => {
  assert.equal(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true }), '{"a":true,"b":[1,{"c":"x","d":null}]}');
  assert.notEqual(canonicalJson({ a: [1, 2] }), canonicalJson({ a: [2, 1] }));
});

test('digits of a pushed amount are not lost on the way', async () => {
  const { account } = stage();
  const input = JSON.stringify(pushOf(stage())).replace('3.45', '1234567890123456.78');
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"prepare_push","arguments":${input}}}`;
  const answer = await app.send('POST /mcp', {
    key: account.key,
    body: call,
    headers: { accept: 'application/json, text/event-stream' },
    unchecked: true,
  });
  assert.match(answer.text, /1234567890123456\.78/);
});

test('texts in records change neither what a key may do nor what the server says about itself', async () => {
  const { readOnlyKey, account } = stage();
  const before = await pushes();
  const agent = await connectAgent(app.url, readOnlyKey);
  const tools = await agent.tools();
  assert.ok(!tools.some((name) => name.includes('push')), 'read-only by default');
  const texts = await trustedTexts(agent);
  const read = await readInjections(agent, stage());
  for (const text of [injections.companyName, injections.customerName, injections.note])
    assert.ok(read.includes(JSON.stringify(text)), 'the text is a JSON string of a result');
  const attempts = await tryWithoutPush(agent, stage());
  assert.deepEqual(
    attempts.filter(({ code, expected }) => code !== expected),
    [],
  );
  assert.equal(await trustedTexts(agent), texts);
  assert.deepEqual(injectedIn(texts), []);
  assert.deepEqual(await agent.tools(), tools);
  assert.equal(await pushes(), before);
  const full = await connectAgent(app.url, account.key);
  assert.deepEqual(injectedIn(await trustedTexts(full)), []);
  await Promise.all([agent.close(), full.close()]);
});
