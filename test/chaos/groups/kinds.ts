import { orderSteps } from '../../push/group-records.ts';
import type { References } from '../../push/records.ts';

/** What a group of the chaos test does, and how it must end. */
export type Kind = {
  onFailure: 'stop' | 'undo';
  status: 'Succeeded' | 'Undone' | 'Failed';
  outcomes: readonly string[];
  /** The payment is larger than the invoice, so the platform rejects it. */
  isTooMuch: boolean;
  /** How the customer and the invoice are undone. A draft is deleted, another invoice voided. */
  undos: readonly ['archive', 'void' | 'delete'];
};

const done = ['succeeded', 'succeeded', 'succeeded'];
const [voided, deleted] = [{ undos: ['archive', 'void'] }, { undos: ['archive', 'delete'] }] as const;
const undone = {
  onFailure: 'undo',
  status: 'Undone',
  outcomes: ['undone', 'undone', 'failed'],
  isTooMuch: true,
} as const;
const others = [
  { onFailure: 'stop', status: 'Succeeded', outcomes: done, isTooMuch: false, ...voided },
  { onFailure: 'undo', status: 'Succeeded', outcomes: done, isTooMuch: false, ...voided },
  { onFailure: 'stop', status: 'Failed', outcomes: ['succeeded', 'succeeded', 'failed'], isTooMuch: true, ...voided },
] as const;
const kinds: readonly Kind[] = [{ ...undone, ...voided }, ...others, { ...undone, ...deleted }, ...others];

export const kindOf = (n: number): Kind => kinds[n % kinds.length] as Kind;

export function stepsOf(of: References, n: number) {
  const { isTooMuch, undos } = kindOf(n);
  const status = undos[1] === 'delete' ? 'Draft' : 'Submitted';
  return orderSteps(of, n, { status, amount: isTooMuch ? 1_000_000 : 1 });
}
