import type { WireInvoice } from '../documents.ts';

export const nameOf = ({ id, number }: WireInvoice) => `Invoice ${number ?? id}`;

export const creditNoteInstead = 'Create a credit note for it in Tryton instead.';

/** Whether an invoice can still be changed. Validated is a step before posting. */
export const isOpen = ({ state }: WireInvoice) => state === 'draft' || state === 'validated';

/** Whether the invoice is in the state that the client wants. If the client wants none, every state will do. */
export function isInState(wire: WireInvoice, wanted: 'Draft' | 'Submitted' | 'Void' | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'Void') return wire.state === 'cancelled';
  return wanted === 'Draft' ? isOpen(wire) : wire.state === 'posted' || wire.state === 'paid';
}
