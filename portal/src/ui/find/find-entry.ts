import type { ComponentType } from 'react';

/** A line of the search dialog: something that opens a page or does something. */
export type FindEntry = {
  id: string;
  label: string;
  note?: string | undefined;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Where it leads; `search` are the URL parameters. Absent for an action that opens no page. */
  to?: string;
  search?: Record<string, string>;
  run?: () => void;
};
export type FindGroup = { title: string; entries: FindEntry[] };

/** Ignores case and accents, as the service does. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The entries whose label contains every word of the text; labels that begin with the text come first. */
export function matching(entries: readonly FindEntry[], text: string): FindEntry[] {
  const folded = fold(text.trim());
  const words = folded.split(/\s+/);
  const rank = ({ label }: FindEntry) => (fold(label).startsWith(folded) ? 0 : 1);
  return entries
    .filter(({ label }) => words.every((word) => fold(label).includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}
