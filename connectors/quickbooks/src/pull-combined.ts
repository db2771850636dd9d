import { CursorTooOld, type Pull, type PulledPage } from '@daybook/connector-kit';
import { createPull, type PullSettings, type Source } from './pull-records.ts';

/** The id of a record in a data set of several entities: each entity has ids of its own. */
export const combinedId = (entity: string, id: string) => `${entity.toLowerCase()}-${id}`;

/**
 * Reads several entities into one data set, one entity after the other. `resumeAt` has the form `AT|CURSOR|INNER`: the
 * entity at which the pass continues, the cursor with which it will end, and the position inside the entity. A pass
 * ends with the cursor of its first entity, so that it misses no change of the others.
 */
export function combinedPull(settings: PullSettings, sources: readonly Source[]): Pull {
  const pulls = sources.map((source) => createPull(settings, source));
  return async function* pull({ resumeAt, ...input }) {
    const place = readPlace(resumeAt, sources.length);
    let { cursor } = place;
    let inner = place.inner;
    for (const [at, source] of sources.entries()) {
      if (at < place.at) continue;
      const isLast = at === sources.length - 1;
      for await (const page of pulls[at]?.({ ...input, ...(inner !== undefined && { resumeAt: inner }) }) ?? []) {
        cursor ??= page.cursor;
        const next =
          page.resumeAt === null ? (isLast ? null : `${at + 1}|${cursor}|`) : `${at}|${cursor}|${page.resumeAt}`;
        yield { records: named(page, source.entity), resumeAt: next, ...(cursor !== undefined && { cursor }) };
      }
      inner = undefined;
    }
  };
}

const named = ({ records }: PulledPage, entity: string) =>
  records.map((record) => ({ ...record, id: combinedId(entity, record.id) }));

type Place = { at: number; cursor: string | undefined; inner: string | undefined };

function readPlace(resumeAt: string | undefined, count: number): Place {
  if (resumeAt === undefined) return { at: 0, cursor: undefined, inner: undefined };
  const [, at, cursor, inner] = /^(\d+)\|([^|]+)\|(.*)$/.exec(resumeAt) ?? [];
  if (cursor === undefined || Number(at) >= count) throw new CursorTooOld('Unknown resume position.');
  return { at: Number(at), cursor, inner: inner || undefined };
}
