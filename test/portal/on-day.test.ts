import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { onDay } from '../../portal/src/pages/webhooks/standing/on-day.ts';
import { datedFields } from '../../src/standing/dated-fields.ts';

const at = new Date('2026-03-01T23:30:00Z');

test('a filter is tried with the date in place of today, in the fields that standing queries can compare with it', () => {
  const cases: [string, string][] = [
    ['dueDate<today && totalAmount>10000', 'dueDate<2026-03-01 && totalAmount>10000'],
    ['dueDate >= Today - 30||issueDate=today+7', 'dueDate >= 2026-01-30||issueDate=2026-03-08'],
    ['{date!=today}&&note=today', '{date!=2026-03-01}&&note=today'],
    ['note="dueDate<todays"', 'note="dueDate<todays"'],
    ['dueDate="today"', 'dueDate="today"'],
    ['dueDate<today-1000', 'dueDate<today-1000'],
    ['dueDate<yesterday', 'dueDate<yesterday'],
  ];
  for (const [query, expected] of cases) assert.equal(onDay(query, at), expected);
  for (const dataType of dataTypes)
    for (const { field } of datedFields(dataType)) assert.equal(onDay(`${field}<today`, at), `${field}<2026-03-01`);
});
