export const dayMs = 86_400_000;
export const daysShown = 30;

type Run = { connectionId: string; dataType: string; checkedAt: string; isHeld: boolean; found: number };

/**
 * How many problems the checks had found in the published states at the end of each day (UTC), the last one being
 * today. Held generations are left out, because readers do not see them. Days before the first result have none.
 */
export function problemsByDay(runs: readonly Run[], nowMs: number): { at: string; problems: number }[] {
  const published = runs.filter(({ isHeld }) => !isHeld).toSorted((a, b) => (a.checkedAt < b.checkedAt ? -1 : 1));
  if (published.length === 0) return [];
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const latest = new Map<string, number>();
  let next = 0;
  return Array.from({ length: daysShown }, (_, place) => {
    const at = today - (daysShown - 1 - place) * dayMs;
    for (; next < published.length; next++) {
      const run = published[next];
      if (!run || Date.parse(run.checkedAt) >= at + dayMs) break;
      latest.set(`${run.connectionId} ${run.dataType}`, run.found);
    }
    return { at: new Date(at).toISOString(), problems: [...latest.values()].reduce((sum, found) => sum + found, 0) };
  });
}
