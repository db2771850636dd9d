import {
  compareDecimals,
  compareTexts,
  Decimal,
  type ExactNumber,
  foldText,
  type Json,
  lowerAscii,
  readDecimal,
  readInstant,
} from './compare-values.ts';
import { QueryRefused, type ReadComparison, type ReadQuery, readQuery } from './read-query.ts';

/** An independent evaluator for filters, without a database and without product code. */
export type Kind = 'text' | 'choice' | 'number' | 'time' | 'boolean' | 'uuid' | 'structure';
/** `lines[].itemRef.id` → kind; `[]` marks an array on the path. */
export type FieldTable = Record<string, Exclude<Kind, 'choice'> | Choices>;
/** The values of a choice. */
export type Choices = readonly string[];
export const kindOf = (entry: Kind | Choices): Kind => (typeof entry === 'string' ? entry : 'choice');
export type Predicate = (document: Json) => boolean;

/** Throws QueryRefused if the API must return 400. */
export function filterOf(text: string, fields: FieldTable): Predicate {
  return predicateOf(readQuery(text), fields);
}

function predicateOf(query: ReadQuery, fields: FieldTable): Predicate {
  if ('any' in query) {
    const parts = query.any.map((part) => predicateOf(part, fields));
    return (document) => parts.some((part) => part(document));
  }
  if ('all' in query) {
    const parts = query.all.map((part) => predicateOf(part, fields));
    return (document) => parts.every((part) => part(document));
  }
  const [way, entry] = Object.entries(fields).find(([name]) => name.replaceAll('[]', '') === query.path) ?? [];
  if (way === undefined || entry === undefined) throw new QueryRefused(`unknown field ${query.path}`);
  const test = testOf(query, kindOf(entry), typeof entry === 'string' ? [] : entry);
  const steps = way.split('.').flatMap((part) => part.split(/(?=\[\])/));
  return (document) => valuesAt(document, steps).some(test);
}

/** All values at the path; null means absent. An empty array has no values. */
export function valuesAt(value: Json, steps: readonly string[]): Json[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, rest)) : [];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
  return valuesAt((isObject ? value[step] : null) ?? null, rest);
}

function testOf(comparison: ReadComparison, kind: Kind, choices: Choices): (value: Json) => boolean {
  const { operator, value, quoted } = comparison;
  if (value === 'null' && !quoted) {
    if (operator === '=') return (given) => given === null;
    if (operator === '!=') return (given) => given !== null;
    throw new QueryRefused('null cannot be ordered');
  }
  const ordered = ['text', 'number', 'time'].includes(kind);
  const contains = ['text', 'choice'].includes(kind);
  if (kind === 'structure') throw new QueryRefused('a structure can only be compared with null');
  if (!ordered && /[<>]/.test(operator)) throw new QueryRefused('this kind cannot be ordered');
  if (!contains && operator === '~') throw new QueryRefused('this kind does not support ~');
  if (operator === '~') {
    const fold = kind === 'choice' ? lowerAscii : foldText;
    if (kind === 'choice' && !choices.some((choice) => fold(choice).includes(fold(value))))
      throw new QueryRefused('no choice contains it');
    return (given) => given !== null && fold(String(given)).includes(fold(value));
  }
  const compare = comparerOf(kind, value, choices);
  if (operator === '!=') return (given) => given === null || compare(given) !== 0;
  const holds = sign[operator];
  if (!holds) throw new QueryRefused(`unknown operator ${operator}`);
  return (given) => given !== null && holds(compare(given));
}

const sign: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Compares a given value with the wanted one: negative, 0 or positive. */
function comparerOf(kind: Kind, wanted: string, choices: Choices): (given: Json) => number {
  if (kind === 'number') {
    const number = readDecimal(wanted);
    if (!number) throw new QueryRefused('not a number');
    return (given) => compareDecimals(exact(given), number);
  }
  if (kind === 'time') {
    const instant = readInstant(wanted);
    if (instant === undefined) throw new QueryRefused('not a time');
    return (given) => {
      const own = readInstant(String(given));
      if (own === undefined) throw new Error(`The data contains the invalid time ${given}.`);
      return own < instant ? -1 : own > instant ? 1 : 0;
    };
  }
  if (kind === 'boolean') {
    if (wanted !== 'true' && wanted !== 'false') throw new QueryRefused('not a boolean');
    return (given) => (String(given) === wanted ? 0 : 1);
  }
  if (kind === 'text') return (given) => compareTexts(String(given), wanted);
  if (kind === 'choice' && !choices.some((choice) => lowerAscii(choice) === lowerAscii(wanted)))
    throw new QueryRefused('not a choice');
  if (kind === 'uuid' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)) throw new QueryRefused('no id');
  return (given) => (lowerAscii(String(given)) === lowerAscii(wanted) ? 0 : 1);
}

function exact(given: Json): ExactNumber {
  const number = given instanceof Decimal ? readDecimal(given.text) : undefined;
  if (!number) throw new Error(`The data contains ${String(given)} instead of a number.`);
  return number;
}
