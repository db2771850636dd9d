import { compareValues, keyOf } from './compared-values.ts';
import { type Access, type CompiledQuery, type Contained, gramLength, type Limit } from './compile-query.ts';
import type { ComparedField, RecordValues } from './record-values.ts';

type Shelves<Query extends CompiledQuery> = Map<ComparedField, Map<string, Shelf<Query>>>;

/**
 * Finds the queries that a record may match without looking at the others: by a value that the query demands, by a part
 * of a text that it demands, and by its smallest or largest value. 10,000 queries are looked at one by one only if they
 * demand nothing of that kind.
 */
export class CandidateQueries<Query extends CompiledQuery> {
  readonly #any = new Shelf<Query>();
  readonly #byValue: Shelves<Query> = new Map();
  readonly #byGram: Shelves<Query> = new Map();

  constructor(queries: readonly Query[]) {
    const rarest = rarestGrams(queries);
    for (const query of queries) for (const access of query.accesses) this.#shelfOf(access, rarest).add(query, access);
    this.#any.sort();
    for (const shelves of [this.#byValue, this.#byGram])
      for (const ofField of shelves.values()) for (const shelf of ofField.values()) shelf.sort();
  }

  #shelfOf({ by }: Access, rarest: (by: Contained) => string): Shelf<Query> {
    if (!by) return this.#any;
    return by.type === 'equal' ? shelfIn(this.#byValue, by.field, by.key) : shelfIn(this.#byGram, by.field, rarest(by));
  }

  /** Adds every query that one of the versions matches, and perhaps others. */
  candidates(record: RecordValues, to: Set<Query>): void {
    this.#any.candidates(record, to);
    for (const [field, shelves] of this.#byValue)
      for (const value of record.of(field)) if (value !== null) shelves.get(keyOf(value))?.candidates(record, to);
    for (const [field, shelves] of this.#byGram)
      for (const value of record.of(field))
        if (value !== null) for (const gram of gramsOf(String(value))) shelves.get(gram)?.candidates(record, to);
  }
}

function shelfIn<Query extends CompiledQuery>(
  shelves: Shelves<Query>,
  field: ComparedField,
  key: string,
): Shelf<Query> {
  let ofField = shelves.get(field);
  if (!ofField) {
    ofField = new Map();
    shelves.set(field, ofField);
  }
  let shelf = ofField.get(key);
  if (!shelf) {
    shelf = new Shelf();
    ofField.set(key, shelf);
  }
  return shelf;
}

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + gramLength <= text.length; at++) grams.add(text.slice(at, at + gramLength));
  return grams;
}

/** Chooses the part of a text that the fewest queries contain: "12 " of "12 days", and not "day". */
function rarestGrams(queries: readonly CompiledQuery[]): (by: Contained) => string {
  const counts = new Map<string, number>();
  for (const { accesses } of queries)
    for (const { by } of accesses)
      if (by?.type === 'contained') for (const gram of gramsOf(by.text)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return ({ text }) => {
    let rarest = '';
    let least = Number.POSITIVE_INFINITY;
    for (const gram of gramsOf(text)) {
      const count = counts.get(gram) ?? 0;
      if (count < least) [rarest, least] = [gram, count];
    }
    return rarest;
  };
}

/** Queries that demand the same value, or none. Those with a limit are sorted by it. */
class Shelf<Query extends CompiledQuery> {
  readonly #plain: Query[] = [];
  readonly #limited = new Map<string, { limit: Limit; query: Query }[]>();

  add(query: Query, { limit }: Access): void {
    if (!limit) {
      this.#plain.push(query);
      return;
    }
    const name = `${limit.field.place} ${limit.isAbove}`;
    const list = this.#limited.get(name) ?? [];
    list.push({ limit, query });
    this.#limited.set(name, list);
  }

  /** The limits that most values observe come first. */
  sort(): void {
    for (const list of this.#limited.values())
      list.sort((a, b) => (a.limit.isAbove ? 1 : -1) * compareValues(a.limit.value, b.limit.value));
  }

  candidates(record: RecordValues, to: Set<Query>): void {
    for (const query of this.#plain) to.add(query);
    for (const list of this.#limited.values()) {
      const [first] = list;
      if (!first) continue;
      for (const value of record.of(first.limit.field)) {
        if (value === null) continue;
        for (const { limit, query } of list) {
          const order = compareValues(value, limit.value);
          if (limit.isAbove ? order < 0 : order > 0) break;
          to.add(query);
        }
      }
    }
  }
}
