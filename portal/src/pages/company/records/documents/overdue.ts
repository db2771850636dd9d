import { digitsOf } from '../../../../ui/code/exact-json.ts';
import { signOf } from '../../../../ui/money/decimal.ts';
import { valueAt } from '../../browse/record-fields.ts';

const open = ['Submitted', 'PartiallyPaid', 'Open'];
const dayMs = 86_400_000;

/**
 * By how many days an invoice or bill is overdue; undefined if it is not. The due day itself is not late. Days are those
 * of UTC, like the dates of the books.
 */
export function overdueDays(dataType: string, record: unknown, nowMs: number): number | undefined {
  if (dataType !== 'invoices' && dataType !== 'bills') return undefined;
  const [status, due] = [valueAt(record, 'status'), valueAt(record, 'dueDate')];
  const left = digitsOf(valueAt(record, 'amountDue'));
  if (!open.includes(String(status)) || typeof due !== 'string' || left === undefined || signOf(left) <= 0)
    return undefined;
  const days = Math.floor(nowMs / dayMs) - Math.floor(Date.parse(due) / dayMs);
  return days > 0 ? days : undefined;
}
