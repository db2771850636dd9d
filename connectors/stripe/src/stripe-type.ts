import { defineType, type Push } from '@daybook/connector-kit';
import { createPull, type Source, storedRecord } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/** Values that all data types of this connector need. */
export type StripeShared = { baseUrl: string; pageSize: number; overlapMs: number };

/** One kind of object, with the type that it has on the wire. */
export const stripeSource = <Wire>(
  source: Omit<Source, 'map' | 'id' | 'stateOf'> & {
    id?: (wire: Wire) => string;
    map: (wire: Wire) => object;
    stateOf?: (wire: Wire) => 'listed' | 'gone' | 'never';
  },
): Source => source as Source;

/** A data type of Stripe. Some data types have several sources: a payment is a charge, a refund or a dispute. */
export function stripeType({
  dataType,
  sources,
  push,
}: {
  dataType: string;
  sources: readonly [Source, ...Source[]];
  push?: Omit<PushKind, 'source'> | ((baseUrl: string, source: Source) => Push);
}) {
  return defineType<StripeShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, sources }),
    fromSource: (text) => storedRecord(text, sources),
    ...(push && {
      push: ({ baseUrl }: StripeShared) =>
        typeof push === 'function'
          ? push(baseUrl, sources[0])
          : createPush({ baseUrl, kind: { source: sources[0], ...push } }),
    }),
  });
}
