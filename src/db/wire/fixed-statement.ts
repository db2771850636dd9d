import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import { named } from '../pool-driver.ts';
import type { Tables } from '../tables.ts';

/**
 * A frequent statement whose text never changes. It is compiled once, and PostgreSQL parses and plans it once per
 * connection. `build` must use each value exactly once, in the order in which `valuesOf` returns them.
 */
export function fixedStatement<Given, Row>(
  valuesOf: (given: Given) => unknown[],
  build: (values: unknown[]) => RawBuilder<Row>,
): (db: Kysely<Tables>, given: Given) => CompiledQuery<Row> {
  let known: CompiledQuery<Row> | undefined;
  return (db, given) => {
    const values = valuesOf(given);
    if (!known) {
      const compiled = build(values).compile(db);
      if (compiled.parameters.length !== values.length || compiled.parameters.some((value, at) => value !== values[at]))
        throw new Error(`The values of a statement are not used in their order: ${compiled.sql}`);
      known = named(compiled);
    }
    return { ...known, parameters: values };
  };
}
