import { defineType } from '@daybook/connector-kit';
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
  push?: Omit<PushKind, 'source'>;
}) {
  return defineType<StripeShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, sources }),
    fromSource: (text) => storedRecord(text, sources),
    ...(push && {
      push: ({ baseUrl }: StripeShared) => createPush({ baseUrl, kind: { source: sources[0], ...push } }),
    }),
  });
}
