import type { Answer } from '../../../api.ts';
import { dateLocale, locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/overview.ts';
import type { ChartPoint } from '../../../ui/chart/chart-data.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { percentText } from '../../../ui/percent.ts';

/** The parts that all insights share. Amounts are read with every digit, so they are numbers or `JSON.rawJSON` values. */
export type Insight = Pick<Answer<'getCashInsight'>, 'sources' | 'missing'>;
export type Records = Answer<'getCashInsight'>['currencies'][number]['records'];

export const digits = (amount: unknown): string => digitsOf(amount) ?? '0';
export const moneyText = (amount: unknown, currency: string | undefined) => formatMoney(digits(amount), currency);

/** A value of a chart, or undefined if the insight does not have it. */
export function chartValue(amount: unknown, currency: string | undefined): ChartPoint['values'][string] {
  const text = digitsOf(amount);
  return text === undefined ? undefined : { size: Number(text), text: formatMoney(text, currency) };
}

/** From here on, compact numbers are as long as plain ones. */
const compactBelow = 1e15;

/** Formats a value of the axis: "€1.2M". */
export function axisText(currency: string | undefined) {
  const style: Intl.NumberFormatOptions = currency ? { style: 'currency', currency } : {};
  const format = (notation: 'compact' | 'scientific') =>
    new Intl.NumberFormat(locale(), { ...style, notation, maximumFractionDigits: 2, minimumFractionDigits: 0 });
  const [compact, scientific] = [format('compact'), format('scientific')];
  return (value: number) => (Math.abs(value) < compactBelow ? compact : scientific).format(value);
}

/** Formats a month such as `2026-10`: "Oct", or "Oct 2026" if `long` is set. */
export function monthText(month: string, { long = false } = {}): string {
  const options: Intl.DateTimeFormatOptions = { month: 'short', timeZone: 'UTC', ...(long && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(dateLocale(), options).format(new Date(`${month}-01T00:00:00Z`));
}

/** The time at which the oldest of the data sets was last read from the platform. */
export function momentOf({ sources }: Insight): string | undefined {
  return sources.map(({ lastSuccessfulSync, publishedAt }) => lastSuccessfulSync ?? publishedAt).sort()[0];
}

export const shareText = (share: unknown) => percentText(Number(digits(share)));

/** The name of a currency in the choice. */
export const currencyName = (currency: string | undefined) => currency ?? t('noCurrency');
