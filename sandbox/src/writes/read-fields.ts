import { type Decimal, digitsMax, isRawNumber, toDecimal } from './exact-values.ts';

/** A validation error in a body, with the path of the field, such as `lines.0.account`. */
export type Problem = { field: string; message: string };

/**
 * Reads the fields of an object one by one and collects validation errors. Fields that were never read are errors too.
 */
export type Fields = {
  text(name: string, options?: { isRequired?: boolean; max?: number }): string | undefined;
  choice<T extends string>(name: string, words: readonly T[]): T | undefined;
  /** A calendar date as YYYY-MM-DD. */
  day(name: string, options?: { isRequired?: boolean }): string | undefined;
  decimal(name: string, options?: { isRequired?: boolean }): Decimal | undefined;
  currency(name: string): string | undefined;
  object(name: string, options?: { isRequired?: boolean }): Fields | undefined;
  objects(name: string): Fields[];
  texts(name: string): string[];
  /** Fields that a company has added, such as x_project: texts, numbers and yes or no. */
  own(): Record<string, unknown>;
  problem(name: string, message: string): void;
  /** Adds an error for every field that was never read, because it is unknown. */
  close(): void;
};

const listMax = 1000;
const ownCharsMax = 4000;

export function openFields(value: unknown, path: string, problems: Problem[]): Fields {
  const members = isObject(value) ? value : {};
  const asked = new Set<string>();
  const children: Fields[] = [];
  const fieldOf = (name: string) => (path ? `${path}.${name}` : name);
  const problem = (name: string, message: string) =>
    void problems.push({ field: name ? fieldOf(name) : path, message });
  if (!isObject(value)) problem('', 'must be an object');

  /** Null counts as absent. */
  function take(name: string, isRequired = false): unknown {
    asked.add(name);
    const found = members[name] ?? undefined;
    if (found === undefined && isRequired && isObject(value)) problem(name, 'is required');
    return found;
  }
  function takeText(name: string, isRequired?: boolean): string | undefined {
    const found = take(name, isRequired);
    if (found === undefined || typeof found === 'string') return found;
    problem(name, 'must be a string');
    return undefined;
  }
  function takeList(name: string): unknown[] {
    const found = take(name) ?? [];
    if (Array.isArray(found) && found.length <= listMax) return found;
    problem(name, `must be a list of at most ${listMax} entries`);
    return [];
  }
  function child(name: string, found: unknown): Fields {
    const fields = openFields(found, fieldOf(name), problems);
    children.push(fields);
    return fields;
  }

  function ownValue(name: string): unknown {
    const found = take(name);
    if (typeof found === 'string' && found.length > ownCharsMax)
      problem(name, `must have at most ${ownCharsMax} characters`);
    else if (found !== undefined && !['string', 'boolean'].includes(typeof found) && !isRawNumber(found))
      problem(name, 'must be a text, a number, true or false');
    return found;
  }

  return {
    problem,
    text(name, { isRequired = false, max = 200 } = {}) {
      const found = takeText(name, isRequired);
      if (found === undefined) return undefined;
      if (isRequired && found === '') problem(name, 'is required');
      if (found.length > max) problem(name, `must have at most ${max} characters`);
      if (found.includes('\0') || !found.isWellFormed()) problem(name, 'contains invalid characters');
      return found;
    },
    choice(name, words) {
      const found = takeText(name);
      const word = words.find((candidate) => candidate === found);
      if (found !== undefined && word === undefined) problem(name, `must be one of ${words.join(', ')}`);
      return word;
    },
    day(name, { isRequired } = {}) {
      const found = takeText(name, isRequired);
      if (found === undefined || isDay(found)) return found;
      problem(name, 'must be a date such as 2026-11-15');
      return undefined;
    },
    decimal(name, { isRequired } = {}) {
      const found = take(name, isRequired);
      if (found === undefined) return undefined;
      const decimal = isRawNumber(found) ? toDecimal(found) : undefined;
      if (!decimal) problem(name, `must be a number of at most ${digitsMax} digits`);
      return decimal;
    },
    currency(name) {
      const found = takeText(name);
      if (found === undefined || /^[A-Z]{3}$/.test(found)) return found;
      problem(name, 'must be a currency code such as EUR');
      return undefined;
    },
    object(name, { isRequired } = {}) {
      const found = take(name, isRequired);
      return found === undefined ? undefined : child(name, found);
    },
    objects: (name) => takeList(name).map((found, at) => child(`${name}.${at}`, found)),
    texts: (name) =>
      takeList(name).flatMap((found, at) => {
        if (typeof found === 'string') return found;
        problem(`${name}.${at}`, 'must be a string');
        return [];
      }),
    own() {
      const names = Object.keys(members).filter((name) => /^x_[a-z][a-z0-9_]{0,50}$/.test(name));
      return Object.fromEntries(names.map((name) => [name, ownValue(name)]));
    },
    close() {
      for (const name of Object.keys(members)) if (!asked.has(name)) problem(name, 'is an unknown field');
      for (const fields of children) fields.close();
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}
