import { compareValues, keyOf } from './compared-values.ts';
import type { Access, CompiledQuery, Equal, Limit } from './compile-query.ts';
import type { ComparedField, RecordValues } from './record-values.ts';

/**
 * Finds the queries that a record may match without looking at the others: by a value that the query demands, and by
 * its smallest or largest value. 10,000 queries are looked at one by one only if they demand nothing of that kind.
 */
export class CandidateQueries<Query extends CompiledQuery> {
  readonly #any = new Shelf<Query>();
  readonly #byField = new Map<ComparedField, Map<string, Shelf<Query>>>();

  constructor(queries: readonly Query[]) {
    for (const query of queries) for (const access of query.accesses) this.#shelfOf(access.equal).add(query, access);
    this.#any.sort();
    for (const shelves of this.#byField.values()) for (const shelf of shelves.values()) shelf.sort();
  }

  #shelfOf(equal: Equal | undefined): Shelf<Query> {
    if (!equal) return this.#any;
    let shelves = this.#byField.get(equal.field);
    if (!shelves) {
      shelves = new Map();
      this.#byField.set(equal.field, shelves);
    }
    let shelf = shelves.get(equal.key);
    if (!shelf) {
      shelf = new Shelf();
      shelves.set(equal.key, shelf);
    }
    return shelf;
  }

  /** Adds every query that one of the versions matches, and perhaps others. */
  candidates(record: RecordValues, to: Set<Query>): void {
    this.#any.candidates(record, to);
    for (const [field, shelves] of this.#byField)
      for (const value of record.of(field)) if (value !== null) shelves.get(keyOf(value))?.candidates(record, to);
  }
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
