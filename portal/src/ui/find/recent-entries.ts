/** What the person opened last by the search, kept in this browser for each account. */
export type Recent = {
  id: string;
  label: string;
  note?: string | undefined;
  to: string;
  search?: Record<string, string>;
};

const recentMax = 5;
const keyOf = (accountId: string) => `daybook.recent.${accountId}`;

export function readRecent(accountId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

export function addRecent(accountId: string, { id, label, note, to, search }: Recent): void {
  const others = readRecent(accountId).filter((known) => known.id !== id);
  const entries = [{ id, label, note, to, search }, ...others].slice(0, recentMax);
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(entries));
  } catch {
    // A browser without storage has no recent entries.
  }
}

function isRecent(value: unknown): value is Recent {
  const entry = value as Partial<Recent> | null;
  return typeof entry?.id === 'string' && typeof entry.label === 'string' && entry.to?.startsWith('/') === true;
}
