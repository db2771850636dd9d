import { defineType } from '@daybook/connector-kit';
import { createPull } from './pull-records.ts';
import type { Sessions } from './session.ts';
import type { Source } from './source.ts';

/** Values that all data types of this connector need. */
export type OdooShared = { sessions: Sessions; pageSize: number; overlapMs: number };

export function odooType({ dataType, ...source }: Source & { dataType: string }) {
  const type = defineType<OdooShared>({ dataType, pull: (shared) => createPull({ ...shared, source }) });
  return { ...type, source };
}
