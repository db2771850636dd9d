import { type RawBuilder, sql } from 'kysely';
import { RecordRefused, type RecordRow } from '../connectors/record-row.ts';

const rowNames = [
  'record_id',
  'hash',
  'status',
  'date1',
  'date2',
  'amount1',
  'amount1_f',
  'amount2',
  'amount2_f',
  'ref1',
  'leaf',
];
const rowKinds = [
  'text',
  'bytea',
  'text',
  'timestamptz',
  'timestamptz',
  'numeric',
  'float8',
  'numeric',
  'float8',
  'text',
  'bytea',
];

/**
 * Possible separators between the original texts of providers. The first separator that occurs in none of the texts is
 * used. Payloads are always separated by \x1e.
 */
const separators = ['\x1e', '\x1f', '\x1d', '\x1c', '\x01', '\x02', '\x03', '\x04'];
const noSource = '\x05none\x05';

/**
 * Returns the rows as a table expression. The values of a large column (`payload`, `source`) are joined to one text,
 * which PostgreSQL splits at the separators. As part of one JSON document, PostgreSQL would parse, copy and serialize
 * them. That took a quarter of the time of a first sync.
 */
export function recordset(rows: readonly RecordRow[]): RawBuilder<unknown> {
  const sources = rows.map((row) => row.source ?? noSource);
  const separator = separators.find((one) => !sources.some((source) => source.includes(one)));
  if (separator === undefined) throw new RecordRefused('The platform sent text with too many control characters.');
  const small = rowNames.map((name, at) => `${name} ${rowKinds[at]}`).join();
  return sql`(select ${sql.raw(rowNames.join())}, payload::jsonb as payload, source from rows from (
      jsonb_to_recordset(${`[${rows.map((row) => row.columns)}]`}::jsonb) as (${sql.raw(small)}),
      string_to_table(${rows.map((row) => row.payload).join('\x1e')}::text, ${'\x1e'}::text),
      string_to_table(${sources.join(separator)}::text, ${separator}::text, ${noSource}::text)
    ) as i (${sql.raw(rowNames.join())}, payload, source)) i`;
}
