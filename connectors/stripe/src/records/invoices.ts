import { momentOf, money, optionalMoment, present, totalOf } from '../money.ts';
import { createInvoicePush } from '../push-invoices.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf, mapDocument, type StripeDocument } from './documents.ts';

type InvoicePayment = {
  id: string;
  amount_paid?: number | null;
  currency: string;
  status: string;
  payment?: { payment_intent?: string | { id: string }; charge?: string | { id: string } };
  status_transitions?: { paid_at?: number | null };
};

export type StripeInvoice = StripeDocument & {
  status?: string | null;
  customer_name?: string | null;
  description?: string | null;
  due_date?: number | null;
  amount_paid: number;
  amount_remaining: number;
  status_transitions?: { finalized_at?: number | null; paid_at?: number | null };
  total_discount_amounts?: { amount: number }[] | null;
  payments?: { data: InvoicePayment[] };
};

/** An uncollectible invoice is still owed, and a customer can still pay it. */
function statusOf({ status, amount_paid }: StripeInvoice): string {
  if (status === 'open' || status === 'uncollectible') return amount_paid > 0 ? 'PartiallyPaid' : 'Submitted';
  return { draft: 'Draft', paid: 'Paid', void: 'Void' }[status ?? ''] ?? 'Unknown';
}

function allocationsOf({ payments }: StripeInvoice) {
  return payments?.data
    .filter(({ status }) => status === 'paid')
    .map(({ id, payment, amount_paid, currency, status_transitions }) => {
      const paidOn = optionalMoment(status_transitions?.paid_at);
      const totalAmount = money(amount_paid ?? 0, currency);
      // A payment that was recorded outside Stripe has neither a payment intent nor a charge.
      const paymentId = idOf(payment?.payment_intent) ?? idOf(payment?.charge) ?? id;
      return {
        payment: { id: paymentId, paidOnDate: paidOn, totalAmount },
        allocation: { allocatedOnDate: paidOn, totalAmount },
      };
    });
}

export const mapInvoice = (wire: StripeInvoice) => {
  const customer = idOf(wire.customer);
  const issued = wire.effective_at ?? wire.status_transitions?.finalized_at ?? wire.created;
  return {
    invoiceNumber: present(wire.number),
    customerRef: customer ? { id: customer, companyName: present(wire.customer_name) } : undefined,
    issueDate: momentOf(issued),
    dueDate: optionalMoment(wire.due_date),
    paidOnDate: optionalMoment(wire.status_transitions?.paid_at),
    ...mapDocument(wire, totalOf(wire.total_discount_amounts)),
    note: present(wire.description),
    paymentAllocations: allocationsOf(wire),
    amountDue: money(wire.status === 'void' ? 0 : wire.amount_remaining, wire.currency),
    status: statusOf(wire),
  };
};

export const invoices = stripeType({
  dataType: 'invoices',
  sources: [
    stripeSource<StripeInvoice>({
      path: 'invoices',
      expand: ['payments'],
      nested: [
        { member: 'lines', path: (id) => `invoices/${id}/lines` },
        { member: 'payments', path: () => 'invoice_payments', query: (id) => [['invoice', id]] },
      ],
      isDocument: true,
      events: [
        ...['created', 'updated', 'deleted', 'finalized', 'sent', 'overdue', 'paid', 'overpaid'].map(invoiceEvent),
        ...['payment_succeeded', 'payment_failed', 'voided', 'marked_uncollectible'].map(invoiceEvent),
        // These change the open amount of an invoice.
        ...['credit_note.created', 'credit_note.updated', 'credit_note.voided', 'invoice_payment.paid'],
      ],
      changedId: (object: { object?: string; id?: string; invoice?: string | { id: string } }) =>
        object.object === 'invoice' ? object.id : idOf(object.invoice),
      map: mapInvoice,
    }),
  ],
  push: createInvoicePush,
});

function invoiceEvent(name: string): string {
  return `invoice.${name}`;
}
