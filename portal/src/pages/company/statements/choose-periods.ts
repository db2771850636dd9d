import type { Period } from './build-statement.ts';

const countDefault = 4;

/** How many periods can be shown side by side. */
export function periodCounts(all: number): number[] {
  const usual = [1, 2, 3, 4, 6, 12, 24, 60].filter((count) => count < all);
  return [...usual, all];
}

type Address = Record<string, string | undefined>;
type Chosen = { shown: number[]; compared: { from: number; to: number } | undefined };

/**
 * Reads from the URL which periods are shown and which two are compared. Without a choice the newest period is compared
 * with the one before it. Periods in different currencies are not compared. `first`: how many periods are shown without
 * a choice.
 */
export function choosePeriods(periods: readonly Period[], address: Address, first = countDefault): Chosen {
  const asked = Number(address.periods);
  const count = Number.isInteger(asked) && asked > 0 ? asked : first;
  const shown = periods.map((_, at) => at).slice(0, count);
  const to = placeOf(periods, address.compare) ?? 0;
  const from = placeOf(periods, address.with) ?? (to + 1 < periods.length ? to + 1 : undefined);
  const isSame = from !== undefined && periods[from]?.currency === periods[to]?.currency;
  return { shown, compared: isSame ? { from, to } : undefined };
}

function placeOf(periods: readonly Period[], id: string | undefined): number | undefined {
  const at = periods.findIndex((period) => period.id === id);
  return at === -1 ? undefined : at;
}
