import { amountOf, plainText, shift } from '@daybook/connector-kit';
import { closed } from '@daybook/connector-kit/push-parts';
import Type from 'typebox';
import { decimal } from '../values.ts';
import type { Ref, TaxRef } from '../wire.ts';

/** Helpers for the fields and conditions of a `Source`. */
export const under = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}.${name}`);
export const stamps = ['create_date', 'write_date'];
/** Without this condition Tryton omits inactive records, which would then look deleted. */
export const alsoInactive = ['active', 'in', [true, false]];

/** Helpers for the values of records. A field that is undefined is left out of the record. */
export const day = (date: string) => `${date.slice(0, 10)}T00:00:00Z`;
export const optionalDay = (date: string | null | undefined) => (date ? day(date) : undefined);
export const optionalText = (text: string | null | undefined) => (text ? text : undefined);

export const namedRef = ({ id, name }: Ref) => ({ id: String(id), name: optionalText(name) });
export const taxRateRef = (tax: TaxRef | undefined) =>
  tax && { ...namedRef(tax), effectiveTaxRate: tax.rate ? percentOf(tax.rate) : undefined };

/** Converts a rate to percent: 0.20 becomes 20. */
export const percentOf = (rate: string) => amountOf(shift(rate, 2));
export const activity = (isActive: boolean) => (isActive ? 'Active' : 'Archived');

/** Parts of schemas. */
export const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 200, ...(description && { description }) });
export const ref = (description: string) => closed({ id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description }) });
export const positive = (description: string) => Type.Number({ exclusiveMinimum: 0, description });

/** Converts a number by its JSON text, which keeps every digit even if the number is raw JSON. */
export const decimalOf = (amount: number) => decimal(plainText(JSON.stringify(amount)));
export const idOf = (ref: { id: string }) => Number(ref.id);
