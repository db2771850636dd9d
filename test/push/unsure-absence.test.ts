import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkPushing } from './pushing-company.ts';
import { newJournalEntry } from './records.ts';

/** A platform that can have a record without showing it, as hledger can. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
const connector = createSandboxConnector({ baseUrl: sandbox.url });
const { journalEntries } = connector.push ?? {};
assert.ok(journalEntries);
const push = { ...connector.push, journalEntries: { ...journalEntries, isAbsenceUnsure: true as const } };
const app = useApp({ clock, registry: registryOf([{ ...connector, push }]) });

test('if a missing record proves nothing, the push is not sent again: its step becomes unknown and a person resolves it', async () => {
  const company = await linkPushing(await app.account(), 'unsure-100', ['journalEntries']);
  await control.fault({
    match: { company: 'unsure-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'forget' },
    times: 1,
  } as Parameters<typeof control.fault>[0]);
  const { pushId } = await company.push('journalEntries', newJournalEntry(company.references));
  await waitFor(async () => {
    clock.advanceMs(5000);
    await app.pushLanes.sweep();
    return (await company.readPush(pushId)).step === 'unknown';
  }, 30_000);
  const sent = (await control.send('GET', '/companies/unsure-100/writes')) as unknown[];
  assert.equal(sent.length, 0, 'not sent again');
  const resolved = await company.account.send(`POST ${company.path}/push/${pushId}/resolve`, {
    body: { outcome: 'Failed' },
  });
  assert.equal(resolved.status, 200, resolved.text);
  assert.equal((await company.readPush(pushId)).status, 'Failed');
});
