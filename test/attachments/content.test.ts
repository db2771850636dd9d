import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { sandboxFiles } from './sandbox-files.ts';

/** `…/data/attachments/{id}/content`: files that the platform streams through to the client. */
const sandbox = await startSandbox();
const proxy = await startCountingProxy(sandbox.url);
const control = controlSandbox(sandbox.url);
const app = useApp({ config: { sandboxUrl: proxy.url } });
after(async () => {
  proxy.stop();
  await sandbox.stop();
});

const mebibyte = 1024 * 1024;
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString('base64')}` });
const sha256 = (bytes: Buffer | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function synced(name: string, files: Parameters<ReturnType<typeof sandboxFiles>['add']>[0][] = []) {
  const account = await app.account();
  const company = await linkCompany(account, name);
  const platform = sandboxFiles(sandbox.url, name);
  const ids: string[] = [];
  for (const file of files) ids.push(await platform.add(file));
  assert.equal((await company.sync('attachments')).status, 'Complete');
  return { account, company, platform, ids, path: `${company.path}/data/attachments` };
}

const download = (account: TestAccount, path: string, headers = {}) =>
  fetch(`${app.url}${path}`, { headers: { ...basic(account.key), ...headers } });

function open(account: TestAccount, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { headers: basic(account.key) }, resolve).once('error', reject);
  });
}

test('P-ATTACH: the content of each attachment has the size and the hash that its record tells', async () => {
  const { account, path, company } = await synced('files-100');
  const { results } = (await account.send(`GET ${path}?orderBy=-size`)).body;
  assert.equal(results.length, 12);
  for (const { id, name, size, hash, recordRef } of results) {
    const answer = await download(account, `${path}/${id}/content`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.length, size);
    assert.equal(sha256(bytes), hash.value);
    assert.equal(answer.headers.get('content-type'), 'text/plain');
    assert.equal(answer.headers.get('content-length'), String(size));
    assert.equal(answer.headers.get('content-encoding'), null);
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`^attachment; filename="${name}"`));
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'");
    assert.match(recordRef.dataType, /^(invoices|bills)$/);
  }
  const [first] = results;
  const ofRecord = await account.send(`GET ${path}?query=recordRef.id=${first.recordRef.id}`);
  assert.deepEqual(
    ofRecord.body.results.map(({ id }: { id: string }) => id),
    [first.id],
  );
  const atConnection = path.replace('/data/', `/connections/${company.connectionId}/data/`);
  const same = await account.send(`GET ${atConnection}/${first.id}/content`);
  assert.equal(sha256(Buffer.from(same.text)), first.hash.value);
  const again = await account.send(`GET ${path}/${first.id}/content`, {
    headers: { 'if-none-match': same.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
});

test('P-ATTACH: names and types of files cannot change what a browser does with them', async () => {
  const files = [
    { file_name: '../../a "b"\r\n;é.html', media_type: 'text/html', content: btoa('<script>1</script>') },
    { file_name: 'x', media_type: 'text/html; evil', content: btoa('y') },
  ];
  const { account, path, ids } = await synced('named-100', files);
  const html = await download(account, `${path}/${ids[0]}/content`);
  assert.equal(
    html.headers.get('content-disposition'),
    `attachment; filename=".._.._a _b_____.html"; filename*=UTF-8''.._.._a%20%22b%22__%3B%C3%A9.html`,
  );
  assert.equal(html.headers.get('content-security-policy'), "sandbox; default-src 'none'");
  assert.equal(await html.text(), '<script>1</script>');
  const odd = await download(account, `${path}/${ids[1]}/content`);
  assert.equal(odd.headers.get('content-type'), 'application/octet-stream');
  assert.equal(await odd.text(), 'y');
});

test('P-ATTACH: a large file arrives whole, byte for byte', async () => {
  const { account, path, platform, ids } = await synced('large-100', [
    { file_name: 'large.bin', bytes: 40 * mebibyte + 7 },
  ]);
  const [theirs, ours] = [await platform.read(ids[0] ?? ''), await download(account, `${path}/${ids[0]}/content`)];
  assert.equal(ours.headers.get('content-length'), String(40 * mebibyte + 7));
  assert.equal(ours.headers.get('etag'), null, 'the platform tells no hash of this file');
  assert.equal(sha256(await ours.bytes()), sha256(await theirs.bytes()));
});

test('P-ATTACH: a client that does not read stops the platform instead of filling memory', async () => {
  const bytes = 300 * mebibyte;
  const { account, path, ids } = await synced('slow-100', [{ file_name: 'slow.bin', bytes }]);
  proxy.counted.bytes = 0;
  const response = await open(account, `${path}/${ids[0]}/content`);
  response.pause();
  let seen = -1;
  // The buffers between the platform and the client fill up; then nothing more may be read from the platform.
  await waitFor(async () => {
    const before = seen;
    seen = proxy.counted.bytes;
    await sleep(300);
    return seen > 0 && seen === before;
  }, 60_000);
  assert.ok(seen < 40 * mebibyte, `the platform has sent ${seen} bytes to a client that reads nothing`);
  response.destroy();
});

test('P-ATTACH: a file that breaks off ends with an error at the client, never as a short file', async () => {
  const { account, path, ids } = await synced('broken-100', [{ file_name: 'broken.bin', bytes: 20 * mebibyte }]);
  await control.fault({ match: { company: 'broken-100', type: 'content' }, fault: { kind: 'truncate' }, times: 1 });
  const aborted = () => app.logLines.filter(({ msg }) => msg === 'response aborted while streaming').length;
  const before = aborted();
  const response = await open(account, `${path}/${ids[0]}/content`);
  assert.equal(response.statusCode, 200);
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  const [error] = await once(response, 'error');
  assert.match(String(error), /aborted|ECONNRESET/);
  assert.equal(aborted(), before + 1, 'the server aborts the response at once, not when the connection is idle');
  assert.ok(bytes < 20 * mebibyte);
});

test('P-ATTACH: errors of the platform become ours', async () => {
  const { account, company, path, platform, ids } = await synced('errors-100', [
    { file_name: 'a.txt', media_type: 'text/plain', content: btoa('Hello') },
  ]);
  const content = `GET ${path}/${ids[0]}/content`;
  const order = (fault: Parameters<typeof control.fault>[0]['fault'], times = 1) =>
    control.fault({ match: { company: 'errors-100', type: 'content' }, fault, times });
  await order({ kind: 'status', status: 503 });
  const down = await account.send(content);
  assert.deepEqual([down.status, down.body.code, down.body.service], [503, 'downstreamUnavailable', 'sandbox']);
  await order({ kind: 'cut' });
  assert.equal((await account.send(content)).body.code, 'downstreamUnavailable');
  await order({ kind: 'status', status: 401 }, 2);
  assert.deepEqual((await account.send(content)).body.code, 'downstreamForbidden');
  await control.clearFaults();
  assert.equal((await account.send(content)).text, 'Hello');
  const atConnection = content.replace('/data/', `/connections/${company.connectionId}/data/`);
  assert.equal((await account.send(atConnection)).text, 'Hello');
  await platform.remove(ids[0] ?? '');
  const gone = await account.send(content);
  assert.deepEqual([gone.status, gone.body.code], [404, 'contentNotFound']);
  await company.sync('attachments');
  assert.deepEqual((await account.send(content)).body.code, 'contentNotFound');
  assert.equal((await account.send(`GET ${path}/nothing/content`)).body.code, 'recordNotFound');
  const stranger = await app.account();
  const refused = await stranger.send(content);
  assert.deepEqual([refused.status, refused.body.code], [403, 'notYourResource']);
  const callsOf = `${company.path}/connections/${company.connectionId}/calls`;
  const calls = async () => (await account.send(`GET ${callsOf}?query=purpose=content&pageSize=50`)).body.results;
  await waitFor(async () =>
    (await calls()).some(({ status, bytes }: { status: number; bytes: number }) => status === 200 && bytes === 5),
  );
  await order({ kind: 'status', status: 429, retryAfter: 7 });
  const { results } = (await account.send(`GET ${path}?query=metadata.isDeleted=false`)).body;
  const busy = await account.send(`GET ${path}/${results[0].id}/content`);
  assert.deepEqual([busy.status, busy.body.code, busy.headers.get('retry-after')], [429, 'platformBusy', '7']);
});

test('P-ATTACH: files that are open may use only a part of what the platform allows at once', async () => {
  const { account, path, ids } = await synced('busy-100', [{ file_name: 'b.bin', bytes: 300 * mebibyte }]);
  const content = `${path}/${ids[0]}/content`;
  const responses = [await open(account, content), await open(account, content)];
  for (const response of responses) response.pause();
  const third = await account.send(`GET ${content}`);
  assert.deepEqual([third.status, third.body.code], [429, 'platformBusy']);
  for (const response of responses) response.destroy();
  await waitFor(async () => {
    const response = await open(account, content);
    response.destroy();
    return response.statusCode === 200;
  });
});

test('P-ATTACH: an unlinked connection reads no content', async () => {
  const { account, company, path } = await synced('unlinked-100');
  const { results } = (await account.send(`GET ${path}`)).body;
  const unlinked = await account.send(`PATCH ${company.path}/connections/${company.connectionId}`, {
    body: { status: 'Unlinked' },
  });
  assert.equal(unlinked.status, 200, unlinked.text);
  const answer = await account.send(`GET ${path}/${results[0].id}/content`);
  assert.deepEqual([answer.status, answer.body.code], [403, 'connectionNotLinked']);
});
