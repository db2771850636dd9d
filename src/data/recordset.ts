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
];

/** JSON has no bare control characters; in a provider's own text the first one that does not occur is taken. */
const separators = ['\x1e', '\x1f', '\x1d', '\x1c', '\x01', '\x02', '\x03', '\x04'];
const noSource = '\x05none\x05';

/**
 * Rows as PostgreSQL takes them apart. The large columns come as one text each, which it only cuts: within one JSON
 * document with the others they were read, copied and written out once more (a quarter of the time of a first sync).
 */
export function recordset(rows: readonly RecordRow[]): RawBuilder<unknown> {
  const sources = rows.map((row) => row.source ?? noSource);
  const separator = separators.find((one) => !sources.some((source) => source.includes(one)));
  if (separator === undefined) throw new RecordRefused('The provider sent text with every control character.');
  const small = rowNames.map((name, at) => `${name} ${rowKinds[at]}`).join();
  return sql`(select ${sql.raw(rowNames.join())}, payload::jsonb as payload, source from rows from (
      jsonb_to_recordset(${`[${rows.map((row) => row.columns)}]`}::jsonb) as (${sql.raw(small)}),
      string_to_table(${rows.map((row) => row.payload).join('\x1e')}::text, ${'\x1e'}::text),
      string_to_table(${sources.join(separator)}::text, ${separator}::text, ${noSource}::text)
    ) as i (${sql.raw(rowNames.join())}, payload, source)) i`;
}
