import { defineType, type Pull, type Push } from '@daybook/connector-kit';
import { createPull, type PullSettings, type Source } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/**
 * A data type of QuickBooks. Amounts in its responses may be raw JSON, and dates look like `2026-11-15`. The schemas of
 * a push leave out what QuickBooks computes (totals, open amounts). An update changes the fields that the client sends
 * and replaces the lines. Fields that a client cannot set, such as terms and custom fields, stay unchanged. The members
 * of a request body have a fixed order, so that the same record gives the same bytes.
 */
export function quickbooksType<Wire, Mapped extends object>({
  dataType,
  pull,
  push,
  ...source
}: Omit<Source, 'map'> & {
  dataType: string;
  map: (wire: Wire) => Mapped;
  /** How it is read, if change data capture does not cover it. */
  pull?: (place: PullSettings) => Pull;
  push: Omit<PushKind, 'source'>;
}) {
  const type = defineType<PullSettings>({
    dataType,
    pull: pull ?? ((place) => createPull(place, source)),
    push: ({ baseUrl }) => createPush({ baseUrl, kind: { source, ...push } }),
  });
  return { ...type, map: source.map };
}

type Schema = NonNullable<Push['operations']['create']>;

/** The operations of records that can be created, changed and deleted, and of records that cannot be deleted. */
export const all = (schema: Schema) => ({ create: schema, update: schema, delete: true }) as const;
export const kept = (schema: Schema) => ({ create: schema, update: schema });
