import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadSlots } from '../../src/db/read-slots.ts';

const limits = { perAccount: 1, total: 2, waitMs: 50, waitingMax: 2, what: 'lists' };
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('A-19: accounts are served in turn, so that a busy account delays only itself', async () => {
  const slots = createReadSlots({ ...limits, total: 1, waitMs: 60_000, waitingMax: 10 });
  const order: string[] = [];
  const release = await slots.take('a');
  const waiting = ['a', 'a', 'b', 'c'].map(async (accountId) => {
    const end = await slots.take(accountId);
    order.push(accountId);
    end();
  });
  await settle();
  assert.deepEqual(order, []);
  release();
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'b', 'c', 'a']);
});

test('A-19: an account beyond its share gets a 429 at once or after a wait, other accounts do not', async () => {
  const slots = createReadSlots(limits);
  const release = await slots.take('a');
  const waiting = [slots.take('a'), slots.take('a')];
  const refusal = { name: 'ApiError', message: /at most 1 lists of one account can run at the same time/ };
  await assert.rejects(slots.take('a'), refusal, 'the queue is full');
  (await slots.take('b'))();
  for (const one of waiting) await assert.rejects(one, refusal, 'waited too long');
  release();
  (await slots.take('a'))();
});
