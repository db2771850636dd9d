import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { bodySchema } from '../../src/events/event-body.ts';
import { type EventName, eventNames, eventTypes } from '../../src/events/event-types.ts';
import { useApp } from '../harness.ts';
import { useReceivers } from '../webhooks/receiver.ts';
import { runDaybook, runForJson } from './run-daybook.ts';

/** `daybook trigger` needs a key and the address of the API, and no database. */
const app = useApp();
const startReceiver = useReceivers();
const nowhere = 'postgres://nobody@127.0.0.1:9/none';

async function prepare() {
  const [account, receiver] = [await app.account(), await startReceiver()];
  const consume = async (name: string, more: object = {}) => {
    const made = await account.send('POST /webhooks/consumers', {
      body: { name, url: `${receiver.url}/${name}`, ...more },
    });
    assert.equal(made.status, 201, made.text);
    return made.body.consumerId as string;
  };
  const args = (...rest: string[]) => ['trigger', ...rest, '--key', account.key, '--url', app.url];
  return { account, receiver, consume, args };
}

test('an example of every event type can be sent, and its body matches the schema of that type', async () => {
  const { receiver, consume, args } = await prepare();
  await consume('all', { filter: 'Data.dataType=none' });
  const sent = await runForJson(nowhere, args('*'));
  assert.deepEqual(sent.map(({ eventType }: { eventType: string }) => eventType).sort(), [...eventNames].sort());
  const bodies = (await receiver.waitFor(eventNames.length)).map(({ body }) => JSON.parse(body));
  assert.deepEqual(bodies.map(({ RuleType }) => RuleType).sort(), [...eventNames].sort());
  for (const body of bodies) {
    const type = body.RuleType as EventName;
    assert.deepEqual(body.Data, eventTypes[type].example);
    assert.ok(Compile(bodySchema(type) as TSchema).Check(body), type);
  }
});

test('an example goes to the enabled consumers that subscribe to the type, or to the one that is named', async () => {
  const { account, receiver, consume, args } = await prepare();
  await consume('syncs', { eventTypes: ['sync.*'] });
  const pushes = await consume('pushes', { eventTypes: ['push.failed'] });
  const off = await consume('off');
  await account.send(`POST /webhooks/consumers/${off}/disable`);
  const { code, out } = await runDaybook(nowhere, args('sync.failed'));
  assert.equal(code, 0);
  assert.match(out, /sync\.failed +syncs/);
  await receiver.waitFor(1);
  const [one] = await runForJson(nowhere, args('sync.failed', '--consumer', pushes));
  assert.equal(one.consumer, 'pushes');
  const requests = await receiver.waitFor(2);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/syncs', '/pushes'],
  );
  assert.equal(requests[1]?.headers['webhook-id'], one.messageId);
});

test('wrong calls are explained', async () => {
  const { consume, args, account } = await prepare();
  await consume('syncs', { eventTypes: ['sync.*'] });
  for (const [wrong, problem] of [
    [args('sync.done'), /"sync.done" is neither an event type nor a prefix.*sync\.completed/],
    [args('company.created'), /No enabled consumer subscribes/],
    [args('sync.failed', '--consumer', 'x'), /--consumer must be a UUID/],
    [args('sync.failed', '--consumer', '019a0000-0000-7000-8000-000000000000'), /consumer/],
    [['trigger', 'sync.failed'], /--key is required/],
    [['trigger', 'sync.failed', '--key', `${account.key}x`, '--url', app.url], /key/i],
  ] as const) {
    const { code, err } = await runDaybook(nowhere, [...wrong]);
    assert.notEqual(code, 0, wrong.join(' '));
    assert.match(err, problem);
  }
});
