import { member } from '../../lists/fields.ts';
import { type ComparedKind, readValue, type Value } from './compared-values.ts';

/** A field that queries compare. `place` is where its values are remembered for a record. */
export type ComparedField = { place: number; kind: ComparedKind; steps: readonly string[] };

/** The fields that a set of queries compares, each once. */
export class ComparedFields {
  readonly all: ComparedField[] = [];
  readonly #known = new Map<string, ComparedField>();

  of(kind: ComparedKind, steps: readonly string[]): ComparedField {
    const name = `${kind} ${steps.join('.')}`;
    let field = this.#known.get(name);
    if (!field) {
      field = { place: this.all.length, kind, steps };
      this.#known.set(name, field);
      this.all.push(field);
    }
    return field;
  }
}

/** A version of a record. Each of its values is read once, however many queries compare it. */
export class RecordValues {
  readonly #document: unknown;
  readonly #fold: (text: string) => string;
  readonly #values: (Value | null)[][] = [];

  constructor(document: unknown, fold: (text: string) => string) {
    this.#document = document;
    this.#fold = fold;
  }

  /** All values of the field; null if it is absent. A field inside an empty array has none. */
  of({ place, kind, steps }: ComparedField): (Value | null)[] {
    let values = this.#values[place];
    if (!values) {
      values = textsAt(this.#document, steps).map((text) => (text === null ? null : readValue(kind, text, this.#fold)));
      this.#values[place] = values;
    }
    return values;
  }
}

/** The texts at the steps, as PostgreSQL's `->>` gives them. Of an object or an array, only its presence counts. */
export function textsAt(document: unknown, steps: readonly string[], from = 0): (string | null)[] {
  let value = document;
  for (let at = from; at < steps.length; at++) {
    const step = steps[at] ?? '';
    if (step === '[]') return Array.isArray(value) ? value.flatMap((element) => textsAt(element, steps, at + 1)) : [];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    value = isObject ? member(value as Record<string, unknown>, step) : null;
  }
  return [textOf(value)];
}

/** Numbers of many digits were parsed as `JSON.rawJSON`. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return (value as { rawJSON?: string }).rawJSON ?? '';
}
