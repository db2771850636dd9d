import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import type { Example } from '../../src/reference/examples.ts';
import { openApp, type TestApp } from '../harness.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { shownAddresses } from './example-of.ts';
import { exampleTime } from './make-stable.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { recordAccount } from './scenarios/account.ts';
import { type Books, recordBooks } from './scenarios/books.ts';
import { recordData } from './scenarios/data.ts';
import { passThroughSender, recordPassThrough } from './scenarios/pass-through.ts';
import { recordProofs } from './scenarios/proofs.ts';
import { recordPushes } from './scenarios/pushes.ts';
import { recordRestatements } from './scenarios/restatements.ts';
import { recordWebhooks } from './scenarios/webhooks.ts';

/**
 * The examples of the reference are requests that were sent and responses that came back. These tests send them again
 * and compare. `npm run examples` keeps what they record.
 */
const folder = new URL('../../src/reference/examples/operations/', import.meta.url);
/** Figures such as days overdue depend on the day, so the clock stands still. */
const clock = settableClock(exampleTime);
const isKept = process.env.DAYBOOK_EXAMPLES === 'keep';

let sandbox: { url: string; stop(): Promise<void> };
let receiver: Receiver;
let app: TestApp;
let stopApp: () => Promise<void>;
let recorder: Recorder;
let books: Books;
let accountId: string;

before(async () => {
  sandbox = await startSandbox({ clock });
  receiver = await startReceiver();
  ({ app, stop: stopApp } = await openApp({ config: { sandboxUrl: sandbox.url }, clock, jitter: () => 0 }));
  const account = await app.account({ name: 'Lender AG' });
  accountId = account.accountId;
  const authorization = `Basic ${Buffer.from(account.key).toString('base64')}`;
  const names = {
    ...shownAddresses,
    [receiver.url]: 'https://hooks.lender.example',
    [sandbox.url]: 'https://sandbox.example.com',
    [new URL(sandbox.url).host]: 'sandbox.example.com',
  };
  recorder = openRecorder(app, { clock, sender: { authorization }, names });
});
after(async () => {
  await stopApp();
  await receiver.stop();
  await sandbox.stop();
});

const left = new Set<string>();
/** A scenario that fails leaves its examples out, so nothing is kept then. */
function scenario(title: string, run: () => Promise<void>): void {
  left.add(title);
  test(title, async () => {
    await run();
    left.delete(title);
  });
}

scenario('a company is created, linked and synced', async () => {
  books = await recordBooks(recorder);
});
scenario('its data, changes and insights are read', () => recordData(recorder, books));
scenario('records are pushed', () => recordPushes(recorder, books));
scenario('webhooks are sent, fail and are sent again', () => recordWebhooks(recorder, receiver));
scenario('the account has keys, settings and figures', () => recordAccount(recorder, books));
scenario('requests are passed through to the platform', async () =>
  recordPassThrough(recorder, books, await passThroughSender(app, accountId)),
);

scenario('publications are proven', () => recordProofs(recorder, app, accountId));

scenario('a closed period is changed backwards', () => {
  const { change } = controlSandbox(sandbox.url);
  return recordRestatements(recorder, books, {
    change: () => change('demo-100', { type: 'invoices', update: 4 }),
    clock,
  });
});

test('each example is what happens now', async () => {
  assert.deepEqual([...left], [], 'these scenarios failed');
  const recorded = recorder.examples();
  if (isKept) return keep(recorded);
  const kept = (await readdir(folder)).map((name) => name.replace('.json', ''));
  assert.deepEqual([...recorded.keys()].sort(), kept.sort(), 'run "npm run examples" and commit the files');
  for (const [operationId, examples] of recorded) {
    const before = JSON.parse(await readFile(new URL(`${operationId}.json`, folder), 'utf8'));
    assert.deepEqual(examples, before, `${operationId}: run "npm run examples" and look at the difference`);
  }
});

async function keep(recorded: Map<string, Example[]>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [operationId, examples] of recorded)
    await writeFile(new URL(`${operationId}.json`, folder), `${JSON.stringify(examples, null, 2)}\n`);
}
