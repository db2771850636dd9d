import { type RawBuilder, sql } from 'kysely';
import type { OrderTerm } from './order.ts';

/** Pages by position instead of by number: what follows a row is found through the index, however deep it stands. */

export function orderClause(terms: readonly OrderTerm[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(
    terms.map((term) => (term.descending === backwards ? sql`${term.expression} asc` : sql`${term.expression} desc`)),
  );
}

/** The values of a row's keys, as text that PostgreSQL reads back unchanged. */
export function keyColumns(terms: readonly OrderTerm[]): RawBuilder<unknown> {
  return sql.join(terms.map((term, index) => sql`(${term.expression})::text as ${sql.id(keyName(index))}`));
}

export function keyName(index: number): string {
  return `k${index}`;
}

/** Rows that come after (or before) the given keys in the order; with `inclusive` also the row that has them. */
export function beyond(
  terms: readonly OrderTerm[],
  { keys, backwards, inclusive }: { keys: readonly string[]; backwards: boolean; inclusive: boolean },
): RawBuilder<boolean> {
  const values = terms.map((term, index) => sql`${keys[index]}::${term.type}`);
  const upwards = (term: OrderTerm) => term.descending === backwards;
  const sign = (term: OrderTerm, orEqual: boolean) => sql.raw(`${upwards(term) ? '>' : '<'}${orEqual ? '=' : ''}`);
  const [first] = terms;
  if (first && terms.every((term) => upwards(term) === upwards(first))) {
    // One direction: a row comparison, which PostgreSQL answers from the index.
    const left = sql.join(terms.map((term) => term.expression));
    return sql`(${left}) ${sign(first, inclusive)} (${sql.join(values)})`;
  }
  const cases = terms.map((term, index) => {
    const equal = terms.slice(0, index).map((before, i) => sql`${before.expression} = ${values[i]}`);
    const orEqual = inclusive && index === terms.length - 1;
    return sql.join([...equal, sql`${term.expression} ${sign(term, orEqual)} ${values[index]}`], sql` and `);
  });
  return sql`(${sql.join(
    cases.map((one) => sql`(${one})`),
    sql` or `,
  )})`;
}
