import { locale } from '../messages/catalogue.ts';

/** The one format for percentages: "97.4%", with one decimal unless it is 0. */
export function percentText(share: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
