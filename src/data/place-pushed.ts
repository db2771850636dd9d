import type { Counts } from './write-page.ts';

/**
 * How the result of a push stands between what readers see of the record and what a sync has written of it into a
 * generation that is not yet published. The sync's version stays and follows the pushed one. What it will count as may
 * become another, so that at its publication the totals are exact:
 *
 * | push | readers see | the sync has | is published as | the sync's counts |
 * |---|---|---|---|---|
 * | kept | nothing | nothing | added | |
 * | kept | nothing | it | added | its addition becomes an update |
 * | kept | nothing | it, deleted | added | its addition is none; its deletion remains |
 * | kept | it | anything | updated | |
 * | kept | it, deleted | nothing | updated | |
 * | kept | it, deleted | it | updated | it no longer brings it back |
 * | kept | it, deleted | it, deleted | updated | its update becomes a deletion |
 * | deleted | it | nothing | deleted | |
 * | deleted | it | it | deleted | its update brings it back, until the next sync tells |
 * | deleted | it | it, deleted | deleted | its deletion becomes an update |
 * | deleted | nothing, or it, deleted | anything | not at all | |
 */
export type Standing = 'none' | 'there' | 'deleted';

export type Placed = {
  change: 'a' | 'u' | 'd';
  /** What the counts of the generation that is being written change by. */
  correction: Omit<Counts, 'unchanged'>;
  /** The sync's version says "added", and is an update now. */
  isNoLongerAdded: boolean;
};

export function placePushed(push: { isDeleted: boolean; visible: Standing; written: Standing }): Placed | undefined {
  const { isDeleted, visible, written } = push;
  const placed = (change: Placed['change'], correction: Partial<Placed['correction']> = {}): Placed => ({
    change,
    correction: { added: 0, updated: 0, deleted: 0, restored: 0, ...correction },
    isNoLongerAdded: visible === 'none' && written === 'there',
  });
  if (isDeleted) {
    if (visible !== 'there') return undefined;
    if (written === 'there') return placed('d', { restored: 1 });
    return written === 'deleted' ? placed('d', { deleted: -1, updated: 1 }) : placed('d');
  }
  if (visible === 'none') {
    if (written === 'there') return placed('a', { added: -1, updated: 1 });
    return written === 'deleted' ? placed('a', { added: -1 }) : placed('a');
  }
  if (visible === 'deleted') {
    if (written === 'there') return placed('u', { restored: -1 });
    return written === 'deleted' ? placed('u', { deleted: 1, updated: -1 }) : placed('u');
  }
  return placed('u');
}
