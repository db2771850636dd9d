import { defineType } from '@daybook/connector-kit';
import { createPull, fromSource } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';
import type { Sessions } from './session.ts';
import type { Source } from './source.ts';

/** Values that all data types of this connector need. */
export type TrytonShared = { sessions: Sessions; pageSize: number; overlapMs: number };

/**
 * A data type of Tryton. The prepared request of a push lacks what only Tryton knows (its company, journals,
 * addresses); the connector adds these when it sends the push. The fields of a request always have the same order. The
 * schemas reject unknown fields, including those that Tryton itself assigns, such as invoice numbers and due dates.
 */
export function trytonType({ dataType, push, ...source }: Source & { dataType: string; push?: PushKind }) {
  const type = defineType<TrytonShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, source }),
    fromSource: (text) => fromSource(source, text),
    ...(push && { push: ({ sessions }: TrytonShared) => createPush(sessions, source, push) }),
  });
  return { ...type, source };
}
