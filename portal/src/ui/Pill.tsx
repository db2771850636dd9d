import type { Tone } from './state-words.ts';
import './pill.css';

/** A status in a coloured pill, with the status as a word. */
export function Pill({ tone, label, title }: { tone: Tone; label: string; title?: string }) {
  return (
    <span className={`pill pill-${tone}`} title={title}>
      {label}
    </span>
  );
}
