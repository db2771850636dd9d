import type { Static } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { type FieldCounts, noCounts, parseCustom } from '../connectors/compare-custom.ts';
import type { CustomField } from '../connectors/custom-fields.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db } from '../db/db.ts';
import { findMappedSets, type MappedSet, readSamples, type SamplePage } from './read-samples.ts';
import type { MappingPlace } from './store.ts';
import type { MappingInput, MappingPreview } from './wire.ts';

export type PreviewContext = { db: Db; clock: Clock; registry: Registry };
type Preview = Static<typeof MappingPreview>;

/** A preview begins no further page after so long. */
const withinMs = 20_000;
const examplesMax = 10;

/**
 * What a mapping would change, computed from stored sources: nothing is written, and the platform is not called. The
 * sources are read by a connector thread. If the time is over before all records are examined, the data sets were
 * examined in part, each from its beginning.
 */
export async function previewMapping(
  ctx: PreviewContext,
  accountId: string,
  place: MappingPlace,
  { fields }: MappingInput,
): Promise<Preview> {
  const found = await findMappedSets(ctx, accountId, place);
  const tally = newTally(fields);
  const pages = readPages(ctx, { accountId, sets: found.sets, until: ctx.clock.nowMs() + withinMs });
  // The next page is read while one is compared.
  for (let next = pages.next(); ; ) {
    const { value, done } = await next;
    if (done) break;
    next = pages.next();
    // A failure is handled when `next` is awaited.
    next.catch(() => {});
    await count(ctx, tally, { place, fields, ...value });
  }
  const { byName, ...counts } = tally;
  return {
    dataSets: found.sets.length,
    records: found.records,
    isSampled: tally.examined < found.records,
    ...counts,
    fields: [...byName].map(([name, of]) => ({ name, ...of })),
  };
}

type Page = { set: MappedSet; page: SamplePage };

/** A page of each data set in turn, until all are read or the time is over. */
async function* readPages(
  ctx: PreviewContext,
  { accountId, sets, until }: { accountId: string; sets: readonly MappedSet[]; until: number },
): AsyncGenerator<Page, void> {
  for (let round = sets.map((set) => ({ set, after: '' })); round.length > 0; ) {
    const unfinished: typeof round = [];
    for (const { set, after } of round) {
      if (ctx.clock.nowMs() >= until) return;
      const page = await readSamples(ctx, accountId, set, { after });
      if (page.last !== null) unfinished.push({ set, after: page.last });
      yield { set, page };
    }
    round = unfinished;
  }
}

type Tally = Pick<Preview, 'examined' | 'changed' | 'unreadable' | 'withoutSource' | 'examples'> & {
  byName: Map<string, FieldCounts>;
};

const newTally = (fields: readonly CustomField[]): Tally => ({
  ...{ examined: 0, changed: 0, unreadable: 0, withoutSource: 0, examples: [] },
  byName: new Map(fields.map(({ name }) => [name, noCounts()])),
});

async function count(
  { registry }: PreviewContext,
  tally: Tally,
  { place, fields, set, page }: Page & { place: MappingPlace; fields: readonly CustomField[] },
): Promise<void> {
  const { samples, withoutSource } = page;
  tally.examined += samples.length + withoutSource;
  tally.withoutSource += withoutSource;
  if (samples.length === 0) return;
  const changes = await registry.compareCustom(place.platformKey, {
    ...{ records: samples, fields, examplesMax: examplesMax - tally.examples.length },
  });
  tally.changed += changes.changed;
  for (const [name, { changed, present, unreadable }] of changes.fields) {
    const of = tally.byName.get(name) ?? noCounts();
    tally.byName.set(name, of);
    of.changed += changed;
    of.present += present;
    of.unreadable += unreadable;
    tally.unreadable += unreadable;
  }
  const { companyId, connectionId } = set;
  for (const { at, before, after } of changes.examples) {
    const id = samples[at]?.id ?? '';
    tally.examples.push({ companyId, connectionId, id, before: rawValues(before), after: rawValues(after) });
  }
}

const rawValues = (text: string) => parseCustom(text) as Preview['examples'][number]['before'];
