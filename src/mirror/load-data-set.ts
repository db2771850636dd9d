import type { Client } from '../../sdk/src/daybook.ts';
import type { MirrorTable } from './mirror-tables.ts';
import type { Target } from './open-target.ts';
import { type DataSetKey, noteLoaded, removeRecords } from './store.ts';

/** Bytes that are inserted by one statement. */
const bytesAtOnce = 2_000_000;
const lineEnd = 10;

/**
 * Replaces the records of a data set by an export of its newest generation, or of the one that a snapshot pins, in one database transaction: readers see
 * the old records until the new ones are complete. Returns what was loaded.
 */
export async function loadDataSet(
  { target, client }: { target: Target; client: Client },
  key: DataSetKey,
  table: MirrorTable,
  state: { snapshot?: string } = {},
): Promise<{ generation: number; records: number }> {
  const { headers, parts } = await client.download('exportRecordsOfConnection', { ...key, ...state, format: 'ndjson' });
  const generation = Number(headers.get('x-generation'));
  const total = Number(headers.get('x-total-results') ?? Number.NaN);
  const insert = `insert into ${target.in(table.name)} (company_id, connection_id, id, generation, record)
    select $1, $2, r ->> 'id', $3, r from (select line::jsonb as r from string_to_table($4, E'\\n') line) records
    returning 1`;
  await target.transaction(async () => {
    await removeRecords(target, key, table.name);
    let records = 0;
    for await (const lines of linesOf(parts)) {
      const inserted = await target.query(insert, [key.companyId, key.connectionId, generation, lines]);
      records += inserted.length;
    }
    if (records !== total) throw new Error(`An export of ${total} records contained ${records}.`);
    await noteLoaded(target, key, generation);
  });
  return { generation, records: total };
}

/** Whole lines, joined to texts of a limited size, without the last line break. */
async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    held.push(part);
    bytes += part.length;
    if (bytes < bytesAtOnce) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(lineEnd);
    if (end < 0) continue;
    yield all.toString('utf8', 0, end);
    held = [all.subarray(end + 1)];
    bytes = all.length - end - 1;
  }
  const rest = Buffer.concat(held);
  if (rest.length === 0) return;
  if (rest.at(-1) !== lineEnd) throw new Error('An export ended in the middle of a line.');
  yield rest.toString('utf8', 0, rest.length - 1);
}
