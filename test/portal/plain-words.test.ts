import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFound, typesByGroup } from '../../portal/src/link/reads/data-words.ts';
import { connectionAdvice } from '../../portal/src/pages/company/connection-advice.ts';
import { pushState, stepText } from '../../portal/src/pages/company/push-state.ts';
import { countsText, syncAdvice } from '../../portal/src/pages/company/sync-advice.ts';
import { wayToMend } from '../../portal/src/pages/overview/attention-way.ts';
import { nextPath } from '../../portal/src/pages/sign-in/next-path.ts';
import { ssoProblem } from '../../portal/src/pages/sign-in/sso-problem.ts';
import { curlLine } from '../../portal/src/ui/code/curl-line.ts';
import { digitsOf, parseExact } from '../../portal/src/ui/code/exact-json.ts';
import { spaced, stateWords, wordsFor } from '../../portal/src/ui/state-words.ts';
import { rangeText } from '../../portal/src/ui/table/list-input.ts';
import { duration, relativeTime } from '../../portal/src/ui/time-words.ts';
import { connectionStates } from '../../src/connections/states.ts';
import { attentionKinds } from '../../src/overview/wire.ts';
import { pushStates, pushSteps } from '../../src/push/states.ts';
import { syncStates } from '../../src/sync/states.ts';

test('every status of the service has a label and an explanation', () => {
  const known = { connection: connectionStates, sync: syncStates, push: pushStates };
  for (const [kind, states] of Object.entries(known))
    for (const state of states) assert.ok(stateWords[kind]?.[state]?.meaning, `${kind} ${state}`);
  assert.deepEqual(wordsFor('sync', 'BrandNew'), { label: 'Brand new', tone: 'idle', meaning: '' });
  for (const step of pushSteps) assert.notEqual(stepText(step), step);
  assert.equal(pushState({ status: 'TimedOut', step: 'unknown' }), 'Unknown');
});

test('every status with a problem has advice on what to do', () => {
  for (const state of connectionStates) assert.equal(connectionAdvice(state) === undefined, state === 'Linked');
  for (const status of syncStates) {
    const isFine = ['Queued', 'Fetching', 'Publishing', 'Complete'].includes(status);
    assert.equal(syncAdvice({ status }) === undefined, isFine, status);
  }
  const held = syncAdvice({ status: 'Waiting', error: { code: 'massDeletion', message: '' } });
  assert.match(held?.text ?? '', /confirm/);
});

test('every kind of problem in the attention list links to a page where it can be fixed', () => {
  const whole = { companyId: 'c', consumerId: 'n', syncId: 's', pushId: 'p' };
  for (const kind of [...attentionKinds, 'brandNew']) assert.ok(wayToMend({ kind, ...whole }), kind);
  assert.equal(wayToMend({ kind: 'syncFailed', companyId: 'c', syncId: 's' })?.to, '/companies/c/history/s');
  assert.equal(wayToMend({ kind: 'brandNew' }), undefined);
});

test('times, durations, counts and names are formatted for people', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const words = ['2026-11-15T11:59:58Z', '2026-11-15T11:55:00Z', '2026-11-15T14:00:00Z', '2026-11-14T12:00:00Z'];
  assert.deepEqual(
    words.map((at) => relativeTime(at, now)),
    ['now', '5 minutes ago', 'in 2 hours', 'yesterday'],
  );
  assert.deepEqual([340, 5_300, 42_000, 200_000, 7_500_000].map(duration), [
    '340 ms',
    '5.3 s',
    '42 s',
    '3 min 20 s',
    '2 h 5 min',
  ]);
  assert.equal(
    countsText({ added: 1200, updated: 0, unchanged: 3, deleted: 1 }),
    '1,200 added, 1 deleted, 3 unchanged',
  );
  assert.equal(rangeText({ page: 2, pageSize: 50, shown: 12, total: 62 }), '51–62 of 62');
  assert.equal(spaced('billPayments'), 'Bill payments');
});

test('the curl command repeats the request of the page, with any characters in the filter', () => {
  const url = `https://api.example.com/companies?query=${encodeURIComponent("name~O'Hara && x>1")}&page=2`;
  assert.equal(
    curlLine({ url }),
    `curl -u "$DAYBOOK_KEY:" -G 'https://api.example.com/companies' \\\n  --data-urlencode 'query=name~O'\\''Hara && x>1' \\\n  --data-urlencode 'page=2'`,
  );
});

test('amounts keep every digit that the service sent', () => {
  const text = '{"a":0.1,"b":1.10,"c":123456789012345678901234567890.5,"d":[1e3],"e":"1.10"}';
  const read = parseExact(text) as Record<string, unknown>;
  assert.deepEqual(
    [read.a, digitsOf(read.b), digitsOf(read.c), read.e],
    [0.1, '1.10', '123456789012345678901234567890.5', '1.10'],
  );
  assert.equal(JSON.stringify(read), text);
});

test('every reason for a failed single sign-on has a message that says what to do', () => {
  const source = ['sign-in-by-sso.ts', 'single-sign-on.ts']
    .map((file) => readFileSync(new URL(`../../src/people/sso/${file}`, import.meta.url), 'utf8'))
    .join();
  const reasons = new Set([...source.matchAll(/new SsoRefused\('(\w+)'/g)].map(([, reason]) => reason ?? ''));
  assert.ok(reasons.size >= 5);
  const general = ssoProblem('brandNew');
  for (const reason of reasons) assert.equal(ssoProblem(reason) === general, reason === 'ssoRefused', reason);
  assert.equal(ssoProblem(undefined), undefined);
});

test('after sign-in, people are redirected only to pages of the portal', () => {
  assert.equal(nextPath('/companies?query=a%3D1'), '/portal/companies?query=a%3D1');
  for (const next of [undefined, '//evil.example', 'https://evil.example', '/\\evil.example'])
    assert.equal(nextPath(next), '/portal/');
});

test('the link page groups data types by the words of a bookkeeper, each once, and keeps unknown ones', () => {
  const types = ['info', 'billCreditNotes', 'creditNotes', 'invoices', 'somethingNew'].map((dataType) => ({
    dataType,
    name: `Name of ${dataType}`,
  }));
  const shown = typesByGroup(types).map(({ group, types: inside }) => [
    group,
    inside.map(({ words, type }) => `${words} (${type.dataType})`),
  ]);
  assert.deepEqual(shown, [
    ['Sales', ['Invoices to customers (invoices)', 'Credit notes (creditNotes)']],
    ['Purchases', ['Credit notes (billCreditNotes)']],
    ['Company', ['Name, address, registration and tax numbers (info)']],
    ['Also', ['Name of somethingNew (somethingNew)']],
  ]);
});

test('a platform is found by a part of its name, without regard to case and accents', () => {
  assert.equal(isFound('QuickBooks Online', 'books on'), true);
  assert.equal(isFound('Comptabilité Élan', 'elan'), true);
  assert.equal(isFound('Xero', ' XE '), true);
  assert.equal(isFound('Xero', ''), true);
  assert.equal(isFound('Xero', 'sage'), false);
});
