import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A plain table that is wider than a small screen: it scrolls by itself, and the keyboard reaches it. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <Table aria-label={label}>{children}</Table>
    </section>
  );
}
