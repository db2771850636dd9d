import { orderSteps } from '../../push/group-records.ts';
import type { References } from '../../push/records.ts';

/** What a group of the chaos test does, and how it must end. */
export type Kind = {
  onFailure: 'stop' | 'undo';
  status: 'Succeeded' | 'Undone' | 'Failed';
  outcomes: readonly string[];
  /** The payment is larger than the invoice, so the platform rejects it. */
  isTooMuch: boolean;
};

const done = ['succeeded', 'succeeded', 'succeeded'];
const kinds: readonly Kind[] = [
  { onFailure: 'stop', status: 'Succeeded', outcomes: done, isTooMuch: false },
  { onFailure: 'undo', status: 'Undone', outcomes: ['undone', 'undone', 'failed'], isTooMuch: true },
  { onFailure: 'undo', status: 'Succeeded', outcomes: done, isTooMuch: false },
  { onFailure: 'stop', status: 'Failed', outcomes: ['succeeded', 'succeeded', 'failed'], isTooMuch: true },
];

export const kindOf = (n: number): Kind => kinds[n % kinds.length] as Kind;

export const stepsOf = (of: References, n: number) =>
  orderSteps(of, n, kindOf(n).isTooMuch ? { amount: 1_000_000 } : {});
