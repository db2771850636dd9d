import { decimalOf } from '@daybook/connector-kit';

/**
 * Amounts in the form in which hledger sends them. A mantissa may have more digits than a double holds, so never
 * compute with it.
 */
export type WireAmount = {
  acommodity: string;
  aquantity: { decimalMantissa: number; decimalPlaces: number };
};

/** Undefined members are left out of a record. */
export const present = (text: string) => text.trim() || undefined;
export const quantity = ({ aquantity }: WireAmount) =>
  // A long mantissa is a raw JSON object, and its JSON text is the number.
  decimalOf(JSON.stringify(aquantity.decimalMantissa), aquantity.decimalPlaces);

/** A commodity can be anything, such as $, hours or EUR; only three capital letters count as a currency. */
export const currency = ({ acommodity }: WireAmount) => (/^[A-Z]{3}$/.test(acommodity) ? acommodity : undefined);
