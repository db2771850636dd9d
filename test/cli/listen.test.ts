import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, afterEach, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../dev/embedded-postgres.ts';
import { testSecretKeys, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

/** The command runs as a separate process, as a developer would run it. */
const app = useApp();
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let receiver: Receiver;
before(async () => {
  // A fixed port, so that a stopped receiver can start again on it.
  receiver = await startReceiver({ port: await freePort() });
});
after(() => receiver.stop());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  receiver.behave({ kind: 'answer' });
  receiver.requests.length = 0;
});

function listen(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, 'listen', ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output, ended, child, ready: () => waitFor(() => output.text.includes('Ready.')) };
}

const secretIn = (text: string) => /Signing secret: (whsec_\S+)/.exec(text)?.[1] ?? '';

test('with a key, events are forwarded in order and signed with the printed secret, until Ctrl-C', async () => {
  const account = await app.account();
  await account.send('POST /companies', { body: { name: 'before' } });
  const { output, ready, child, ended } = listen([
    '--key',
    account.key,
    '--url',
    app.url,
    '--forward',
    `${receiver.url}/dev`,
  ]);
  await ready();
  for (let n = 0; n < 12; n++) await account.send('POST /companies', { body: { name: `c${n}` } });
  const received = await receiver.waitFor(12);
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body).Data.name),
    Array.from({ length: 12 }, (_, n) => `c${n}`),
  );
  const webhook = new Webhook(secretIn(output.text));
  for (const { body, headers } of received) webhook.verify(body, headers as Record<string, string>);
  await waitFor(() => output.text.split('→ 200').length === 13);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.equal(receiver.requests.length, 12, 'each event once, and none from before the start');
});

test('with an account, events come from the database; they wait, in order, while the receiver is down', async () => {
  const account = await app.account();
  const port = receiver.port;
  await receiver.stop();
  const env = { DAYBOOK_DATABASE_URL: app.databaseUrl, DAYBOOK_SECRET_KEYS: testSecretKeys };
  const args = ['--account', account.accountId, '--forward', `http://127.0.0.1:${port}/dev`, '--events', 'company.*'];
  const { output, ready, child, ended } = listen(args, env);
  await ready();
  for (let n = 0; n < 3; n++) await account.send('POST /companies', { body: { name: `c${n}` } });
  await waitFor(() => output.text.includes('no response, retrying'));
  receiver = await startReceiver({ port });
  const received = await receiver.waitFor(3);
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body).Data.name),
    ['c0', 'c1', 'c2'],
  );
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('a wrong key stops the command with the reason', async () => {
  const { output, ended } = listen(['--key', 'dbk_main_nope', '--url', app.url, '--forward', receiver.url]);
  assert.equal(await ended, 1);
  assert.match(output.text, /API key is incorrect/);
});
