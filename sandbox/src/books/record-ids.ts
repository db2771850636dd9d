import { mix, Random } from './random.ts';

/**
 * Ids of the records in a company's initial books. A record has an index (the order in which records are generated) and
 * a position (the order of the ids). Each is computed from the other, so a page sorted by id needs no lookup table. An
 * id is a prefix and nine characters. The characters encode 20 bits that increase with the position, and 25 bits of
 * noise.
 */
export type IdLayout = {
  prefix: string;
  count: number;
  /** Seed of the data type in this company. */
  seed: number;
  step: number;
  shift: number;
  stepBack: number;
};

const placeCount = 2 ** 20;
// The characters are in the order of their codes, so that ids sort like the numbers that they encode.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const pairs = Array.from({ length: 1024 }, (_, at) => `${alphabet[at >> 5]}${alphabet[at & 31]}`);

export function createLayout(options: { prefix: string; count: number; seed: number }): IdLayout {
  const { count } = options;
  const random = new Random(options.seed);
  let step = 1 + random.below(count);
  while (greatestDivisor(step, count) !== 1) step = (step % count) + 1;
  return { ...options, step: step % count, shift: random.below(count), stepBack: inverse(step, count) };
}

export function indexAt(layout: IdLayout, position: number): number {
  return (layout.step * position + layout.shift) % layout.count;
}

export function positionOf(layout: IdLayout, index: number): number {
  return (layout.stepBack * ((index - layout.shift + layout.count) % layout.count)) % layout.count;
}

export function idAt(layout: IdLayout, position: number): string {
  const place = Math.floor((position * placeCount) / layout.count);
  return composeId(layout.prefix, place, mix(layout.seed, position));
}

/**
 * Returns an id for an added record. The id has a random place in the sort order and occurs neither in `used` nor in
 * the initial books.
 */
export function newId(layout: IdLayout, random: Random, used: ReadonlyMap<string, unknown>): string {
  for (;;) {
    const id = composeId(layout.prefix, random.below(placeCount), random.next());
    if (!used.has(id) && positionById(layout, id) === undefined) return id;
  }
}

/** Returns the first position whose id is greater than the given id. The given id need not exist. */
export function positionAfter(layout: IdLayout, id: string): number {
  const text = id.slice(layout.prefix.length);
  let place = 0;
  for (let at = 0; at < 4; at++) place = place * 32 + Math.max(0, alphabet.indexOf(text.charAt(at)));
  let position = Math.max(0, Math.floor((place * layout.count) / placeCount) - 1);
  while (position < layout.count && idAt(layout, position) <= id) position++;
  return position;
}

/** Returns the position of a record of the initial books, or undefined for any other id. */
export function positionById(layout: IdLayout, id: string): number | undefined {
  const position = positionAfter(layout, id) - 1;
  return position >= 0 && idAt(layout, position) === id ? position : undefined;
}

export function isId(layout: IdLayout, text: string): boolean {
  return text.startsWith(layout.prefix) && /^[0-9a-hjkmnp-tv-z]{9}$/.test(text.slice(layout.prefix.length));
}

function composeId(prefix: string, place: number, noise: number): string {
  return `${prefix}${pairs[place >> 10]}${pairs[place & 1023]}${pairs[(noise >>> 5) & 1023]}${pairs[(noise >>> 15) & 1023]}${alphabet[noise & 31]}`;
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}

function inverse(value: number, modulus: number): number {
  let [previous, current, previousFactor, factor] = [modulus, value % modulus, 0, 1];
  while (current > 1) {
    const quotient = Math.floor(previous / current);
    [previous, current] = [current, previous - quotient * current];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return modulus === 1 ? 0 : ((factor % modulus) + modulus) % modulus;
}
