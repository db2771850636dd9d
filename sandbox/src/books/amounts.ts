import type { Random } from './random.ts';

/**
 * An amount of money as an integer, in units of 10^-scale. Ordinary amounts are JavaScript numbers (cents, far below
 * 2^53). Big amounts have up to 30 digits and are bigints. Within a record, all amounts have the same scale and type,
 * so every sum is exact.
 */
export type Amount = number | bigint;

export type AmountKind = { scale: number; isBig: boolean; digits: number };

/** The amounts in the books of a company. */
export type AmountsOf = 'mixed' | 'big' | 'everyday';

const everyday: AmountKind = { scale: 2, isBig: false, digits: 0 };

/**
 * Maximum number of digits of a unit price. Four document lines with this price, quantity 9 and 25 % tax have a total
 * of at most 30 digits.
 */
const unitDigitsMax = 28;

/**
 * One record in 500 has big amounts. With `big`, every record of the company has big amounts, with unit prices of 1 to
 * 28 digits.
 */
export function chooseAmountKind(random: Random, amounts: AmountsOf): AmountKind {
  if (amounts === 'big') return { scale: random.below(11), isBig: true, digits: 1 + random.below(unitDigitsMax) };
  if (random.below(500) !== 0 || amounts === 'everyday') return everyday;
  return { scale: 1 + random.below(10), isBig: true, digits: 18 + random.below(unitDigitsMax - 17) };
}

/**
 * Returns a positive amount. `least` and `most` limit an ordinary amount, in cents. They do not apply to big amounts.
 */
export function randomAmount(random: Random, kind: AmountKind, least: number, most: number): Amount {
  if (!kind.isBig) return least + random.below(most - least);
  let digits = String(1 + random.below(9));
  while (digits.length < kind.digits - 1) digits += random.below(10);
  // The last digit is not zero, so that the fraction has exactly `scale` digits.
  if (kind.digits > 1) digits += 1 + random.below(9);
  return BigInt(digits);
}

export function plus(left: Amount, right: Amount): Amount {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  return BigInt(left) + BigInt(right);
}

export function minus(left: Amount, right: Amount): Amount {
  return plus(left, negated(right));
}

export function negated(amount: Amount): Amount {
  return amount === 0 ? 0 : -amount;
}

export function times(amount: Amount, factor: number): Amount {
  return typeof amount === 'number' ? amount * factor : amount * BigInt(factor);
}

/**
 * Returns a part of a positive amount. `hundredths` is the size of the part in hundredths of a percent. The result is
 * rounded half up to the amount's scale.
 */
export function partOf(amount: Amount, hundredths: number): Amount {
  if (typeof amount === 'number') return Math.floor((amount * hundredths + 5000) / 10_000);
  return (amount * BigInt(hundredths) + 5000n) / 10_000n;
}

/** Writes the shortest exact JSON number, such as 12.5 and never 12.50. */
export function amountText(amount: Amount, scale: number): string {
  if (typeof amount === 'number' && scale === 2) return centsText(amount);
  const isNegative = amount < 0;
  const digits = String(isNegative ? -amount : amount).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

function centsText(cents: number): string {
  if (cents < 0) return `-${centsText(-cents)}`;
  const whole = Math.floor(cents / 100);
  const rest = cents - whole * 100;
  if (rest === 0) return String(whole);
  if (rest < 10) return `${whole}.0${rest}`;
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest}`;
}
