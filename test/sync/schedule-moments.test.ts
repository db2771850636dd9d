import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { firstMoment, nextMoment, type Period } from '../../src/sync/schedule/schedule-moments.ts';

const ms = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

const cases: [period: Period, earlier: string, after: string, next: string][] = [
  ['hourly', '2026-01-01T10:20:30Z', '2026-01-01T10:20:30Z', '2026-01-01T11:20:30.000Z'],
  ['hourly', '2026-01-01T10:20:30Z', '2026-01-03T00:20:29Z', '2026-01-03T00:20:30.000Z'],
  ['hourly', '2026-01-01T10:20:30Z', '2026-01-03T00:20:30Z', '2026-01-03T01:20:30.000Z'],
  ['daily', '2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-01T23:59:59.000Z'],
  ['daily', '2026-01-01T04:00:00Z', '2026-01-31T05:00:00Z', '2026-02-01T04:00:00.000Z'],
  ['weekly', '2026-01-01T04:00:00Z', '2026-01-01T04:00:01Z', '2026-01-08T04:00:00.000Z'],
  ['weekly', '2026-01-01T04:00:00Z', '2026-01-20T00:00:00Z', '2026-01-22T04:00:00.000Z'],
  ['monthly', '2026-01-28T04:00:00Z', '2026-01-28T04:00:00Z', '2026-02-28T04:00:00.000Z'],
  ['monthly', '2026-12-15T04:00:00Z', '2026-12-15T05:00:00Z', '2027-01-15T04:00:00.000Z'],
  ['monthly', '2026-01-10T04:00:00Z', '2026-06-10T03:59:59Z', '2026-06-10T04:00:00.000Z'],
  ['monthly', '2026-01-10T04:00:00Z', '2026-06-10T04:00:00Z', '2026-07-10T04:00:00.000Z'],
  // After a clock was set back, the next time is still one period later.
  ['daily', '2026-01-05T04:00:00Z', '2026-01-01T00:00:00Z', '2026-01-06T04:00:00.000Z'],
  ['monthly', '2026-03-05T04:00:00Z', '2026-01-01T00:00:00Z', '2026-04-05T04:00:00.000Z'],
];

test('the next due time is whole periods after an earlier one, and later than the given time', () => {
  for (const [period, earlier, after, next] of cases)
    assert.equal(iso(nextMoment(period, ms(earlier), ms(after))), next, `${period} ${earlier} ${after}`);
});

test('the first due time is within one period, and the same on every call', () => {
  const now = ms('2026-05-17T12:34:56Z');
  const longest = { hourly: 3600e3, daily: 86400e3, weekly: 7 * 86400e3, monthly: 31 * 86400e3 };
  for (const period of ['hourly', 'daily', 'weekly', 'monthly'] as const) {
    for (let i = 0; i < 200; i++) {
      const place = { companyId: randomUUID(), dataType: 'invoices' };
      const first = firstMoment(period, place, now);
      assert.ok(first > now && first <= now + longest[period], `${period} ${iso(first)}`);
      assert.equal(firstMoment(period, place, now), first);
      assert.equal(firstMoment(period, place, first), nextMoment(period, first, first), 'the next one keeps the phase');
    }
  }
});

test('the daily due times of 100,000 companies are spread: no minute of the day has more than twice the average', () => {
  const minutes = new Map<number, number>();
  for (let i = 0; i < 100_000; i++) {
    const minute = Math.floor(firstMoment('daily', { companyId: randomUUID(), dataType: 'bills' }, 0) / 60_000) % 1440;
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  assert.equal(minutes.size, 1440);
  assert.ok(Math.max(...minutes.values()) <= 2 * (100_000 / 1440));
});

test('monthly due times are on days 1 to 28, and on the same day for all data types of a company', () => {
  const days = new Set<number>();
  for (let i = 0; i < 1000; i++) {
    const companyId = randomUUID();
    const dayOf = (dataType: string) => new Date(firstMoment('monthly', { companyId, dataType }, 0)).getUTCDate();
    days.add(dayOf('invoices'));
    assert.equal(dayOf('invoices'), dayOf('bills'));
  }
  assert.deepEqual([Math.min(...days), Math.max(...days), days.size], [1, 28, 28]);
});
