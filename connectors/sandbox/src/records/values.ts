import { optional } from '@daybook/connector-kit/push-parts';
import Type from 'typebox';

/** Amounts with more than 15 digits are kept as raw JSON. Pass them on unchanged; never compute with them. */
export type WireAmount = number;
export type WireRef = { id: string; name: string };
export type WireTaxRef = WireRef & { percent: WireAmount };

/** Helpers for the values of records. A field that is undefined is left out of the record. */
export const day = (date: string) => `${date}T00:00:00Z`;
export const optionalDay = (date: string | null | undefined) => (date ? day(date) : undefined);

/** Translates an enum value of the sandbox. An unrecognised value becomes `Unknown`. */
export function translate(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? (words[word] as string) : 'Unknown';
}

export const customerRef = (party: WireRef | undefined) => party && { id: party.id, companyName: party.name };
export const supplierRef = (party: WireRef | undefined) => party && { id: party.id, supplierName: party.name };
export const namedRef = ({ id, name }: WireRef) => ({ id, name });
export const taxRateRef = ({ id, name, percent }: WireTaxRef) => ({ id, name, effectiveTaxRate: percent });
export const activity = { active: 'Active', archived: 'Archived' };

/** Helpers for the values of request bodies. */
export const dayOf = (date: string) => date.slice(0, 10);
export const optionalDayOf = (date: string | undefined) => (date === undefined ? undefined : dayOf(date));
export const idOf = (ref: { id: string } | undefined) => ref?.id;

export function word<T extends string>(words: Readonly<Record<T, string>>, chosen: T | undefined): string | undefined {
  return chosen === undefined ? undefined : words[chosen];
}

export const activityWords = { Active: 'active', Archived: 'archived' };

/** Parts of schemas. */
export const name = () => Type.String({ minLength: 1, maxLength: 200 });
export const longText = () => Type.String({ maxLength: 4000 });
export const amount = (description: string) => Type.Number({ description });

export const currency = {
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code. Default: the company's own currency." }),
  ),
  currencyRate: optional(
    Type.Number({ exclusiveMinimum: 0, description: "Value of one unit in the company's own currency." }),
  ),
};

export const note = { note: optional(longText()) };

export const money = { currency: 'currency', exchange_rate: 'currencyRate', memo: 'note' };
