import { defineType } from '@daybook/connector-kit';
import { createPull, type MapRecord, readRecord } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/** Values that all data types of this connector need. */
export type SandboxShared = { baseUrl: string; pageSize: number };

/**
 * A data type of the sandbox. Optional fields may be missing in records that a client has written. The schemas of a
 * push leave out what the sandbox computes (totals, names, open amounts), and an update replaces the whole record. A
 * request body passes numbers on unchanged, and its fields have a fixed order, so that the same record gives the same
 * bytes.
 */
export function sandboxType({ dataType, map, push }: { dataType: string; map: MapRecord; push?: PushKind }) {
  const type = defineType<SandboxShared>({
    dataType,
    pull: ({ baseUrl, pageSize }) => createPull({ baseUrl, dataType, pageSize, map }),
    fromSource: (source) => readRecord(source, map),
    ...(push && { push: ({ baseUrl }: SandboxShared) => createPush({ baseUrl, dataType, map, kind: push }) }),
  });
  return { ...type, kind: push };
}
