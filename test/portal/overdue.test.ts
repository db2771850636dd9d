import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestDay } from '../../portal/src/pages/company/overview/newest-day.ts';
import { overdueDays } from '../../portal/src/pages/company/records/documents/overdue.ts';
import { monthsSince } from '../../portal/src/pages/company/statements/period-text.ts';

const now = Date.parse('2026-11-17T09:00:00Z');
const invoice = { status: 'Submitted', dueDate: '2026-11-05T00:00:00Z', amountDue: 12.5 };

test('an open invoice or bill is overdue from the day after its due date, while something is due', () => {
  assert.equal(overdueDays('invoices', invoice, now), 12);
  assert.equal(overdueDays('bills', { ...invoice, status: 'Open' }, now), 12);
  assert.equal(overdueDays('invoices', { ...invoice, dueDate: '2026-11-16' }, now), 1);
  for (const other of [
    { dueDate: '2026-11-17' },
    { dueDate: '2026-12-01' },
    { dueDate: undefined },
    { status: 'Paid' },
    { status: 'Draft' },
    { status: 'Void' },
    { amountDue: 0 },
    { amountDue: -3 },
  ])
    assert.equal(overdueDays('invoices', { ...invoice, ...other }, now), undefined, JSON.stringify(other));
  assert.equal(overdueDays('creditNotes', invoice, now), undefined);
});

test('the newest day of several records is found, without regard to records that have none', () => {
  assert.equal(
    newestDay([
      [{ issueDate: '2026-11-02T00:00:00Z' }, 'issueDate'],
      [undefined, 'date'],
      [{ date: '2026-11-14' }, 'date'],
    ]),
    '2026-11-14',
  );
  assert.equal(newestDay([[undefined, 'date']]), undefined);
});

test('the age of a period counts whole months since its last day', () => {
  assert.equal(monthsSince('2024-06-30', now), 28);
  assert.equal(monthsSince('2026-10-31', now), 0);
  assert.equal(monthsSince('2026-09-30', now), 1);
  assert.equal(monthsSince('2027-01-31', now), 0);
});
