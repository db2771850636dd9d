import type { Tone } from '../../../ui/state-words.ts';
import { type Shape, valueAt } from '../browse/record-fields.ts';

/** How the values of a field are shown. */
export type FieldKind = 'money' | 'number' | 'percent' | 'time' | 'status' | 'choice' | 'boolean' | 'list' | 'text';

const amounts =
  /(amount|amountdue|total|subtotal|balance|price|value|credit|discount|assets|profit|flow|netamount|totaltaxamount)$/i;
const percents = /(^|\.)(effectiveTaxRate|totalTaxRate)$|^components\.rate$/;
const statuses = /(^|\.)(status|itemStatus)$/;
const choices = /(^|\.)type$/;

export function kindOfField(path: string, kind: Shape['kind'] | undefined): FieldKind {
  if (kind === 'number') return percents.test(path) ? 'percent' : amounts.test(path) ? 'money' : 'number';
  if (kind === 'time' || kind === 'boolean' || kind === 'list') return kind;
  if (statuses.test(path)) return 'status';
  return choices.test(path) ? 'choice' : 'text';
}

export const isFigure = (kind: FieldKind) => kind === 'money' || kind === 'number' || kind === 'percent';

/** The currency of an amount: the one beside it, such as `from.currency`, or the one of the record. */
export function currencyOf(record: unknown, path: string): string | undefined {
  const parts = path.split('.').slice(0, -1);
  for (let length = parts.length; length >= 0; length--) {
    const code = valueAt(record, [...parts.slice(0, length), 'currency'].join('.'));
    if (typeof code === 'string') return code;
  }
  return undefined;
}

const tones: Record<string, Tone> = {
  Paid: 'good',
  Active: 'good',
  Closed: 'good',
  PartiallyPaid: 'busy',
  Submitted: 'busy',
  Open: 'busy',
  Pending: 'wait',
  Draft: 'wait',
};

export const toneOfStatus = (status: string): Tone => tones[status] ?? 'idle';
