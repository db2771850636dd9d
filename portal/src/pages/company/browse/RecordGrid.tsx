import { Skeleton, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { elementScroll, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/company.ts';
import type { Order } from '../../../ui/table/list-input.ts';
import { OverduePill } from '../records/documents/OverduePill.tsx';
import { overdueDays } from '../records/documents/overdue.ts';
import { FieldValue, fieldText } from '../records/FieldValue.tsx';
import { type FieldKind, isFigure, kindOfField } from '../records/field-kind.ts';
import { fieldWord } from '../records/field-words.ts';
import { scrollRatio } from './paging-window.ts';
import { type Shape, valueAt } from './record-fields.ts';
import type { DataRecord, useRecordWindow } from './use-record-window.ts';

export type GridHandle = { goTo: (row: number) => void };

type RecordGridProps = {
  ref: Ref<GridHandle>;
  label: string;
  companyId: string;
  dataType: string;
  records: ReturnType<typeof useRecordWindow>;
  columns: string[];
  shapes: Shape[];
  order: Order | undefined;
  onOrder: (path: string) => void;
  onOpen: (id: string) => void;
};

const rowHeight = 34;
const viewHeight = 560;

/**
 * A virtual table. The document contains only the visible rows, even if the list has millions of rows. The table uses
 * ARIA roles, because the rows of an HTML table cannot be positioned absolutely.
 */
export function RecordGrid({ ref, label, records, columns, shapes, order, onOrder, onOpen, ...of }: RecordGridProps) {
  const kinds = useMemo(() => new Map(shapes.map(({ path, kind }) => [path, kindOfField(path, kind)])), [shapes]);
  const scroller = useRef<HTMLDivElement>(null);
  const { total, show } = records;
  const count = total ?? 0;
  const [{ height, width }, setSize] = useState({ height: viewHeight, width: 1000 });
  // The header is sticky inside the same scroll container, so it takes up one row of the visible height.
  const { drawn, ratio } = scrollRatio({ listHeight: count * rowHeight, viewHeight: height - rowHeight });

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: 0,
    // In very long lists, one pixel of the scrollbar stands for several pixels of the list.
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => tell(offset * ratioOf(instance), isScrolling)),
    scrollToFn: (offset, options, instance) => elementScroll(offset / ratioOf(instance), options, instance),
  });
  function ratioOf(instance: Virtualizer<HTMLDivElement, Element>): number {
    const visible = (instance.scrollElement?.clientHeight ?? viewHeight) - rowHeight;
    return scrollRatio({ listHeight: instance.options.count * rowHeight, viewHeight: visible }).ratio;
  }
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => show({ first, last }), [show, first, last]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ height: element.clientHeight, width: element.clientWidth }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useImperativeHandle(ref, () => ({ goTo: (row) => goTo(row) }));

  /**
   * Scrolls to a row. The virtualizer's own scrolling does not work for a list that is drawn with a reduced height
   * (`scrollRatio`).
   */
  function goTo(row: number) {
    const wanted = Math.max(0, row * rowHeight - (height - rowHeight) / 2);
    scroller.current?.scrollTo({ top: wanted / ratio });
  }

  const top = virtualizer.scrollOffset ?? 0;
  const inView = { first: Math.floor(top / rowHeight), last: Math.ceil((top + height - rowHeight) / rowHeight) - 1 };
  const shift = top * (1 - 1 / ratio);
  const across = columnWidths(columns, kinds, width);
  const template = across.map((column) => `${column}px`).join(' ');
  const whole = across.reduce((sum, column) => sum + column, 0);
  if (total === 0)
    return (
      <Text size="sm" c="dimmed" py="md">
        {t('noResultsChangeOrClear')}
      </Text>
    );
  return (
    <>
      <div
        ref={scroller}
        className="grid-scroll"
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        tabIndex={0}
      >
        <div className="grid-head" role="rowgroup" style={{ width: whole }}>
          <div role="row" className="grid-row" style={{ gridTemplateColumns: template }}>
            {columns.map((path) => (
              <HeadCell key={path} path={path} kind={kinds.get(path)} order={order} onOrder={onOrder} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="grid-body" style={{ height: drawn, width: whole }}>
          {rows.map(({ index, start }) => (
            <GridRow
              key={index}
              {...of}
              index={index}
              top={start - shift}
              template={template}
              record={records.rowAt(index)}
              columns={columns}
              kinds={kinds}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      <Text size="sm" c="dimmed" role="status">
        {total === undefined ? t('loading') : rangeOf({ first: inView.first, last: inView.last, total })}
      </Text>
    </>
  );
}

/** Formats the range of the visible rows: "Rows 1–16 of 20,000". */
function rangeOf({ first, last, total }: { first: number; last: number; total: number }): string {
  const number = new Intl.NumberFormat(locale());
  return t('rows', {
    first: number.format(first + 1),
    last: number.format(Math.min(last + 1, total)),
    total: number.format(total),
  });
}

type HeadCellProps = Pick<RecordGridProps, 'order' | 'onOrder'> & { path: string; kind: FieldKind | undefined };

function HeadCell({ path, kind, order, onOrder }: HeadCellProps) {
  const isOrder = order?.id === path;
  const direction = isOrder ? (order.desc ? 'descending' : 'ascending') : 'none';
  return (
    <div role="columnheader" aria-sort={direction} className={cellClass(kind)}>
      <button type="button" className="sort-button" onClick={() => onOrder(path)} title={t('sortBy', { path })}>
        {fieldWord(path)}
        {isOrder && (order.desc ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
      </button>
    </div>
  );
}

const cellClass = (kind: FieldKind | undefined) => (kind && isFigure(kind) ? 'grid-cell right' : 'grid-cell');

type GridRowProps = {
  companyId: string;
  dataType: string;
  index: number;
  top: number;
  template: string;
  record: DataRecord | undefined;
  columns: string[];
  kinds: Map<string, FieldKind>;
  onOpen: (id: string) => void;
};

/** Memoized, so that scrolling renders only the rows that come into view. */
const GridRow = memo(function GridRow({ index, top, template, record, columns, kinds, onOpen, ...of }: GridRowProps) {
  const isDeleted = valueAt(record, 'metadata.isDeleted') === true;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={isDeleted ? 'grid-row grid-line deleted' : 'grid-row grid-line'}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      {columns.map((path, place) => {
        const kind = kinds.get(path) ?? 'text';
        const text = record ? fieldText(record, path, kind) : '';
        return (
          <div key={path} role="cell" className={cellClass(kind)} title={text}>
            {!record && <Skeleton height={12} width="70%" />}
            {record && place === 0 && (
              <button type="button" className="open-record" onClick={() => onOpen(record.id)}>
                {text || record.id}
                {isDeleted && ` ${t('deletedNote')}`}
              </button>
            )}
            {record && place > 0 && <Cell {...of} record={record} path={path} kind={kind} text={text} />}
          </div>
        );
      })}
    </div>
  );
});

type CellProps = Parameters<typeof FieldValue>[0] & { text: string };

/** In the list, an overdue document says so instead of its status, which the tooltip has. */
function Cell({ text, ...field }: CellProps) {
  const days = field.path === 'status' ? overdueDays(field.dataType, field.record, Date.now()) : undefined;
  return days === undefined ? <FieldValue {...field} /> : <OverduePill days={days} title={text} />;
}

/** Returns the column widths in pixels. They depend on the kind of value. */
function columnWidths(columns: string[], kinds: Map<string, FieldKind>, room: number): number[] {
  const least = columns.map((path) => {
    const forKind = widths[kinds.get(path) ?? 'text'] ?? (room < 500 ? 120 : room < 1000 ? 128 : 160);
    const forValue = /odifiedDate$/.test(path) ? 164 : forKind;
    return Math.max(forValue, fieldWord(path).length * 8.2 + 34);
  });
  const spare = Math.max(0, room - least.reduce((sum, column) => sum + column, 0));
  // Texts vary in length, so they get most of the spare width.
  const shares = columns.map((path) => (widths[kinds.get(path) ?? 'text'] === undefined ? 3 : 1));
  const shared = shares.reduce((sum, share) => sum + share, 0);
  return least.map((column, place) => Math.floor(column + (spare * (shares[place] ?? 1)) / shared));
}

const widths: Partial<Record<FieldKind, number>> = {
  money: 116,
  number: 90,
  percent: 80,
  time: 106,
  // "Overdue 1,217 days"
  status: 180,
  boolean: 80,
};
