import { decimalOf } from '@daybook/connector-kit';

/**
 * An amount as hledger sends it. The mantissa may have more digits than a double can hold, so never compute with it.
 */
export type WireAmount = {
  acommodity: string;
  aquantity: { decimalMantissa: number; decimalPlaces: number };
};

/** Returns undefined for a blank text, so that the field is left out of the record. */
export const present = (text: string) => text.trim() || undefined;
export const quantity = ({ aquantity }: WireAmount) =>
  // A mantissa with many digits is a raw JSON object. Its JSON text is the number.
  decimalOf(JSON.stringify(aquantity.decimalMantissa), aquantity.decimalPlaces);

/** A commodity can be anything, such as $, hours or EUR; only three capital letters count as a currency. */
export const currency = ({ acommodity }: WireAmount) => (/^[A-Z]{3}$/.test(acommodity) ? acommodity : undefined);
