import { defineType, type Pull } from '@daybook/connector-kit';
import { createPull, type PullSettings, readRecord, type Source } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';

/**
 * A data type of QuickBooks. Amounts in QuickBooks' responses may be raw JSON, and dates look like `2026-11-15`. The
 * schemas of a push leave out what QuickBooks computes (totals, open amounts). An update changes the fields that the
 * client sends and replaces the lines. Fields that a client cannot set, such as terms and custom fields, stay
 * unchanged. The fields of a request body have a fixed order, so that the same record gives the same bytes.
 */
export function quickbooksType<Wire, Mapped extends object>({
  dataType,
  pull,
  push,
  ...source
}: Omit<Source, 'map'> & {
  dataType: string;
  map: (wire: Wire) => Mapped;
  /** How the data type is read, if QuickBooks' change data capture does not cover it. */
  pull?: (settings: PullSettings) => Pull;
  push?: Omit<PushKind, 'source'>;
}) {
  const type = defineType<PullSettings>({
    dataType,
    pull: pull ?? ((settings) => createPull(settings, source)),
    ...(!pull && { fromSource: (text: string) => readRecord(text, source) }),
    ...(push && { push: (settings: PullSettings) => createPush({ settings, kind: { source, ...push } }) }),
  });
  return { ...type, map: source.map };
}
