import { Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Order } from './list-input.ts';
import { moveFocus } from './move-focus.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field that the service sorts by; absent if the column cannot be sorted. */
  orderBy?: string;
  /** Whether the column is hidden by default. Used only in lists in which people can choose the columns. */
  isHidden?: boolean;
  /** Whether the header is invisible and only read by screen readers. */
  isHeaderHidden?: boolean;
  align?: 'right';
  className?: string;
};

type RowTableProps<Row> = {
  /** The accessible name of the table, such as "Companies". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /**
   * If set, narrow screens show a card for each row. `true`: the card shows all columns with their headers. Function:
   * the card shows what the function returns.
   */
  cards?: boolean | ((row: Row) => ReactNode);
  /** The current sort order, and the function that is called when a person clicks a header. */
  sorting?: { order: readonly Order[]; onSort: (field: string) => void };
  hasHead?: boolean;
  isBusy?: boolean;
  highlightOnHover?: boolean;
  /** The arrow keys move between the rows. */
  isList?: boolean;
  className?: string;
};

/**
 * Used for every table of the portal. Shows rows with typed columns, scrolls sideways and can be reached by keyboard.
 */
export function RowTable<Row>({ label, columns, rows, rowKey, cards = false, ...props }: RowTableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  if (cards && isNarrow)
    return (
      <ul className="cards" aria-label={label} onKeyDown={props.isList ? moveFocus : undefined}>
        {rows.map((row) => (
          <li key={rowKey(row)} className="card">
            {cards === true ? <Card columns={columns} row={row} /> : cards(row)}
          </li>
        ))}
      </ul>
    );
  const { sorting, hasHead = true, isBusy, highlightOnHover, className } = props;
  return (
    <section
      className={`table-scroll ${className ?? ''}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={props.isList ? moveFocus : undefined}
    >
      <Table highlightOnHover={highlightOnHover} aria-label={label} aria-busy={isBusy}>
        {hasHead && (
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.id} ta={column.align} className={column.className}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Card<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

type HeadCellProps<Row> = { column: Column<Row>; sorting: RowTableProps<Row>['sorting'] };

function HeadCell<Row>({ column: { orderBy, header, align, isHeaderHidden }, sorting }: HeadCellProps<Row>) {
  if (!orderBy || !sorting)
    return <Table.Th ta={align}>{isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}</Table.Th>;
  const now = sorting.order.find(({ id }) => id === orderBy);
  const direction = now ? (now.desc ? 'descending' : 'ascending') : 'none';
  return (
    <Table.Th ta={align} aria-sort={direction}>
      <button type="button" className="sort-button" onClick={() => sorting.onSort(orderBy)}>
        {header}
        {now && (now.desc ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
      </button>
    </Table.Th>
  );
}
