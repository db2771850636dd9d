import { amountOf, shift } from '@daybook/connector-kit';

/** Currencies whose smallest unit is the currency itself at Stripe. ISK and UGX are not: Stripe keeps two places. */
const noPlaces = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/;
const threePlaces = /^(bhd|jod|kwd|omr|tnd)$/;

/** The number of decimal places in which Stripe counts a currency. */
export const placesOf = (currency: string) => (noPlaces.test(currency) ? 0 : threePlaces.test(currency) ? 3 : 2);

/** Converts an amount in minor units, given as text, to the text of an amount in the currency. */
export const majorText = (minor: string, currency: string) => shift(minor, -placesOf(currency));

/** Converts an amount in minor units. A number of many digits is raw JSON, whose JSON text is the number. */
export const money = (minor: number, currency: string) => amountOf(majorText(JSON.stringify(minor), currency));

export const currencyOf = (currency: string | null | undefined) =>
  currency && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : undefined;

/** Stripe holds one balance for each currency. The balance is the bank account of its transactions and payouts. */
export const balanceRef = (currency: string) => ({
  id: `balance_${currency}`,
  name: `Stripe balance (${currency.toUpperCase()})`,
});

export const totalOf = (amounts: readonly { amount: number }[] | null | undefined): string =>
  String((amounts ?? []).reduce((total, { amount }) => total + BigInt(JSON.stringify(amount)), 0n));

/** Stripe writes times as seconds since 1970. */
export const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
export const optionalMoment = (seconds: number | null | undefined) => (seconds ? momentOf(seconds) : undefined);
export const present = (text: string | null | undefined) => text || undefined;
