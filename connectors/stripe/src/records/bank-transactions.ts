import { balanceRef, momentOf, money, present } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf } from './documents.ts';

export type StripeBalanceTransaction = {
  id: string;
  created: number;
  currency: string;
  net: number;
  type: string;
  description?: string | null;
  source?: string | { id: string } | null;
};

/** The amount is net of Stripe's fees, because the balance changes by this amount. */
export const mapBankTransaction = (wire: StripeBalanceTransaction) => ({
  bankAccountRef: balanceRef(wire.currency),
  date: momentOf(wire.created),
  description: present(wire.description) ?? wire.type,
  reference: idOf(wire.source),
  amount: money(wire.net, wire.currency),
});

export const bankTransactions = stripeType({
  dataType: 'bankTransactions',
  // Stripe reports no changes of these, and no part of them that is mapped ever changes.
  sources: [
    stripeSource<StripeBalanceTransaction>({
      path: 'balance_transactions',
      isDocument: true,
      map: mapBankTransaction,
    }),
  ],
});
