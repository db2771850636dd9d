import type { ReactNode } from 'react';

/** A table of figures, which scrolls sideways on a narrow screen. */
export function FigureTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="table-scroll statement-scroll" aria-label={label} tabIndex={0}>
      <table className="statement" aria-label={label}>
        {children}
      </table>
    </section>
  );
}
