/**
 * Views that a person has saved: the name and the URL parameters of a list (filter, order, columns, period). They are
 * kept in this browser, for each account and list; the URL of a view can be sent to others.
 */
export type SavedView = { name: string; search: Record<string, string> };

const viewsMax = 50;
/** What belongs to a moment and not to a view. */
const passing = ['page', 'record', 'create'];
const keyOf = (accountId: string, place: string) => `daybook.views.${accountId}.${place}`;

export function readViews(accountId: string, place: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, place)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** A view with the same name is replaced. */
export function addView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name)).slice(0, viewsMax);
}

export function writeViews(accountId: string, place: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(keyOf(accountId, place), JSON.stringify(views));
  } catch {
    // A browser without storage keeps no views.
  }
}

/** The parameters of the URL that make up the view. */
export function viewOf(address: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (value && !passing.includes(name) ? [[name, value]] : [])),
  );
}

export function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<SavedView> | null;
  if (typeof view?.name !== 'string' || typeof view.search !== 'object' || view.search === null) return false;
  return Object.values(view.search).every((text) => typeof text === 'string');
}
