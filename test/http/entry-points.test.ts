import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { currentOpenapi } from '../../dev/write-openapi.ts';
import { useApp } from '../harness.ts';

const app = useApp();

test('R-EP-12: probes, metrics and the reference need no key', async () => {
  assert.deepEqual((await app.send('GET /health/live')).body, { status: 'live' });
  assert.deepEqual((await app.send('GET /health/ready')).body, { status: 'ready' });
  await (await app.account()).send('GET /companies');
  const metrics = (await app.send('GET /metrics')).text;
  assert.match(metrics, /daybook_http_request_seconds_count\{method="GET",route="\/companies",status="200"\} 1/);
  assert.match(metrics, /daybook_database_connections\{state="total"\} [1-9]/);
});

test('every reference in openapi.json leads to something', () => {
  const document = JSON.parse(currentOpenapi());
  const follow = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce((value, name) => value?.[name], document);
  const references = new Set(JSON.stringify(document).match(/#\/components\/[^"]+/g));
  assert.ok(references.size > 100, `only ${references.size} references found`);
  const lost = [...references].filter((ref) => follow(ref) === undefined);
  assert.deepEqual(lost, []);
});

test('R-SVC-09 R-VER-14: openapi.json describes every operation, is committed as generated, and contains the version', async () => {
  const served = (await app.send('GET /openapi.json')).body;
  const committed = JSON.parse(currentOpenapi());
  assert.equal(served.openapi, '3.1.0');
  assert.deepEqual(served.paths, committed.paths);
  assert.equal(served.info.version, committed.info.version);
  for (const path of Object.keys(served.paths)) assert.doesNotMatch(path, /\/v\d/);
  const { readFileSync } = await import('node:fs');
  const onDisk = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  assert.ok(onDisk === currentOpenapi(), 'docs/openapi.json is stale: run "npm run openapi"');
});

test('R-SVC-06: companies and API keys, the endpoints that return many records, are paged', async () => {
  const account = await app.account();
  for (const path of ['/companies', '/apiKeys']) {
    const { body } = await account.send(`GET ${path}?pageSize=1`);
    assert.deepEqual(Object.keys(body).sort(), ['_links', 'pageNumber', 'pageSize', 'results', 'totalResults']);
  }
});

test('an unknown query parameter is rejected by name on every operation', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  for (const request of [
    'GET /companies',
    `GET /companies/${companyId}`,
    'GET /apiKeys',
    `DELETE /companies/${companyId}`,
  ]) {
    const answer = await account.send(`${request}?colour=red`);
    assert.deepEqual([answer.status, answer.body.validation.errors[0].itemId], [400, 'colour'], request);
  }
});

test('long responses are compressed on request, short ones are not', async () => {
  const account = await app.account();
  for (let i = 0; i < 10; i++) await account.send('POST /companies', { body: { name: `Company ${i}` } });
  const plain = await raw(account.key, '/companies', 'identity');
  for (const encoding of ['gzip', 'br']) {
    const answer = await raw(account.key, '/companies', encoding);
    assert.match(answer.head, new RegExp(`content-encoding: ${encoding}`, 'i'));
    assert.ok(answer.bytes.length < plain.bytes.length / 2);
    if (encoding === 'gzip') assert.equal(gunzipSync(answer.bytes).toString(), plain.bytes.toString());
  }
  assert.doesNotMatch((await raw(account.key, '/companies?query=name=none', 'gzip')).head, /content-encoding/i);
});

test('input that is not HTTP gets the error body, too', async () => {
  const answer = await exchange('NONSENSE\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /"code":"requestMalformed"/);
  const badUrl = await exchange('GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  assert.match(badUrl, /^HTTP\/1\.1 400 /);
  assert.match(badUrl, /"correlationId":"/);
});

test('an incorrectly encoded query string returns 400; a filter of 2,048 non-ASCII characters is accepted', async () => {
  const account = await app.account();
  for (const search of ['query=name=%C3', 'query=%zz', '%E0%A4%A=1']) {
    const answer = await account.send(`GET /companies?${search}`);
    assert.deepEqual([answer.status, answer.body.code], [400, 'requestMalformed'], search);
  }
  const longest = `name=${'🏭'.repeat(2048 - 'name='.length)}`;
  const answer = await account.send(`GET /companies?query=${encodeURIComponent(longest)}`);
  assert.deepEqual([answer.status, answer.body.totalResults], [200, 0]);
});

test('HEAD responds like GET without a body', async () => {
  const account = await app.account();
  const head = await account.send('HEAD /companies', { unchecked: true });
  assert.deepEqual([head.status, head.text], [200, '']);
});

test('each request writes one log line with its correlation id and account, and never the key', async () => {
  const account = await app.account();
  const answer = await account.send('GET /companies?pageSize=5');
  const id = answer.headers.get('x-correlation-id');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const lines = app.logLines.filter((line) => line.correlationId === id);
  assert.equal(lines.length, 1);
  const { method, route, statusCode, accountId, apiKeyId } = lines[0] ?? {};
  assert.deepEqual(
    [method, route, statusCode, accountId, apiKeyId],
    ['GET', '/companies', 200, account.accountId, account.apiKeyId],
  );
  assert.ok(!JSON.stringify(app.logLines).includes(account.key));
});

function exchange(text: string): Promise<string> {
  const { port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

/** The raw bytes on the wire: fetch would decompress them. */
async function raw(key: string, path: string, encoding: string): Promise<{ head: string; bytes: Buffer }> {
  const authorization = Buffer.from(key).toString('base64');
  const text = await exchange(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Basic ${authorization}\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`,
  );
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  return { head, bytes: /transfer-encoding: chunked/i.test(head) ? unchunk(body) : body };
}

function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
