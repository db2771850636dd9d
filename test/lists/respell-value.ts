import type { Random } from './arbitrary-filter.ts';
import { readDecimal, readInstant } from './compare-values.ts';
import type { Kind } from './evaluate-filter.ts';

/** Varies a value of the data for a query: another spelling of the same value, or a neighbouring value. */
export function respell(value: string, kind: Kind, operator: string, random: Random): string {
  if (kind === 'number') return respellNumber(value, random);
  if (kind === 'time') return respellTime(value, random);
  if (kind === 'choice') return respellText(respellCase(value, random), operator, random);
  if (kind === 'uuid') return random.pick([value, value.toLowerCase(), value.toUpperCase(), value, `${value}0`]);
  return kind === 'text' ? respellText(value, operator, random) : value;
}

function respellText(value: string, operator: string, random: Random): string {
  const letters = [...value];
  const from = random.below(letters.length + 1);
  const to = from + random.below(letters.length + 1 - from);
  if (operator === '~' && random.below(4) > 0) return letters.slice(from, to).join('');
  switch (random.below(10)) {
    case 0:
      return letters.slice(0, from).join('');
    case 1:
      return `${value}${random.pick(['a', ' ', '\u{10000}', '\uFFFD', '%'])}`;
    case 2:
      return random.pick([value.toUpperCase(), value.toLowerCase()]);
    default:
      return value;
  }
}

function respellCase(value: string, random: Random): string {
  // JavaScript's toLowerCase turns the Kelvin sign into "k"; ASCII lower-casing does not.
  if (random.below(12) === 0) return value.replace(/k/i, '\u212A');
  return [...value]
    .map((letter) => (/[a-z]/i.test(letter) && random.below(2) === 0 ? flipCase(letter) : letter))
    .join('');
}

function flipCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function respellNumber(value: string, random: Random): string {
  const number = readDecimal(value);
  if (!number) return value;
  const { units, scale } = number;
  switch (random.below(9)) {
    case 0: // off by one in the last digit
      return writeScaled(units + random.pick([1n, -1n]), scale);
    case 1:
      return `${units}e${-scale}`;
    case 2: // the decimal point moved by three digits
      return writeScaled(units, scale + 3) + random.pick(['e3', 'E+3', 'e03']);
    case 3: // trailing zeros
      return writeScaled(units * 1000n, scale + 3);
    case 4:
      return units >= 0n ? `+00${writeScaled(units, scale)}` : writeScaled(units, scale);
    case 5:
      return scale <= 0 ? `${writeScaled(units, scale)}.` : writeScaled(units, scale).replace(/^(-?)0\./, '$1.');
    case 6:
      return random.pick(['1e1000', '-1E1000', '1e-1000', '1e1001', '0e-1000']);
    default:
      return value;
  }
}

function writeScaled(units: bigint, scale: number): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale));
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function respellTime(value: string, random: Random): string {
  const instant = readInstant(value);
  if (instant === undefined) return value;
  const midnight = 86_400_000_000n;
  switch (random.below(8)) {
    case 0:
      return writeTime(instant + random.pick([1n, -1n]), 0, random);
    case 1:
      return value.slice(0, 10);
    case 2: // midnight of its day, with the time
      return writeTime(instant - (((instant % midnight) + midnight) % midnight), 0, random);
    case 3:
      return value.replace('T', 't').replace('Z', 'z');
    case 4:
      return writeTime(instant, random.pick([60, -690, 840, 330]), random);
    case 5:
      return writeTime(instant, 0, random).replace('T', ' ').replace('Z', '');
    default:
      return value;
  }
}

function writeTime(instant: bigint, offsetMinutes: number, random: Random): string {
  const local = instant + BigInt(offsetMinutes) * 60_000_000n;
  const ms = local >= 0n ? local / 1000n : (local - 999n) / 1000n;
  const [whole = ''] = new Date(Number(ms)).toISOString().split('.');
  const micro = String(((local % 1_000_000n) + 1_000_000n) % 1_000_000n).padStart(6, '0');
  const fraction = random.below(2) === 0 ? micro.replace(/0+$/, '') : micro;
  const sign = offsetMinutes < 0 ? '-' : random.pick(['+', ' ']);
  const offset = Math.abs(offsetMinutes);
  const zone =
    offsetMinutes === 0
      ? 'Z'
      : `${sign}${String(Math.floor(offset / 60)).padStart(2, '0')}:${String(offset % 60).padStart(2, '0')}`;
  return `${whole}${fraction === '' ? '' : `.${fraction}`}${zone}`;
}
