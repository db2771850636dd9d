import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';

/**
 * JSON made by PostgreSQL as text, so that the server passes rows through without looking into them. Joined by || and
 * not by json_build_object, which costs about twice as much a row and cannot leave an absent member out.
 */
export type JsonMember = { name: string; json: RawBuilder<unknown>; absent?: RawBuilder<boolean> };

export function jsonObject(members: readonly JsonMember[]): RawBuilder<string> {
  const parts = members.map(({ name, json, absent }, index) => {
    const start = sql.lit(`${index === 0 ? '{' : ','}"${name}":`);
    return absent ? sql`case when ${absent} then '' else ${start} || ${json} end` : sql`${start} || ${json}`;
  });
  return sql`(${sql.join([...parts, sql`'}'`], sql` || `)})`;
}

/** Makes texts of statements, and runs none. */
export const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Compiled once instead of with every statement that it stands in, which took 40 µs a page. Without parameters. */
export function fixedText<T>(expression: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = expression.compile(compiler);
  if (parameters.length > 0) throw new Error('An expression with parameters is not fixed.');
  return sql.raw<T>(text);
}

export const jsonText = (value: RawBuilder<unknown>) => sql`to_json(${value})::text`;
/** For values that need no escaping: identifiers, our own tokens. */
export const jsonPlain = (value: RawBuilder<unknown>) => sql`'"' || ${value} || '"'`;
export const jsonTime = (value: RawBuilder<unknown>) =>
  sql`'"' || to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
