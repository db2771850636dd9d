import { defineType, type Pull } from '@daybook/connector-kit';
import { createPull, readRecord, type Source } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/** Values that all data types of this connector need. */
export type XeroShared = { baseUrl: string; pageSize: number; overlapMs: number };

/**
 * A data type of Xero. Amounts in Xero's responses may be raw JSON, and dates look like `/Date(…)/`. The schemas of a
 * push leave out what Xero computes (totals, open amounts). An update replaces all lines. A request body passes numbers
 * on unchanged, and its fields have a fixed order, so that the same record gives the same bytes.
 */
export function xeroType<Wire, Mapped extends object>({
  dataType,
  pull,
  push,
  also = [],
  ...source
}: Omit<Source, 'map'> & {
  dataType: string;
  map: (wire: Wire) => Mapped;
  /** Further lists that belong to the data type. `id`, `map` and `belongs` must fit the elements of all lists. */
  also?: readonly Omit<Source, 'id' | 'map' | 'belongs'>[];
  /** How the data type is read, if lists of Xero are not enough. The records must still follow from their sources. */
  pull?: (shared: XeroShared) => Pull;
  push?: Omit<PushKind, 'source'>;
}) {
  const { id, map, belongs } = source;
  const sources = [source, ...also.map((one) => ({ ...one, id, map, ...(belongs && { belongs }) }))];
  const type = defineType<XeroShared>({
    dataType,
    pull: pull ?? ((shared) => createPull({ ...shared, sources })),
    fromSource: (text) => readRecord(text, source),
    ...(push && { push: ({ baseUrl }: XeroShared) => createPush({ baseUrl, kind: { source, ...push } }) }),
  });
  return { ...type, map: source.map, complaints: push?.complaints ?? [] };
}
