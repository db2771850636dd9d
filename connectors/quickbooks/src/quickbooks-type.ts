import { defineType, type Pull } from '@daybook/connector-kit';
import { combinedPull } from './pull-combined.ts';
import { createPull, type PullSettings, readRecord, type Source } from './pull-records.ts';
import { createPush, type PushKind } from './push-records.ts';
import { pullWhole } from './read-all.ts';
import type { QboMeta } from './wire.ts';

/**
 * A data type of QuickBooks. Amounts in QuickBooks' responses may be raw JSON, and dates look like `2026-11-15`. The
 * schemas of a push leave out what QuickBooks computes (totals, open amounts). An update changes the fields that the
 * client sends and replaces the lines. Fields that a client cannot set, such as terms and custom fields, stay
 * unchanged. The fields of a request body have a fixed order, so that the same record gives the same bytes.
 */
export function quickbooksType<Wire, Mapped extends object>({
  dataType,
  pull,
  isReadWhole,
  push,
  also = [],
  ...source
}: Omit<Source, 'map'> & {
  dataType: string;
  map: (wire: Wire) => Mapped;
  /** Further entities of the data set. Their ids have the entity in front, and their stored sources name it. */
  also?: readonly Omit<Source, 'isMarked'>[];
  /** Whether every pass reads the whole list, because QuickBooks does not tell all changes of it. */
  isReadWhole?: true;
  /** How the data type is read, if it is no list of entities. */
  pull?: (settings: PullSettings) => Pull;
  push?: Omit<PushKind, 'source'>;
}) {
  const others = also.map((part): Source => ({ ...part, isMarked: true }));
  const parts = [{ ...source, hasBareIds: true as const }, ...others];
  const pullAll = (settings: PullSettings) =>
    isReadWhole
      ? pullWhole(settings, source)
      : others.length > 0
        ? combinedPull(settings, parts)
        : createPull(settings, source);
  const type = defineType<PullSettings>({
    dataType,
    pull: pull ?? pullAll,
    fromSource: (text) => readRecord(text, sourceOf(text, [source, ...also])),
    ...(push && {
      push: (settings: PullSettings) =>
        createPush({ settings, kind: { source, others: also.map(({ entity }) => entity), ...push } }),
    }),
  });
  return { ...type, map: source.map };
}

/** The entity of a stored source. That of the first one is not named in it. */
function sourceOf(text: string, sources: readonly Source[]): Source {
  const { entity } = JSON.parse(text) as QboMeta;
  const found = sources.find((one) => one.entity === entity) ?? sources[0];
  if (!found) throw new SyntaxError('The entity is unknown.');
  return found;
}
