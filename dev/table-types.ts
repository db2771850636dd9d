import type pg from 'pg';

/**
 * Writes the types of all tables from the catalog of a database: src/db/tables.gen.ts (`npm run tables`). A column with a
 * check `in (…)` gets the union of its values; `jsonTypes` and `narrowTypes` say what the catalog cannot.
 */
export async function describeTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsSql);
  const tables = Map.groupBy(rows, ({ table }) => table);
  for (const name of [...Object.keys(jsonTypes), ...Object.keys(narrowTypes)])
    if (!rows.some(({ table, column }) => `${table}.${column}` === name))
      throw new Error(`dev/table-types.ts names ${name}, which is not in the schema.`);
  const types = [...tables].map(([table, columns]) => {
    const members = columns.map((column) => `${column.column}: ${typeOf(column)};`);
    const line = `  ${table}: { ${members.join(' ').replace(/;$/, '')} };`;
    return line.length <= width ? line : `  ${table}: {\n${fill(members)}\n  };`;
  });
  return `// Written by "npm run tables" from the schema: do not edit.
import type { ColumnType, Generated } from 'kysely';

/** The tables of the schema. Rows are in snake_case, which marks database values. */
export type Tables = {\n${types.join('\n')}\n};\n`;
}

const width = 120;

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** Whether PostgreSQL has a value if an insert gives none. */
  generated: boolean;
  check: string | null;
};

const columnsSql = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as generated,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as check
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('schema_change', 'schema_functions')
  order by c.relname collate "C", a.attnum`;

/** What queries return. The database client turns bigint into numbers (src/db/db.ts), but not in arrays. */
const plainTypes: Record<string, string> = {
  '"char"': 'string',
  'bigint[]': 'string[]',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  numeric: 'string',
  smallint: 'number',
  real: 'number',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  text: 'string',
  'timestamp with time zone': 'Date',
  'uuid[]': 'string[]',
  uuid: 'string',
  xid8: 'string',
};

/** Contents of JSON columns, which are written as text. Others are unknown. */
const jsonTypes: Record<string, string> = {
  'alert_delivery.attempts': '{ at: string; statusCode?: number; error?: string }[]',
  'api_key.company_tags': 'Record<string, string>',
  'change_position.ended': 'Record<string, number>',
  'company.tags': 'Record<string, string>',
  'company_past.tags': 'Record<string, string>',
  'idempotent_request.headers': 'Record<string, string>',
  'migration_step.detail': 'Record<string, unknown>',
  'purge_receipt.erased': 'Record<string, number>',
  'record.payload': 'object',
};

/** Columns whose values another table's check limits. */
const narrowTypes: Record<string, string> = { 'attempt.cause': "'e' | 't' | 's' | 'c' | 'p'" };

function typeOf(column: Column): string {
  const name = `${column.table}.${column.column}`;
  if (column.type === 'jsonb') return jsonColumn(jsonTypes[name] ?? 'unknown', column);
  const values = [...(column.check ?? '').matchAll(/'([^']*)'::/g)].map(([, value]) => `'${value}'`);
  const plain = narrowTypes[name] ?? (values.length > 0 ? values.join(' | ') : plainTypes[column.type]);
  if (plain === undefined) throw new Error(`${name} has the type ${column.type}, which dev/table-types.ts lacks.`);
  const whole = column.nullable ? `${plain} | null` : plain;
  return column.generated ? `Generated<${whole}>` : whole;
}

function jsonColumn(content: string, { nullable, generated }: Column): string {
  const none = nullable ? ' | null' : '';
  const [read, given] = [content === 'unknown' ? content : `${content}${none}`, `string${none}`];
  return `ColumnType<${read}, ${given}${generated || nullable ? ' | undefined' : ''}, ${given}>`;
}

/** Puts several members on a line. */
function fill(members: string[]): string {
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + member.length + 1 <= width) lines[lines.length - 1] = `${last} ${member}`;
    else lines.push(`    ${member}`);
  }
  return lines.join('\n');
}
