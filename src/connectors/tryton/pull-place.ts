import { CursorTooOld } from '../provider-errors.ts';

/**
 * Where a pass stands. `positionMs`: the server's time when the pass began, where the next incremental pass begins.
 * `sinceMs`: where this one began, if it is incremental. A cursor is the position alone; `resumeAt` has everything.
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

const notOurs = () => new CursorTooOld('The place to go on from is not one of ours.');

export const placeText = ({ sinceMs, positionMs, after }: PullPlace) => `${sinceMs ?? ''}:${positionMs ?? 0}:${after}`;
