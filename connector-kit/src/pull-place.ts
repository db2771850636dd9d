import { CursorTooOld } from './provider-errors.ts';

/**
 * The position of a pass over records that are read in order of id and filtered by their modification date.
 * `positionMs` is the server's time when this pass began; the next incremental pass reads from
 * that time. `sinceMs` is the time from which this pass reads, or undefined for a full pass. `after` is the last id
 * that was read. A cursor contains only `positionMs`. `resumeAt` contains all three values.
 */
export type PullPlace = { sinceMs: number | undefined; positionMs: number | undefined; after: number };

export function readPlace(cursor: string | undefined, resumeAt: string | undefined): PullPlace {
  if (resumeAt !== undefined) {
    const [, since, position, after] = /^(\d*):(\d+):(\d+)$/.exec(resumeAt) ?? [];
    if (position === undefined) throw notOurs();
    return { sinceMs: since ? Number(since) : undefined, positionMs: Number(position), after: Number(after) };
  }
  if (cursor === undefined) return { sinceMs: undefined, positionMs: undefined, after: 0 };
  if (!/^\d{1,15}$/.test(cursor)) throw notOurs();
  return { sinceMs: Number(cursor), positionMs: undefined, after: 0 };
}

const notOurs = () => new CursorTooOld('Unknown cursor or resume position.');

export const placeText = ({ sinceMs, positionMs, after }: PullPlace) => `${sinceMs ?? ''}:${positionMs ?? 0}:${after}`;
