import { type Connector, findDataType } from '@daybook/connector-kit';
import type { CustomField } from './custom-fields.ts';
import {
  RecordRefused,
  type RecordRow,
  type RowMaking,
  recordHash,
  recordRow,
  rowBytes,
  rowBytesMax,
} from './record-row.ts';

/** A stored record whose content is computed again from the platform's own text. */
export type StoredSource = {
  id: string;
  source: string;
  /** In hexadecimal. Empty if a push has written the record: the next sync that fetches the record then replaces it. */
  hash: string;
  pushId: string | null;
};

export type SourceBatch = RowMaking & {
  sources: readonly StoredSource[];
  mapping: string;
  fields?: readonly CustomField[] | undefined;
};

/** `rows` belong to some of the sources. Sources that are neither in `rows` nor refused are of this mapping already. */
export type MappedSources = { rows: RecordRow[]; refused: { id: string; message: string }[] };

/** Maps stored sources. Sends no requests: a connector's `fromSource` gets nothing but the text. */
export function mapSources(connector: Connector, dataTypeName: string, batch: SourceBatch): MappedSources {
  const dataType = findDataType(dataTypeName);
  const fromSource = connector.fromSource?.[dataTypeName];
  if (!dataType || !fromSource) throw new Error(`The connector cannot read ${dataTypeName} from stored sources.`);
  const mapped: MappedSources = { rows: [], refused: [] };
  for (const { id, source, hash: stored, pushId } of batch.sources) {
    const hash = recordHash({ id, source }, batch.mapping);
    if (hash.toString('hex') === stored) continue;
    try {
      const { isDeleted, ...read } = readSource(fromSource, id, source);
      if (isDeleted) throw new RecordRefused(`The record "${id}" no longer belongs to ${dataTypeName}.`);
      const row = recordRow(
        dataType,
        { ...read, id },
        {
          hash: stored === '' ? Buffer.alloc(0) : hash,
          modified: batch.modified,
          isProven: batch.isProven,
          fields: batch.fields,
          ...(pushId !== null && { pushId }),
        },
      );
      if (rowBytes(row) > rowBytesMax) throw new RecordRefused(`The record "${id}" is too large.`);
      // The stored source stays as it is and need not be sent.
      mapped.rows.push({ ...row, source: undefined });
    } catch (error) {
      if (!(error instanceof RecordRefused)) throw error;
      mapped.refused.push({ id, message: error.message });
    }
  }
  return mapped;
}

function readSource(fromSource: NonNullable<Connector['fromSource']>[string], id: string, source: string) {
  try {
    return fromSource(source);
  } catch (error) {
    throw new RecordRefused(`The stored source of the record "${id}" cannot be read.`, { cause: error });
  }
}
