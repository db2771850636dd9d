import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  companyState,
  connectionState,
  connectionStateInCompany,
  hasLinkedAccounting,
  platformChoices,
} from '../../portal/src/pages/company/company-state.ts';
import { stepStates, stepText } from '../../portal/src/pages/migration/migration-steps.ts';
import { isAhead } from '../../portal/src/ui/time-words.ts';
import { findConflict } from '../../src/connections/one-accounting.ts';
import { connectionStates } from '../../src/connections/states.ts';

const linked = { connectionId: 'c', status: 'Linked' };
const lost = { connectionId: 'd', status: 'Deauthorized' };

test('A-17: a company is shown green only if it is linked and no latest sync has failed', () => {
  const ok = { invoices: { status: 'Complete' }, bills: { status: 'Fetching' } };
  const cases: [Parameters<typeof companyState>, string | undefined][] = [
    [[[linked], ok], 'good'],
    [[[linked], { ...ok, bills: { status: 'FetchError' } }], 'bad'],
    [[[linked], { ...ok, bills: { status: 'PermissionsError' } }], 'bad'],
    [[[linked], { ...ok, bills: { status: 'AuthError' } }], 'bad'],
    [[[lost], ok], 'bad'],
    [[[linked, lost], ok], 'bad'],
    [[[{ connectionId: 'e', status: 'PendingAuth' }], {}], 'wait'],
    [[[linked], undefined], undefined],
    [[[], {}], undefined],
  ];
  for (const [input, tone] of cases) assert.equal(companyState(...input)?.tone, tone, JSON.stringify(input));
});

test('A-17: in the list, a linked connection is green only if it is known to have no failures', () => {
  const failed = { kind: 'syncFailed', connectionId: 'c' };
  const other = { kind: 'syncFailed', connectionId: 'x' };
  const tone = (connection: typeof linked, attention: object[], isAttentionCut = false) =>
    connectionState(connection, { attention: attention as [], isAttentionCut }).tone;
  assert.equal(tone(linked, []), 'good');
  assert.equal(tone(linked, [other]), 'good');
  assert.equal(tone(linked, [failed]), 'bad');
  assert.equal(tone(linked, [{ kind: 'deletionsHeld', connectionId: 'c' }]), 'bad');
  assert.equal(connectionState(linked, undefined).tone, 'idle', 'not loaded yet');
  assert.equal(tone(linked, [other], true), 'idle', 'the list is truncated');
  assert.equal(tone(lost, []), 'bad');
});

test('A-17: on its page, a linked connection is green only if no latest sync of the company has failed', () => {
  const bank = { connectionId: 'b', status: 'Linked' };
  const tone = (connections: (typeof linked)[], status?: string) =>
    connectionStateInCompany(linked, { connections, dataStatus: status ? { invoices: { status } } : undefined }).tone;
  assert.equal(tone([linked], 'Complete'), 'good');
  assert.equal(tone([linked], 'FetchError'), 'bad');
  assert.equal(tone([linked, lost], 'FetchError'), 'bad');
  assert.equal(tone([linked, bank], 'FetchError'), 'idle', 'either of them may have failed');
  assert.equal(tone([linked]), 'idle', 'not loaded yet');
  assert.equal(connectionStateInCompany(lost, { connections: [lost], dataStatus: {} }).tone, 'bad');
});

test('A-17: the portal offers every enabled platform, and names a conflict exactly where the API rejects a link', () => {
  const platform = { platformKey: 'xero', name: 'Xero', sourceType: 'Accounting', enabled: true };
  const platforms = [platform, { ...platform, platformKey: 'off', enabled: false }];
  assert.deepEqual(platformChoices(platforms), [{ value: 'xero', label: 'Xero (Accounting)' }]);
  for (const status of connectionStates)
    for (const sourceType of ['Accounting', 'Banking', 'Other']) {
      const connections = [{ status, sourceType }];
      const isConflict = findConflict(connections, 'Accounting') !== undefined;
      assert.equal(hasLinkedAccounting(connections), isConflict, `${sourceType} ${status}`);
    }
});

test('A-17: a skipped step of a migration is not ticked', () => {
  const ended = '2026-01-01T00:00:00Z';
  const none = { state: 'notRequested', declared: false, requested: false };
  const cases: [Parameters<typeof stepStates>[0], string][] = [
    [none, 'next open open open'],
    [{ ...none, declared: true }, 'done next open open'],
    [{ ...none, requested: true }, 'next done open open'],
    [{ state: 'migrated', declared: true, requested: false }, 'done skipped skipped done'],
    [{ state: 'migrated', declared: true, requested: true, rehearsal: { ended } }, 'done done done done'],
    [{ state: 'requested', declared: true, requested: true, rehearsal: {} }, 'done done next open'],
  ];
  for (const [migration, states] of cases) assert.equal(stepStates(migration).join(' '), states);
  assert.deepEqual(
    (['done', 'next', 'open', 'skipped'] as const).map((state) => stepText(state, 'Requested by the client')),
    ['Requested by the client', 'Not yet', 'Not yet', 'Skipped'],
  );
});

test('A-17: a past retry time is not shown as upcoming', () => {
  const now = Date.parse('2026-01-01T00:00:10Z');
  assert.equal(isAhead('2026-01-01T00:00:11Z', now), true);
  assert.equal(isAhead('2026-01-01T00:00:10Z', now), false);
  assert.equal(isAhead('2025-12-31T23:59:57Z', now), false);
  assert.equal(isAhead(undefined, now), false);
  for (const page of [
    'company/data/SyncProgress',
    'company/SyncPage',
    'company/PushPage',
    'webhooks/messages/AttemptList',
  ])
    assert.match(readFileSync(`portal/src/pages/${page}.tsx`, 'utf8'), /isAhead\(/, page);
});
