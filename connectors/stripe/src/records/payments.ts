import { amountOf, negate, signOf } from '@daybook/connector-kit';
import { balanceRef, currencyOf, majorText, momentOf, money, present, totalOf } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf } from './documents.ts';

type Ref = string | { id: string } | null;
type StripeBalanceTransaction = { id: string; amount: number; currency: string; exchange_rate?: number | null };

export type StripeCharge = {
  id: string;
  created: number;
  currency: string;
  amount_captured: number;
  captured: boolean;
  status: string;
  customer?: Ref;
  payment_intent?: Ref;
  description?: string | null;
  balance_transaction?: string | StripeBalanceTransaction | null;
};

export type StripeRefund = {
  id: string;
  created: number;
  currency: string;
  amount: number;
  status?: string | null;
  charge?: Ref;
  payment_intent?: Ref;
  reason?: string | null;
  balance_transaction?: string | StripeBalanceTransaction | null;
};

export type StripeDispute = {
  id: string;
  created: number;
  currency: string;
  charge: Ref;
  payment_intent?: Ref;
  reason: string;
  status: string;
  balance_transactions: StripeBalanceTransaction[];
};

/** The balance that the money went to or came from. It can have another currency than the payment. */
function settled(transaction: string | StripeBalanceTransaction | null | undefined) {
  if (typeof transaction !== 'object' || transaction === null) return {};
  return {
    accountRef: balanceRef(transaction.currency),
    currencyRate: transaction.exchange_rate ?? undefined,
  };
}

/** Invoices name a payment by its payment intent. A charge without one is named by its own id. */
const paymentId = ({ charge, payment_intent }: { charge?: Ref; payment_intent?: Ref }) =>
  idOf(payment_intent) ?? idOf(charge) ?? '';

export const mapCharge = (wire: StripeCharge) => {
  const customer = idOf(wire.customer);
  return {
    customerRef: customer ? { id: customer } : undefined,
    ...settled(wire.balance_transaction),
    date: momentOf(wire.created),
    reference: wire.id,
    currency: currencyOf(wire.currency),
    totalAmount: money(wire.amount_captured, wire.currency),
    note: present(wire.description),
  };
};

/** Money that went back is a payment of a negative amount. It names the payment that it reduces. */
const takenBack = (wire: StripeRefund | StripeDispute, amount: string, currency: string) => {
  const [date, total] = [momentOf(wire.created), amountOf(majorText(amount, currency))];
  return {
    date,
    reference: wire.id,
    currency: currencyOf(currency),
    totalAmount: total,
    lines: [
      {
        amount: total,
        allocatedOnDate: date,
        links: paymentId(wire) ? [{ type: 'Other', id: paymentId(wire), amount: total }] : [],
      },
    ],
  };
};

export const mapRefund = (wire: StripeRefund) => ({
  ...takenBack(wire, negate(JSON.stringify(wire.amount)), wire.currency),
  ...settled(wire.balance_transaction),
  note: `Refund${wire.reason ? `: ${wire.reason}` : ''}`,
});

export const mapDispute = (wire: StripeDispute) => {
  const [first] = wire.balance_transactions;
  return {
    ...takenBack(wire, totalOf(wire.balance_transactions), first?.currency ?? wire.currency),
    accountRef: balanceRef(first?.currency ?? wire.currency),
    note: `Dispute: ${wire.reason} (${wire.status})`,
  };
};

export const payments = stripeType({
  dataType: 'payments',
  sources: [
    stripeSource<StripeCharge>({
      object: 'charge',
      path: 'charges',
      expand: ['balance_transaction'],
      isDocument: true,
      events: ['charge.succeeded', 'charge.captured', 'charge.updated', 'charge.refunded'],
      // Several attempts may share one payment intent, but only one succeeds.
      id: (wire) => paymentId({ charge: wire.id, payment_intent: wire.payment_intent ?? null }),
      stateOf: ({ status, captured }) => (status === 'succeeded' && captured ? 'listed' : 'never'),
      map: mapCharge,
    }),
    stripeSource<StripeRefund>({
      object: 'refund',
      path: 'refunds',
      expand: ['balance_transaction'],
      isDocument: true,
      events: ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'],
      stateOf: ({ status }) => (status === 'succeeded' || status === 'pending' ? 'listed' : 'gone'),
      map: mapRefund,
    }),
    stripeSource<StripeDispute>({
      object: 'dispute',
      path: 'disputes',
      isDocument: true,
      events: ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
        (name) => `charge.dispute.${name}`,
      ),
      // An inquiry moves no money, and a dispute that was won has given it back.
      stateOf: ({ balance_transactions }) => (signOf(totalOf(balance_transactions)) < 0 ? 'listed' : 'gone'),
      map: mapDispute,
    }),
  ],
});
