import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { useApp } from '../harness.ts';
import { makeRule } from '../legacy/older-account.ts';
import { linkPushing } from '../push/pushing-company.ts';
import { newInvoice } from '../push/records.ts';
import { waitFor } from '../wait-for.ts';
import { answering, startReceiver } from '../webhooks/receiver.ts';
import { type CollectedSpan, startCollector } from './collector.ts';

const collector = await startCollector();
const sandbox = await startSandbox();
const receiver = await startReceiver();
const app = useApp({ config: { sandboxUrl: sandbox.url, tracesUrl: collector.url, tracesShare: 1 }, jitter: () => 0 });
after(async () => {
  await collector.stop();
  await sandbox.stop();
  await receiver.stop();
});

const clientsTrace = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const clientsSpan = '00f067aa0ba902b7';

const named = (spans: CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
const only = (spans: CollectedSpan[], name: string): CollectedSpan => {
  const [span, ...others] = named(spans, name);
  assert.ok(span && others.length === 0, `${named(spans, name).length} spans are named ${name}`);
  return span;
};

test('a trace joins a request and its statements, and has the correlation id as its id', async () => {
  const account = await app.account();
  const answer = await account.send('GET /companies?query=name=Trace-secret-value');
  const correlationId = answer.headers.get('x-correlation-id') ?? '';
  const spans = await collector.trace(correlationId.replaceAll('-', ''), ['GET /companies', 'select company']);
  const request = only(spans, 'GET /companies');
  const statement = only(spans, 'select company');
  assert.equal(request.parentSpanId, '');
  assert.equal(statement.parentSpanId, request.spanId);
  assert.deepEqual([request.kind, statement.kind], [2, 3], 'server and client');
  assert.ok(request.startNs <= statement.startNs && statement.endNs <= request.endNs, 'inside the request');
  assert.ok(Math.abs(Number(request.startNs / 1_000_000n) - Date.now()) < 60_000);
  assert.deepEqual(request.attributes, {
    'daybook.correlation_id': correlationId,
    'http.request.method': 'GET',
    'http.route': '/companies',
    'daybook.account_id': account.accountId,
    'http.response.status_code': 200,
  });
  assert.deepEqual(statement.attributes, {
    'daybook.correlation_id': correlationId,
    'db.system.name': 'postgresql',
  });
  assert.equal(request.resource['service.name'], 'daybook');
  for (const span of spans) assert.equal(span.attributes['daybook.correlation_id'], correlationId, span.name);
});

test('a request with a traceparent header continues the trace of the client', async () => {
  const account = await app.account();
  const traceId = '11111111111111111111111111111111';
  const headers = { traceparent: `00-${traceId}-${clientsSpan}-00` };
  const answer = await account.send('GET /companies', { headers });
  const spans = await collector.trace(traceId, ['GET /companies']);
  assert.equal(only(spans, 'GET /companies').parentSpanId, clientsSpan);
  assert.equal(spans[0]?.attributes['daybook.correlation_id'], answer.headers.get('x-correlation-id'));
});

test('a trace joins a push, its job, its attempts, the request to the platform, the event and its delivery attempts', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'traced-100');
  const consumer = { name: 'traced', url: `${receiver.url}/hooks?token=url-secret`, eventTypes: ['push.*'] };
  const { secret } = (await account.send('POST /webhooks/consumers', { body: consumer })).body;
  receiver.behave(answering(503));
  const headers = { traceparent: `00-${clientsTrace}-${clientsSpan}-01` };
  const record = { ...newInvoice(company.references), note: 'record-secret' };
  const made = await company.push('invoices', record, { headers });
  assert.equal((await company.ended(made.pushId)).status, 'Success');
  await receiver.waitFor(1);
  receiver.behave(answering(200));
  await waitFor(async () => {
    await app.ctx.db.pool.query('update delivery set due_at = now() where due_at > now()');
    await app.lanes.sweep();
    return receiver.requests.length >= 2;
  });
  const route = 'POST /companies/{companyId}/connections/{connectionId}/push/{dataType}';
  const names = [route, 'job run-pushes-sandbox', 'push send', 'POST', 'commit', 'deliver webhook'];
  await collector.trace(clientsTrace, names);
  await waitFor(async () => named(await collector.trace(clientsTrace, names), 'deliver webhook').length >= 2);
  const spans = await collector.trace(clientsTrace, names);
  const [request, job, attempt] = [only(spans, route), only(spans, 'job run-pushes-sandbox'), only(spans, 'push send')];
  const call = spans.find((span) => span.name === 'POST' && span.parentSpanId === attempt.spanId);
  assert.equal(request.parentSpanId, clientsSpan);
  assert.equal(job.parentSpanId, request.spanId);
  assert.equal(attempt.parentSpanId, job.spanId);
  assert.ok(call, 'the request to the platform is under the attempt');
  assert.deepEqual(call.attributes, {
    'daybook.correlation_id': request.attributes['daybook.correlation_id'],
    'server.address': '127.0.0.1',
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  });
  assert.equal(attempt.attributes['daybook.push_id'], made.pushId);
  assert.equal(attempt.attributes['daybook.outcome'], 'success');

  const attempts = named(spans, 'deliver webhook').sort((a, b) => (a.startNs < b.startNs ? -1 : 1));
  const facts = attempts.map(({ attributes, hasFailed }) => [
    attributes['daybook.attempt'],
    attributes['daybook.outcome'],
    attributes['http.response.status_code'],
    hasFailed,
  ]);
  assert.deepEqual(facts.slice(0, 2), [
    [1, 'failed', 503, true],
    [2, 'delivered', 200, false],
  ]);
  const correlationId = request.attributes['daybook.correlation_id'];
  for (const span of spans) assert.equal(span.attributes['daybook.correlation_id'], correlationId, span.name);
  assert.deepEqual(
    receiver.requests.slice(0, 2).map((one) => one.headers.traceparent),
    attempts.slice(0, 2).map((span) => `00-${clientsTrace}-${span.spanId}-01`),
    'webhooks continue the trace of the client',
  );
  const exported = collector.bodies.join();
  for (const one of [account.key, secret, 'record-secret', 'url-secret', 'Trace-secret-value'])
    assert.ok(!exported.includes(one), `a span contains ${one}`);
});

