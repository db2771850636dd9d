import { CursorTooOld, type Pull, type PulledPage, type PulledRecord } from '@daybook/connector-kit';
import { countAll, createPull, type PullSettings, type Source } from './pull-records.ts';

/** The id of a record in a data set of several entities: each entity has ids of its own. */
export const combinedId = (entity: string, id: string) => `${entity.toLowerCase()}-${id}`;

/** An entity of a data set with several. The first one of some data sets keeps its bare ids. */
export type Part = Source & { hasBareIds?: true };

/**
 * Reads several entities into one data set, one entity after the other. A cursor has the form `TIME ENTITIES`, so that a
 * data set that has got another entity is read again from the beginning. `resumeAt` has the form `AT|TIME|INNER`: the
 * entity at which the pass continues, the time of the cursor with which it will end, and the position inside the entity.
 * A pass ends with the time of its first entity, so that it misses no change of the others.
 */
export function combinedPull(settings: PullSettings, parts: readonly Part[]): Pull {
  const pulls = parts.map((part) => createPull(settings, part));
  const entities = parts.map(({ entity }) => entity).join('+');
  return async function* pull({ cursor, resumeAt, ...input }) {
    const since = cursor === undefined ? undefined : timeIn(cursor, entities);
    const place = readPlace(resumeAt, parts.length);
    let { time, inner } = place;
    const counts: (number | undefined)[] = [];
    let earlier = 0;
    for (const [at, part] of parts.entries()) {
      if (at < place.at) continue;
      const isLast = at === parts.length - 1;
      let own = 0;
      const asked = { ...input, ...(since !== undefined && { cursor: since }) };
      for await (const page of pulls[at]?.({ ...asked, ...(inner !== undefined && { resumeAt: inner }) }) ?? []) {
        time ??= page.cursor;
        // Further requests only for a list of several pages, as of a single entity.
        if (at === 0 && page.total !== undefined && counts.length === 0)
          for (const one of parts) counts.push(one === part ? 0 : await countAll(settings, input, one));
        own += page.records.length;
        const isPartOver = page.resumeAt === null;
        const ofPart = isPartOver ? own : (page.total ?? counts[at]);
        const total = counts.length > 0 ? sumOf([earlier, ofPart, ...counts.slice(at + 1)]) : undefined;
        const next = isPartOver ? (isLast ? null : `${at + 1}|${time}|`) : `${at}|${time}|${page.resumeAt}`;
        yield {
          ...{ records: named(page, part), resumeAt: next, cursor: `${time} ${entities}` },
          ...(total !== undefined && { total }),
        };
      }
      earlier += own;
      inner = undefined;
    }
  };
}

const named = ({ records }: PulledPage, part: Part): PulledRecord[] =>
  part.hasBareIds ? records : records.map((record) => ({ ...record, id: combinedId(part.entity, record.id) }));

/** Undefined if one of the numbers is unknown. */
const sumOf = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0 as number | undefined,
  );

function timeIn(cursor: string, entities: string): string {
  const [time = '', read] = cursor.split(' ');
  if (read !== entities) throw new CursorTooOld('The data set has consisted of other entities until now.');
  return time;
}

type Place = { at: number; time: string | undefined; inner: string | undefined };

function readPlace(resumeAt: string | undefined, count: number): Place {
  if (resumeAt === undefined) return { at: 0, time: undefined, inner: undefined };
  const [, at, time, inner] = /^(\d+)\|([^|]+)\|(.*)$/.exec(resumeAt) ?? [];
  if (time === undefined || Number(at) >= count) throw new CursorTooOld('Unknown resume position.');
  return { at: Number(at), time, inner: inner || undefined };
}
