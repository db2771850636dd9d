import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divide } from '../../portal/src/pages/webhooks/messages/histogram-period.ts';
import { aboutOf } from '../../portal/src/pages/webhooks/messages/message-about.ts';
import { periodFilter, periodLabel, timesOf } from '../../portal/src/ui/filter/period.ts';
import { type FindEntry, matching } from '../../portal/src/ui/find/find-entry.ts';
import { fromLocal, toLocal } from '../../portal/src/ui/zone/time-zone.ts';

/** Pure parts of the search, of periods and of the message log. */
const nowMs = Date.parse('2026-11-17T12:34:56Z');
const icon = () => null;
const entry = (label: string): FindEntry => ({ id: label, label, icon });

test('pages and actions match by every word, ignoring case and accents; a label that begins with the text comes first', () => {
  const entries = ['Sync settings', 'Settings of Café Löwe', 'Create company', 'Companies'].map(entry);
  const labels = (text: string) => matching(entries, text).map(({ label }) => label);
  assert.deepEqual(labels('SETT'), ['Settings of Café Löwe', 'Sync settings']);
  assert.deepEqual(labels('lowe cafe'), ['Settings of Café Löwe']);
  assert.deepEqual(labels('compan'), ['Companies', 'Create company']);
  assert.deepEqual(labels('nothing'), []);
});

test('a period is the last hours, or two times; a wrong number of hours is no period', () => {
  assert.deepEqual(timesOf({ hours: '24' }, nowMs), { since: '2026-11-16T12:34:00.000Z' });
  assert.deepEqual(timesOf({ hours: 'x' }, nowMs), {});
  assert.deepEqual(timesOf({}, nowMs), {});
  const both = { since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z', hours: '1' };
  assert.deepEqual(timesOf(both, nowMs), { since: both.since, until: both.until });
  assert.deepEqual(periodFilter('created', both, nowMs), [`created>=${both.since}`, `created<${both.until}`]);
  assert.deepEqual(periodFilter('created', {}, nowMs), []);
  assert.equal(periodLabel({}), 'Any time');
  assert.equal(periodLabel({ hours: '168' }), 'Last 7 days');
  assert.equal(fromLocal(toLocal('2026-11-17T12:34:00.000Z')), '2026-11-17T12:34:00.000Z', 'in every time zone');
  assert.equal(fromLocal('not a time'), undefined);
});

test('a histogram divides a period into at most 61 equal spans of a round length that cover it', () => {
  for (const hours of [0.01, 0.5, 1, 3, 24, 70, 168, 720, 1000]) {
    const start = nowMs - hours * 3_600_000;
    const { since, until, buckets, stepMs } = divide({ since: new Date(start).toISOString() }, nowMs);
    assert.ok(Date.parse(since) <= start && Date.parse(until) >= nowMs, `${hours} h`);
    assert.equal(Date.parse(until) - Date.parse(since), buckets * stepMs);
    assert.equal(Date.parse(since) % stepMs, 0);
    assert.ok(buckets >= 1 && buckets <= 61, `${hours} h: ${buckets}`);
  }
  assert.equal(divide({}, nowMs).stepMs, 12 * 3_600_000);
});

test('a message says what it is about: data type and counts, or the sentence of the event', () => {
  const counts = { added: 12, updated: 3, deleted: 0 };
  assert.equal(aboutOf({ dataType: 'billPayments', counts, text: 'x' }), 'Bill payments: 12 new, 3 changed');
  assert.equal(aboutOf({ dataType: 'bills', counts: { added: 0, updated: 0, deleted: 1200 } }), 'Bills: 1,200 deleted');
  assert.equal(aboutOf({ dataType: 'bills', counts: { added: 0, updated: 0, deleted: 0 } }), 'Bills: nothing changed');
  assert.equal(aboutOf({ text: 'The company "A" was created.' }), 'The company "A" was created.');
  assert.equal(aboutOf({}), '');
});
