import { failedStates } from '../db/sync-states.ts';
import type { SyncState } from '../db/tables.ts';

/** Counts the syncs that this process has ended, for metrics. */
export type SyncsEnded = {
  note(platform: string, status: SyncState): void;
  counts(): { platform: string; status: string; count: number }[];
};

/**
 * These counts exist from the start, with the value 0. Otherwise, Prometheus would not see the first failure of a
 * platform as an increase.
 */
const always = ['Complete', ...failedStates] as const;

export function createSyncsEnded(platforms: readonly string[]): SyncsEnded {
  const zeros = () => new Map<string, number>(always.map((one) => [one, 0]));
  const byPlatform = new Map(platforms.map((platform) => [platform, zeros()]));
  return {
    note(platform, status) {
      const counts = byPlatform.get(platform) ?? zeros();
      counts.set(status, (counts.get(status) ?? 0) + 1);
      byPlatform.set(platform, counts);
    },
    counts: () =>
      [...byPlatform].flatMap(([platform, counts]) =>
        [...counts].map(([status, count]) => ({ platform, status, count })),
      ),
  };
}
