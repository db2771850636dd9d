import { negate, plainText } from '@daybook/connector-kit';

export type DecimalMark = '.' | ',';

const digitsMax = 30;
const symbols = /^(?:[A-Z]{3}|[€$£¥₹₽₺₴฿₩]|US\$|CHF|kr\.?|zł|Kč|Ft|R\$)$/;

/**
 * Reads an amount as people and programs write it: 1,234.56, 1.234,56, 1 234,56, 1'234.56, (12.00), 12.00-, EUR 12.00.
 * A thousands mark must stand between groups of three digits. Returns the decimal number, or undefined for everything
 * else: NaN, 1e5, 12.34.56.
 */
export function parseAmount(given: string, decimalMark: DecimalMark): string | undefined {
  const text = given
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
  if (text.length > 60) return undefined;
  const [, opening, inside = '', closing] = /^(\()?(.*?)(\))?$/.exec(text) ?? [];
  if (Boolean(opening) !== Boolean(closing)) return undefined;
  const { sign, bare } = splitSign(inside);
  if (bare === undefined || (opening && sign)) return undefined;
  const number = withoutGroups(bare, decimalMark);
  if (number === undefined) return undefined;
  return opening || sign === '-' ? negate(number) : plainText(number);
}

/** The currency that is written beside the digits, if it is clear: `12.00 USD`, `EUR 12`, `12 €`. A dollar sign is not. */
export function currencyIn(text: string): string | undefined {
  const [code] = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/.exec(text) ?? [];
  return code ?? (text.includes('€') ? 'EUR' : undefined);
}

/** Splits off the sign and the currency, each of which may stand before or after the digits, at most once. */
function splitSign(text: string): { sign: string; bare: string | undefined } {
  const [, before = '', digits = '', after = ''] =
    /^([^\d.,]*?)([\d.,](?:[\d., '’]*\d)?[.,]?)([^\d.,]*)$/.exec(text) ?? [];
  if (!/\d/.test(digits)) return { sign: '', bare: undefined };
  const parts = [...before.trim().split(/\s+|(?<=[-+])|(?=[-+])/), ...after.trim().split(/\s+|(?=[-+])/)].filter(
    Boolean,
  );
  const signs = parts.filter((part) => part === '-' || part === '+');
  const others = parts.filter((part) => part !== '-' && part !== '+');
  if (signs.length > 1 || others.length > 1 || !others.every((part) => symbols.test(part)))
    return { sign: '', bare: undefined };
  return { sign: signs[0] ?? '', bare: digits };
}

function withoutGroups(text: string, decimalMark: DecimalMark): string | undefined {
  const [whole = '', fraction, more] = text.split(decimalMark);
  if (more !== undefined || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined;
  const other = decimalMark === '.' ? ',' : '.';
  const mark = [other, ' ', "'", '’'].find((one) => whole.includes(one));
  const isGrouped =
    mark !== undefined && /^\d{1,3}(?:.\d{3})+$/.test(whole) && whole.split(mark).every((part) => /^\d+$/.test(part));
  if (!isGrouped && !/^\d*$/.test(whole)) return undefined;
  const digits = isGrouped ? whole.split(mark).join('') : whole;
  if (!digits && !fraction) return undefined;
  if (digits.length + (fraction?.length ?? 0) > digitsMax) return undefined;
  return `${digits || '0'}${fraction ? `.${fraction}` : ''}`;
}
