import { parentPort, workerData } from 'node:worker_threads';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type ParquetColumn, type ParquetValue, precision, readValue, scale, unfitColumn } from './parquet-columns.ts';

/**
 * Writes a Parquet file. It runs in a thread, because a row group takes a tenth of a second, during which no request
 * would be answered. It gets the rows as JSON, one a line, and answers each message with the bytes that are ready.
 */
export type ToThread = { rows: Uint8Array } | 'end';
export type FromThread = { bytes: Uint8Array };
export type ThreadData = { columns: ParquetColumn[]; metadata: Record<string, string> };

/** A row group is written when it has this many rows, or rows of this many bytes of JSON: it is held in memory. */
const rowsInGroup = 2500;
const bytesInGroup = 8 * 2 ** 20;
const lineBreak = 0x0a;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const { columns, metadata } = workerData as ThreadData;
const all: ParquetColumn[] = [...columns, { name: unfitColumn, kind: 'text' }];
const writer = new ByteWriter();
const file = new ParquetWriter({
  writer,
  schema: [{ name: 'records', num_children: all.length }, ...all.map(elementOf)],
  kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  createdBy: 'Daybook',
});
let values: ParquetValue[][] = all.map(() => []);
let bytesRead = 0;

function elementOf({ name, kind }: ParquetColumn): SchemaElement {
  const repetition_type = 'OPTIONAL' as const;
  if (kind === 'boolean') return { name, repetition_type, type: 'BOOLEAN' };
  if (kind === 'time')
    return {
      ...{ name, repetition_type, type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    };
  if (kind === 'decimal')
    return {
      ...{ name, repetition_type, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL' },
      ...{ precision, scale, logical_type: { type: 'DECIMAL', precision, scale } },
    };
  return { name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
}

function add(row: readonly (string | null)[]): void {
  const unfit: Record<string, string> = {};
  for (const [at, { name, kind }] of columns.entries()) {
    const text = row[at] ?? null;
    const value = readValue(kind, text);
    if (value === undefined && text !== null) unfit[name] = text;
    values[at]?.push(value ?? null);
  }
  values[columns.length]?.push(Object.keys(unfit).length > 0 ? JSON.stringify(unfit) : null);
}

/** Reads one row at a time: only the bytes of many large rows fit into memory, not their values. */
function addLines(lines: Buffer): void {
  for (let start = 0; start < lines.length; ) {
    const found = lines.indexOf(lineBreak, start);
    const end = found === -1 ? lines.length : found;
    add(JSON.parse(lines.toString('utf8', start, end)));
    bytesRead += end - start;
    if ((values[0]?.length ?? 0) >= rowsInGroup || bytesRead >= bytesInGroup) writeGroup();
    start = end + 1;
  }
}

function writeGroup(): void {
  const rows = values[0]?.length ?? 0;
  if (rows === 0) return;
  const columnData = all.map(({ name }, at) => ({ name, data: values[at] ?? [], offsetIndex: false }));
  file.write({ columnData, rowGroupSize: rows });
  values = all.map(() => []);
  bytesRead = 0;
}

/** The bytes that were written since the last call. */
function takeBytes(): Uint8Array<ArrayBuffer> {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

parentPort?.on('message', (message: ToThread) => {
  if (message === 'end') {
    writeGroup();
    file.finish();
  } else {
    addLines(Buffer.from(message.rows));
  }
  const bytes = takeBytes();
  parentPort?.postMessage({ bytes } satisfies FromThread, [bytes.buffer]);
});
