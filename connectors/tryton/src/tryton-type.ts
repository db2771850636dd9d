import { defineType } from '@daybook/connector-kit';
import { createPull } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';
import type { Sessions } from './session.ts';
import type { Source } from './source.ts';

/** What all data types share. */
export type TrytonShared = { sessions: Sessions; pageSize: number; overlapMs: number };

/**
 * A data type of Tryton. The values of a push leave out what only Tryton knows (its company, journals, addresses); they
 * are added when the push is sent. Members have a fixed order. The schemas reject unknown fields: Tryton itself assigns
 * invoice numbers and due dates, for example.
 */
export function trytonType({ dataType, push, ...source }: Source & { dataType: string; push?: PushKind }) {
  const type = defineType<TrytonShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, source }),
    ...(push && { push: ({ sessions }: TrytonShared) => createPush(sessions, push) }),
  });
  return { ...type, source };
}
