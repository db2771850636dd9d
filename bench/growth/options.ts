/** The options of `npm run bench -- growth`, as they are typed. */

const exponentMax = 7;

/** "4,5,6,7": powers of ten, each larger than the one before. */
export function readSizes(text: string): number[] {
  const exponents = text.split(',').map(Number);
  const isRising = exponents.every((exponent, at) => at === 0 || exponent > (exponents[at - 1] ?? 0));
  if (!isRising || exponents.some((exponent) => !Number.isInteger(exponent) || exponent < 4 || exponent > exponentMax))
    throw new Error(`--sizes ${text}: give rising powers of ten from 4 to ${exponentMax}, such as 4,5,6,7.`);
  return exponents.map((exponent) => 10 ** exponent);
}

/** "records,messages"; all of them if nothing is given. */
export function readKinds(text: string | undefined, known: readonly string[]): string[] {
  const wanted = text?.split(',') ?? [...known];
  const wrong = wanted.find((kind) => !known.includes(kind));
  if (wrong !== undefined) throw new Error(`--kinds ${wrong}: known are ${known.join(', ')}.`);
  return wanted;
}

export function readRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 50) throw new Error(`--rounds ${text}: give 1 to 50.`);
  return rounds;
}
