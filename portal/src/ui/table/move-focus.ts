import type { KeyboardEvent } from 'react';

const keys: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** In a list, the arrow keys move between the links of the rows; Enter opens the link, as always. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const next = keys[event.key];
  const inField = (event.target as Element).closest('input, select, textarea, [role=menu], [role=combobox]');
  if (!next || inField || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll('tbody tr, li.card')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button') ?? [],
  );
  if (links.length === 0) return;
  const place = links.findIndex((link) => link.closest('tr, li.card')?.contains(document.activeElement));
  event.preventDefault();
  links[next(place, links.length - 1)]?.focus();
}
