import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table that scrolls sideways on small screens and can be reached by keyboard. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <Table aria-label={label}>{children}</Table>
    </section>
  );
}
