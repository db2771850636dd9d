import type { FromSource, Pull, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld } from '@daybook/connector-kit';
import type { Access } from './request-fava.ts';

/** Values that all data types of this connector need. */
export type FavaShared = { pageSize: number };

/** Fava sends the whole ledger at once. So every pass reads everything, and every cursor is the same. */
const cursor = 'all';

/** Splits the records into pages in the order of their ids, so that a pass can be resumed after a change. */
export function createPull(read: (access: Access) => Promise<PulledRecord[]>, pageSize: number): Pull {
  return async function* pull({ http, credentials, resumeAt, cursor: from }) {
    const after = resumeAt === undefined ? undefined : afterOf(resumeAt);
    if (from !== undefined && from !== cursor) throw notOurs();
    const all = (await read({ http, credentials })).sort((left, right) => (left.id < right.id ? -1 : 1));
    const rest = after === undefined ? all : all.filter(({ id }) => id > after);
    for (let at = 0; ; at += pageSize) {
      const records = rest.slice(at, at + pageSize);
      const isLast = at + pageSize >= rest.length;
      yield { records, resumeAt: isLast ? null : `after:${records.at(-1)?.id}`, cursor, total: all.length };
      if (isLast) return;
    }
  };
}

function afterOf(resumeAt: string): string {
  if (!resumeAt.startsWith('after:')) throw notOurs();
  return resumeAt.slice('after:'.length);
}

const notOurs = () => new CursorTooOld('Unknown cursor or resume position.');

/** A record whose text is all that its mapping depends on. */
export const recordOf = <Source extends object>(
  id: string,
  source: Source,
  map: (source: Source) => object,
): PulledRecord => ({ id, record: () => map(source), source: JSON.stringify(source) });

/** Reads a record from its stored text, without requests. Numbers are texts there, so no digit is lost. */
export const fromSourceBy =
  <Source extends object>(map: (source: Source) => object): FromSource =>
  (text) =>
    recordOf('', JSON.parse(text) as Source, map);
