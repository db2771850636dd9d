/**
 * Returns price times quantity, rounded to the cent; half a cent is rounded away from zero. QuickBooks rejects a line
 * with any other amount. The calculation uses integers, because a double would lose digits. Exception: numbers with an
 * exponent are multiplied as doubles.
 */
export function lineAmount(price: unknown, quantity: unknown): unknown {
  const [left, right] = [decimalOf(price), decimalOf(quantity)];
  if (!left || !right) {
    const product = Number(JSON.stringify(price)) * Number(JSON.stringify(quantity));
    // Math.round alone would round negative half cents toward zero.
    return (Math.sign(product) * Math.round(Math.abs(product) * 100)) / 100;
  }
  const places = left.places + right.places;
  const product = left.digits * right.digits;
  const cents = places <= 2 ? product * 10n ** BigInt(2 - places) : roundTo(product, 10n ** BigInt(places - 2));
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const amount = `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
  return text.length > 15 ? (JSON as unknown as { rawJSON(text: string): object }).rawJSON(amount) : Number(amount);
}

function roundTo(product: bigint, unit: bigint): bigint {
  const size = product < 0n ? -product : product;
  const rounded = (size + unit / 2n) / unit;
  return product < 0n ? -rounded : rounded;
}

function decimalOf(value: unknown): { digits: bigint; places: number } | undefined {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(JSON.stringify(value)) ?? [];
  return whole === undefined ? undefined : { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}
