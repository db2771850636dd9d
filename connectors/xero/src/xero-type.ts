import { defineType } from '@daybook/connector-kit';
import { createPull, type Source } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/** Values that all data types of this connector need. */
export type XeroShared = { baseUrl: string; pageSize: number };

/**
 * A data type of Xero. Amounts in Xero's responses may be raw JSON, and dates look like `/Date(…)/`. The schemas of a
 * push leave out what Xero computes (totals, open amounts). An update replaces all lines. A request body passes numbers
 * on unchanged, and its fields have a fixed order, so that the same record gives the same bytes.
 */
export function xeroType<Wire, Mapped extends object>({
  dataType,
  push,
  ...source
}: Omit<Source, 'map'> & {
  dataType: string;
  map: (wire: Wire) => Mapped;
  push?: Omit<PushKind, 'source'>;
}) {
  const type = defineType<XeroShared>({
    dataType,
    pull: (shared) => createPull({ ...shared, source }),
    ...(push && { push: ({ baseUrl }: XeroShared) => createPush({ baseUrl, kind: { source, ...push } }) }),
  });
  return { ...type, map: source.map, complaints: push?.complaints ?? [] };
}
