import { decimalFields } from './api.gen.ts';

/** The fields that hold amounts, quantities and rates. */
export type DecimalField = (typeof decimalFields)[number];

/** A response of a client with `decimals: 'string'`: amounts, quantities and rates are strings. */
export type WithStrings<T> = T extends readonly (infer Item)[]
  ? WithStrings<Item>[]
  : T extends object
    ? { [Name in keyof T]: Name extends DecimalField ? NumberAsString<T[Name]> : WithStrings<T[Name]> }
    : T;
type NumberAsString<T> = T extends number ? string : T;

const names: ReadonlySet<string> = new Set(decimalFields);

// Each match begins with a whole string, so that digits inside a text are never taken for a number. JSON.parse with
// `context.source` would do the same, but Node 20 does not have it, and a reviver is slower.
const nameAndNumber = /"([^"\\]*(?:\\.[^"\\]*)*)"(?:(\s*:\s*)(-?\d[\d.eE+-]*))?/g;
const nameAndText = /"([^"\\]*(?:\\.[^"\\]*)*)"(?::"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)")?/g;

/** Parses a response. Amounts become strings with the digits that the service sent. */
export function parseWithStrings(text: string): unknown {
  const quoted = text.replace(nameAndNumber, (all, name: string, colon: string, number: string | undefined) =>
    number !== undefined && names.has(name) ? `"${name}"${colon}"${number}"` : all,
  );
  return JSON.parse(quoted);
}

/** Writes a record. Amounts that are strings become numbers with the same digits, since the API accepts only numbers. */
export function stringifyWithNumbers(record: unknown): string {
  return JSON.stringify(record).replace(nameAndText, (all, name: string, number: string | undefined) =>
    number !== undefined && names.has(name) ? `"${name}":${number}` : all,
  );
}
