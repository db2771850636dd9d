import { amountOf, defineType, type PulledRecord, pullChanged, sum } from '@daybook/connector-kit';
import { balanceRef, currencyOf, majorText } from '../money.ts';
import { type Access, getFromStripe, readStripe } from '../request-stripe.ts';
import type { StripeShared } from '../stripe-type.ts';

type Part = { amount: number; currency: string };
export type StripeBalance = { available: Part[]; pending: Part[] };

/** One bank account for each currency in which Stripe holds money. Pending money is not yet available for payouts. */
export const mapBalance = (currency: string, { available, pending }: StripeBalance) => {
  const of = (parts: Part[]) =>
    sum(parts.filter((part) => part.currency === currency).map(({ amount }) => JSON.stringify(amount)));
  return {
    accountName: balanceRef(currency).name,
    institution: 'Stripe',
    currency: currencyOf(currency),
    balance: amountOf(majorText(sum([of(available), of(pending)]), currency)),
    availableBalance: amountOf(majorText(of(available), currency)),
  };
};

async function readBalances(access: Access): Promise<PulledRecord[]> {
  const balance = readStripe<StripeBalance>((await getFromStripe(access, 'balance')).body);
  const currencies = [...new Set([...balance.available, ...balance.pending].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const only = (parts: Part[]) => parts.filter((part) => part.currency === currency);
    const own = { available: only(balance.available), pending: only(balance.pending) };
    return storedBalance(JSON.stringify({ currency, ...own }));
  });
}

function storedBalance(source: string): PulledRecord {
  const { currency, ...own } = readStripe<StripeBalance & { currency: string }>(source);
  return { id: balanceRef(currency).id, record: () => mapBalance(currency, own), source };
}

export const bankAccounts = defineType<StripeShared>({
  dataType: 'bankAccounts',
  pull: ({ baseUrl }) => pullChanged((access) => readBalances({ baseUrl, ...access })),
  fromSource: storedBalance,
});
