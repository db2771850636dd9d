import type { SyncToRun } from '../store.ts';

export type PlannedMapping = {
  mapping: string;
  mappingBefore: string | null;
  /** The record after which records are to be computed again: '' before the first one, null if none are. */
  remapAt: string | null;
  /** True if this run is the first one that writes records of another mapping than the data set has. */
  isBegun: boolean;
};

type Known = Pick<SyncToRun, 'mapping' | 'remap_at' | 'set_mapping' | 'published_generation' | 'pages'>;

/**
 * Decides whether a run must compute the stored records again before it fetches or publishes. It must if they were
 * computed with another mapping, or if an earlier run of the same sync has stored pages with another mapping.
 */
export function planMapping(
  sync: Known,
  { mapping, canRemap }: { mapping: string; canRemap: boolean },
): PlannedMapping {
  const isResumed = sync.mapping === mapping;
  const hasOldPages = sync.pages > 0 && !isResumed;
  const isOld = sync.published_generation > 0 && sync.set_mapping !== mapping;
  const mappingBefore = hasOldPages ? null : sync.published_generation === 0 ? mapping : sync.set_mapping;
  if (!canRemap) return { mapping, mappingBefore, remapAt: null, isBegun: false };
  const remapAt = isResumed ? sync.remap_at : isOld || hasOldPages ? '' : null;
  return { mapping, mappingBefore, remapAt, isBegun: !isResumed && isOld };
}
