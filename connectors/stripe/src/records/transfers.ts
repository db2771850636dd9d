import { amountOf, negate, signOf } from '@daybook/connector-kit';
import { balanceRef, currencyOf, majorText, momentOf, present } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';

type Destination = { id: string; bank_name?: string | null; last4?: string };

export type StripePayout = {
  id: string;
  created: number;
  arrival_date: number;
  amount: number;
  currency: string;
  status: string;
  description?: string | null;
  destination?: string | Destination | null;
};

function destinationRef(destination: StripePayout['destination']) {
  if (typeof destination === 'string') return { id: destination };
  if (!destination) return { id: 'bank_account', name: 'Bank account' };
  const name = [destination.bank_name, destination.last4 && `**** ${destination.last4}`].filter(Boolean).join(' ');
  return { id: destination.id, name: present(name) };
}

/** A payout moves money to the company's bank. With a negative amount it moves money back to the balance. */
export const mapPayout = ({ amount, currency, ...wire }: StripePayout) => {
  const minor = JSON.stringify(amount);
  const isBack = signOf(minor) < 0;
  const side = (accountRef: { id: string; name?: string | undefined }) => ({
    accountRef,
    amount: amountOf(majorText(isBack ? negate(minor) : minor, currency)),
    currency: currencyOf(currency),
  });
  const [balance, bank] = [side(balanceRef(currency)), side(destinationRef(wire.destination))];
  return {
    date: momentOf(wire.arrival_date),
    description: present(wire.description),
    from: isBack ? bank : balance,
    to: isBack ? balance : bank,
  };
};

export const transfers = stripeType({
  dataType: 'transfers',
  sources: [
    stripeSource<StripePayout>({
      path: 'payouts',
      expand: ['destination'],
      isDocument: true,
      events: ['created', 'updated', 'paid', 'failed', 'canceled'].map((name) => `payout.${name}`),
      stateOf: ({ status }) => (status === 'failed' || status === 'canceled' ? 'gone' : 'listed'),
      map: mapPayout,
    }),
  ],
});
