import { sql } from 'kysely';
import type { Finding } from '../wire.ts';
import { type Candidate, inSet, type Outcome } from './check-kind.ts';

export type Sample = { isNew: boolean; recordId: string; source: string };

const [newMin, newMax, beforeMin, beforeMax] = [10, 40, 10, 100];
/** A field that had a value in this part of the records is expected to have one. */
const usualPart = 0.98;
const otherPart = 0.8;
/** A finding is the new normal after this time. */
const keptMs = 30 * 86_400_000;

/** The newest records (those since the last check, at least ten), and those before them, by the index on generations. */
export const readSamples = (of: Candidate) => sql<Sample>`with fresh as materialized (
    select r.record_id, r.gen_from, r.source, row_number() over (order by r.gen_from desc, r.record_id desc) as place
    from (select * from record r where ${inSet(of)} and r.gen_from > 0 and r.gen_to is null and r.change <> 'd'
      and r.source is not null order by r.gen_from desc, r.record_id desc limit ${newMax}) r
  ), newest as materialized (select * from fresh where gen_from > ${of.since}::int or place <= ${newMin}),
  older as (
    select r.record_id, r.source from record r where ${inSet(of)} and r.gen_from > 0 and r.change <> 'd' and r.source is not null
      and r.gen_from < (select min(gen_from) from newest)
    order by r.gen_from desc, r.record_id desc limit ${beforeMax}
  )
  select true as "isNew", record_id as "recordId", source from newest
  union all select false, record_id, source from older`;

/** Compares the fields of the newest records with those of the records before. A pure function. */
export function compareSources(
  samples: readonly Sample[],
  { at, previous = [] }: { at: Date; previous?: readonly Finding[] },
): Outcome {
  const parsed = samples.flatMap(({ isNew, recordId, source }) => {
    const fields = fieldsOf(source);
    return fields ? [{ isNew, recordId, fields }] : [];
  });
  const [now, before] = [true, false].map((isNew) => parsed.filter((one) => one.isNew === isNew));
  if (!now || !before || now.length < newMin || before.length < beforeMin) return { found: 0, records: [] };
  const recordId = now[0]?.recordId;
  const found = new Map<string, Finding>();
  for (const path of new Set(before.flatMap(({ fields }) => [...fields.keys()]))) {
    const [usual, part] = mostFrequent(before, path);
    if (usual === undefined || part < usualPart) continue;
    const present = now.filter(({ fields }) => fields.has(path));
    const others = present.filter(({ fields }) => !fields.get(path)?.has(usual));
    const message = messageOf({ path, usual, present: present.length, others: others.length, now });
    if (message) found.set(path, { message, path, since: at.toISOString(), ...(recordId && { recordId }) });
  }
  // What was found before stays as long as no new record has the field in its earlier form.
  for (const finding of previous) {
    const { path = '', since = '' } = finding;
    const usual = /is no longer (\w+)/.exec(finding.message)?.[1];
    const isBack = now.some(({ fields }) => (usual ? fields.get(path)?.has(usual) : fields.has(path)));
    if (!isBack && at.getTime() - Date.parse(since) < keptMs) found.set(path, finding);
  }
  const records = [...found.values()];
  return { found: records.length, records: records.slice(0, 50) };
}

function messageOf(of: { path: string; usual: string; present: number; others: number; now: readonly unknown[] }) {
  if (of.present === 0) return `${of.path} is missing in all new records.`;
  const isOther = of.others >= newMin / 2 && of.others >= otherPart * of.present;
  return isOther ? `${of.path} is no longer ${of.usual}.` : undefined;
}

type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function mostFrequent(records: readonly { fields: Fields }[], path: string): [string | undefined, number] {
  const counts = new Map<string, number>();
  for (const { fields } of records)
    for (const type of fields.get(path) ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return [best?.[0], (best?.[1] ?? 0) / records.length];
}

const depthMax = 4;
const elementsMax = 5;

/** The types of all fields of a record, by path. A field that is null counts as missing. */
function fieldsOf(source: string): Fields | undefined {
  const fields = new Map<string, Set<string>>();
  const add = (value: unknown, path: string, depth: number): void => {
    if (value === null || value === undefined) return;
    const type = Array.isArray(value) ? 'list' : typeof value;
    if (path) fields.set(path, (fields.get(path) ?? new Set()).add(type));
    if (depth === depthMax || typeof value !== 'object') return;
    if (Array.isArray(value)) for (const element of value.slice(0, elementsMax)) add(element, `${path}[]`, depth + 1);
    else for (const [name, inner] of Object.entries(value)) add(inner, path ? `${path}.${name}` : name, depth + 1);
  };
  try {
    add(JSON.parse(source), '', 0);
    return fields;
  } catch {
    return undefined;
  }
}
