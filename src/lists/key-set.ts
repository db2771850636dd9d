import { type RawBuilder, sql } from 'kysely';
import type { OrderTerm } from './order.ts';

/** Keyset pagination finds the rows after a given row through the index, at the same cost on every page. */

export function orderClause(terms: readonly OrderTerm[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(
    terms.map((term) => (term.descending === backwards ? sql`${term.expression} asc` : sql`${term.expression} desc`)),
  );
}

/** Selects the key values of a row, as text that PostgreSQL converts back without loss. */
export function keyColumns(terms: readonly OrderTerm[]): RawBuilder<unknown> {
  return sql.join(terms.map((term, index) => sql`(${term.expression})::text as ${sql.id(keyName(index))}`));
}

export function keyName(index: number): string {
  return `k${index}`;
}

/** Condition for rows after (or before) the given keys. With `inclusive`, it also includes the row with these keys. */
export function beyond(
  terms: readonly OrderTerm[],
  { keys, backwards, inclusive }: { keys: readonly string[]; backwards: boolean; inclusive: boolean },
): RawBuilder<boolean> {
  const values = terms.map((term, index) => sql`${keys[index]}::${term.type}`);
  const upwards = (term: OrderTerm) => term.descending === backwards;
  const sign = (term: OrderTerm, orEqual: boolean) => sql.raw(`${upwards(term) ? '>' : '<'}${orEqual ? '=' : ''}`);
  const [first] = terms;
  if (first && terms.every((term) => upwards(term) === upwards(first))) {
    // All terms have the same direction, so a row comparison works, for which PostgreSQL can use the index.
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
