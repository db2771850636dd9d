import type { Static } from 'typebox';
import type { Clock } from '../base/clock.ts';
import type { CustomField, CustomValues } from '../connectors/custom-fields.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db } from '../db/db.ts';
import { exactly, findMappedSets, type MappedSet, readSamples, type Sample } from './read-samples.ts';
import type { MappingPlace } from './store.ts';
import type { MappingInput, MappingPreview } from './wire.ts';

export type PreviewContext = { db: Db; clock: Clock; registry: Registry };
type Preview = Static<typeof MappingPreview>;

/** A preview examines at most so many records, and begins no further page after so long. */
const recordsMax = 10_000;
const withinMs = 5000;
const atOnce = 500;
const examplesMax = 10;

/**
 * What a mapping would change, computed from stored sources: nothing is written, and the platform is not called. The
 * sources are read by a connector thread. Large data sets are examined in part, each data set from its beginning.
 */
export async function previewMapping(
  ctx: PreviewContext,
  accountId: string,
  place: MappingPlace,
  { fields }: MappingInput,
): Promise<Preview> {
  const found = await findMappedSets(ctx, accountId, place);
  const until = ctx.clock.nowMs() + withinMs;
  const tally = newTally(fields);
  const share = Math.max(atOnce, Math.ceil(recordsMax / Math.max(1, found.sets.length)));
  for (const set of found.sets) {
    let [after, left]: [string | undefined, number] = ['', Math.min(share, recordsMax - tally.examined)];
    while (after !== undefined && left > 0 && ctx.clock.nowMs() < until) {
      const page = await readSamples(ctx, accountId, set, { after, limit: Math.min(left, atOnce) });
      await count(ctx, tally, { place, set, fields, samples: page.samples });
      left -= page.samples.length;
      after = page.last;
    }
  }
  const { byName, ...counts } = tally;
  return {
    dataSets: found.count,
    records: found.records,
    isSampled: tally.examined < found.records,
    ...counts,
    fields: [...byName].map(([name, of]) => ({ name, ...of })),
  };
}

type Counts = { changed: number; present: number; unreadable: number };
type Tally = Pick<Preview, 'examined' | 'changed' | 'unreadable' | 'withoutSource' | 'examples'> & {
  byName: Map<string, Counts>;
};

const none = (): Counts => ({ changed: 0, present: 0, unreadable: 0 });

const newTally = (fields: readonly CustomField[]): Tally => ({
  ...{ examined: 0, changed: 0, unreadable: 0, withoutSource: 0, examples: [] },
  byName: new Map(fields.map(({ name }) => [name, none()])),
});

async function count(
  { registry }: PreviewContext,
  tally: Tally,
  given: { place: MappingPlace; set: MappedSet; fields: readonly CustomField[]; samples: readonly Sample[] },
): Promise<void> {
  const samples = given.samples.filter(({ source }) => source !== null);
  tally.examined += given.samples.length;
  tally.withoutSource += given.samples.length - samples.length;
  if (samples.length === 0) return;
  const sources = samples.map(({ source }) => source ?? '');
  const results = await registry.readCustom(given.place.platformKey, { sources, fields: given.fields });
  for (const [at, { id, before }] of samples.entries()) {
    const { values = '{}', unreadable = [] } = results[at] ?? {};
    const after = JSON.parse(values, exactly as never) as CustomValues;
    for (const name of Object.keys(after)) of(tally, name).present++;
    for (const name of unreadable) of(tally, name).unreadable++;
    tally.unreadable += unreadable.length;
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    for (const name of changed) of(tally, name).changed++;
    if (changed.length === 0) continue;
    tally.changed++;
    const { companyId, connectionId } = given.set;
    if (tally.examples.length < examplesMax)
      tally.examples.push({ companyId, connectionId, id, before: only(before, changed), after: only(after, changed) });
  }
}

function of({ byName }: Tally, name: string): Counts {
  const found = byName.get(name) ?? none();
  byName.set(name, found);
  return found;
}

/** Numbers get their own text again (read-samples.ts). */
function only(values: CustomValues, names: readonly string[]) {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, shown(values[name])]),
  );
}

type Shown = string | number | boolean;
const json = JSON as unknown as { rawJSON(text: string): unknown };
const shown = (value: unknown): Shown =>
  (typeof value === 'object' ? json.rawJSON((value as { number: string }).number) : value) as Shown;
