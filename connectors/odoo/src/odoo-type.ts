import { defineType } from '@daybook/connector-kit';
import { createPull, fromSource } from './pull-records.ts';
import { createPush, type PushKind } from './push/push-records.ts';
import type { Sessions } from './session.ts';
import type { Source } from './source.ts';

/** Values that all data types of this connector need. */
export type OdooShared = { sessions: Sessions; pageSize: number; overlapMs: number };

/**
 * A data type of Odoo. The prepared request of a push lacks what only Odoo knows, such as the ids of journals and
 * currencies; the connector adds these when it sends the push.
 */
export function odooType({ dataType, push, ...source }: Source & { dataType: string; push?: PushKind }) {
  const type = defineType<OdooShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, source }),
    fromSource: (text) => fromSource(source, text),
    ...(push && { push: ({ sessions }: OdooShared) => createPush(sessions, { ...push, dataType, source }) }),
  });
  return { ...type, source };
}
