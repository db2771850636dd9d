import { locale } from '../../messages/catalogue.ts';
import { plain } from './decimal.ts';

/** `Intl.NumberFormat` has no more decimal places than this. */
const placesMax = 100;
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount by currency and locale: "€3,177.10". `amount` is a decimal number as a string. Every digit is kept;
 * an amount has at least the decimal places of its currency, or two if the currency is unknown.
 */
export function formatMoney(amount: string, currency?: string): string {
  const code = currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
  return formatDigits(amount, code);
}

/** Formats a number that is not an amount, such as a quantity: "1,250.5". */
export function formatNumber(value: string): string {
  return formatDigits(value, 'none');
}

const percents = new Intl.NumberFormat(locale(), {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Formats a change in percent with its sign and one decimal place: "+12.0". */
export function formatChange(percent: string): string {
  return percents.format(percent as Intl.StringNumericLiteral);
}

/** `kind`: a currency code, "none" for a plain number, or undefined for an amount without a currency. */
function formatDigits(value: string, kind: string | undefined): string {
  const digits = plain(value);
  const places = digits.split('.')[1]?.length ?? 0;
  if (places > placesMax) return digits;
  const key = `${kind} ${places}`;
  const format = formats.get(key) ?? makeFormat(kind, places);
  formats.set(key, format);
  return format.format(digits as Intl.StringNumericLiteral);
}

function makeFormat(kind: string | undefined, places: number): Intl.NumberFormat {
  const style: Intl.NumberFormatOptions =
    kind === undefined || kind === 'none' ? {} : { style: 'currency', currency: kind };
  const least = kind === 'none' ? 0 : leastPlaces(style);
  return new Intl.NumberFormat(locale(), {
    ...style,
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, places),
  });
}

function leastPlaces(style: Intl.NumberFormatOptions): number {
  if (!style.currency) return 2;
  return new Intl.NumberFormat(locale(), style).resolvedOptions().maximumFractionDigits ?? 2;
}