test('a webhook has no traceparent header if the client sent none', async () => {
  const account = await app.account();
  const other = await startReceiver();
  const consumer = { name: 'plain', url: other.url, eventTypes: ['company.*'] };
  await account.send('POST /webhooks/consumers', { body: consumer });
  const answer = await account.send('POST /companies', { body: { name: 'Plain' } });
  const [received] = await other.waitFor(1);
  assert.equal(received?.headers.traceparent, undefined);
  const traceId = (answer.headers.get('x-correlation-id') ?? '').replaceAll('-', '');
  await collector.trace(traceId, ['POST /companies', 'deliver webhook']);
  await other.stop();
});

test('a trace joins a request and the delivery attempts of its alert (older webhooks)', async () => {
  const account = await app.account({ webhooks: 'older' });
  const other = await startReceiver();
  await makeRule(account, { webhook: other.url });
  const answer = await account.send('POST /companies', { body: { name: 'Older' } });
  await other.waitFor(1);
  const traceId = (answer.headers.get('x-correlation-id') ?? '').replaceAll('-', '');
  const spans = await collector.trace(traceId, ['POST /companies', 'deliver webhook']);
  assert.equal(only(spans, 'deliver webhook').parentSpanId, only(spans, 'POST /companies').spanId);
  assert.equal(only(spans, 'deliver webhook').attributes['daybook.outcome'], 'delivered');
  await other.stop();
});

test('a collector that fails disturbs no request, and the dropped spans are counted', async () => {
  const account = await app.account();
  collector.respond(400);
  const { dropped } = { ...app.ctx.tracing.counts() };
  for (let i = 0; i < 20; i++) assert.equal((await account.send('GET /companies')).status, 200);
  await waitFor(async () => app.ctx.tracing.counts().dropped > dropped);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /daybook_trace_spans_total\{outcome="dropped"\} [1-9]/);
  assert.ok(app.logLines.some((line) => line.msg === 'spans could not be exported and were dropped'));
  collector.respond(200);
});
