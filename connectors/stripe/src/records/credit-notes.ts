import { momentOf, present } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf, mapDocument, type StripeDocument } from './documents.ts';

export type StripeCreditNote = StripeDocument & { status: string; discount_amount?: number; memo?: string | null };

/**
 * A credit note is used up when it is issued: it lowers the open amount of its invoice, is refunded, or goes to the
 * customer's balance. So nothing remains.
 */
export const mapCreditNote = (wire: StripeCreditNote) => {
  const customer = idOf(wire.customer);
  return {
    creditNoteNumber: present(wire.number),
    customerRef: customer ? { id: customer } : undefined,
    issueDate: momentOf(wire.effective_at ?? wire.created),
    ...mapDocument(wire, JSON.stringify(wire.discount_amount ?? 0)),
    note: present(wire.memo),
    remainingCredit: 0,
    status: { issued: 'Paid', void: 'Void' }[wire.status] ?? 'Unknown',
  };
};

export const creditNotes = stripeType({
  dataType: 'creditNotes',
  sources: [
    stripeSource<StripeCreditNote>({
      path: 'credit_notes',
      nested: [{ member: 'lines', path: (id) => `credit_notes/${id}/lines` }],
      isDocument: true,
      events: ['credit_note.created', 'credit_note.updated', 'credit_note.voided'],
      map: mapCreditNote,
    }),
  ],
});
