import assert from 'node:assert/strict';
import { waitFor } from '../../wait-for.ts';
import type { Receiver } from '../../webhooks/receiver.ts';
import type { Recorder } from '../recorder.ts';

/** A consumer is created and tested, fails, and gets what it missed. */
export async function recordWebhooks({ record, call, nowMs, pass }: Recorder, receiver: Receiver): Promise<void> {
  await record('listEventTypes', { query: { pageSize: '2' } });
  await record('getSourceAddresses');
  const made = await record('createConsumer', {
    body: { name: 'Loan desk', url: `${receiver.url}/daybook`, eventTypes: ['company.*', 'sync.failed'] },
  });
  const { consumerId } = made.body;
  const params = { consumerId };
  await record('listConsumers', { query: { pageSize: '1' } });
  await record('getConsumer', { params });
  await record('changeConsumer', { title: 'Send in order', params, body: { isOrdered: true } });
  await record('changeConsumer', {
    title: 'Send at most 20 a second',
    params,
    body: { isOrdered: false, rateLimitPerSecond: 20 },
  });
  const tested = await record('testConsumer', { params, body: { eventType: 'company.created' } });
  const { messageId } = tested.body;
  const ofMessage = { messageId };
  const attempts = async () => (await call('listAttempts', { params: ofMessage })).body.results;
  await waitFor(async () => (await attempts()).length === 1);
  await record('getMessage', { params: ofMessage });
  await record('listAttempts', { params: ofMessage });
  await record('getAttempt', { params: { messageId, attemptId: (await attempts())[0].attemptId } });
  await record('getMessageSchedule', { params: ofMessage });
  await record('getConsumerSchedule', { params });
  await record('rotateConsumerSecret', {
    title: 'Both secrets are valid for an hour',
    params,
    body: { overlapSeconds: 3600 },
  });

  const isIdle = async () => (await call('getConsumerStats', { params })).body.pending === 0;
  receiver.behave({ kind: 'answer', status: 503, body: 'down', headers: { 'retry-after': '3600' } });
  const company = (await call('createCompany', { body: { name: 'Elm Street Dental' } })).body.companyId;
  const failing = async () =>
    (await call('listMessages', { query: { query: `companyId=${company}` } })).body.results[0]?.messageId as string;
  await waitFor(async () => (await failing()) !== undefined);
  const missed = await failing();
  await waitFor(async () => (await call('listAttempts', { params: { messageId: missed } })).body.results.length >= 1);
  await record('listMessages', { query: { query: `companyId=${company}`, include: 'summary' } });
  await record('disableConsumer', { params });
  // A worker cancels what is pending. If the consumer were enabled before that, nothing would have failed.
  await waitFor(isIdle);
  receiver.behave({ kind: 'answer' });
  await record('enableConsumer', { params });
  pass(1000);
  const since = new Date(nowMs() - 5 * 60_000).toISOString();
  const failed = async () => (await call('recoverMessages', { params, body: { since, dryRun: true } })).body.total;
  await waitFor(async () => (await failed()) === 1);
  await record('recoverMessages', { title: 'Count what would be sent', params, body: { since, dryRun: true } });
  await record('recoverMessages', { title: 'Send what failed', params, body: { since } });
  await waitFor(async () => (await failed()) === 0 && (await isIdle()));
  const redelivery = await record('replayMessages', { params, body: { since } });
  const { redeliveryId } = redelivery.body;
  const replayed = async () => (await call('getRedelivery', { params: { redeliveryId } })).body.status;
  await waitFor(async () => (await replayed()) === 'Complete' && (await isIdle()));
  await record('getRedelivery', { params: { redeliveryId } });
  await record('listRedeliveries', { query: { pageSize: '1', query: `redeliveryId=${redeliveryId}` } });
  await record('resendMessage', { params: ofMessage, body: { consumerId } });
  await record('retryMessages', { params });
  await waitFor(isIdle);
  // Times nearer than some minutes are shown as the same one.
  const until = new Date(nowMs() + 10 * 60_000).toISOString();
  // How many data sets report that the sandbox's books do not tie depends on which of them is published last.
  const query = { since, until, buckets: '2', query: 'eventType!=quality.changed' };
  const counted = await record('countMessages', { query });
  assert.ok(counted.body);
  await record('getConsumerStats', { params, query: { hours: '1' } });
  const spare = await call('createConsumer', { body: { name: 'Old desk', url: `${receiver.url}/old` } });
  await record('deleteConsumer', { params: { consumerId: spare.body.consumerId } });
}
