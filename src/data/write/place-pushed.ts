import type { Counts } from './write-page.ts';

/**
 * The result of a push is inserted between the version that readers see and the version that a sync has written into an
 * unpublished generation. The sync's version stays and follows the pushed version, but it may now count differently,
 * for example as an update instead of an addition. The corrections below keep the totals exact when the sync publishes.
 * "Live" means present and not deleted.
 *
 * | push result | readers see | the sync has written | push published as | correction of the sync's counts |
 * |---|---|---|---|---|
 * | live | nothing | nothing | added | |
 * | live | nothing | live | added | its addition becomes an update |
 * | live | nothing | deleted | added | its addition is dropped; its deletion stays |
 * | live | live | anything | updated | |
 * | live | deleted | nothing | updated | |
 * | live | deleted | live | updated | it no longer counts as restored |
 * | live | deleted | deleted | updated | its update becomes a deletion |
 * | deleted | live | nothing | deleted | |
 * | deleted | live | live | deleted | its update counts as restored, until the next sync corrects it |
 * | deleted | live | deleted | deleted | its deletion becomes an update |
 * | deleted | nothing or deleted | anything | not published | |
 */
export type Standing = 'none' | 'there' | 'deleted';

export type Placed = {
  change: 'a' | 'u' | 'd';
  /** These numbers are added to the counts of the generation that is being written. */
  correction: Omit<Counts, 'unchanged' | 'remapped' | 'unreadable'>;
  /** True if the sync's version is marked "added" and must become an update. */
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
