import type { OperationName } from '@daybook/sdk';
import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconColumns, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { type Answer, type Input, read } from '../api.ts';
import { CurlLine } from './CurlLine.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { FilterInput } from './FilterInput.tsx';
import { allOf } from './filter-text.ts';
import { inputOfLink, orderText, parseOrder, rangeText } from './list-input.ts';
import { SkeletonRows } from './PageLoading.tsx';
import { useAddress } from './use-address.ts';

type ListName = {
  [Name in OperationName]: Answer<Name> extends { results: unknown[]; totalResults: number } ? Name : never;
}[OperationName];
export type RowOf<Name extends OperationName> = Answer<Name> extends { results: (infer Row)[] } ? Row : never;

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field that the service sorts by; absent if the column cannot be sorted. */
  orderBy?: string;
  /** Hidden by default. */
  isHidden?: boolean;
  align?: 'right';
};

type ListTableProps<Name extends ListName> = {
  /** The accessible name of the table, such as "Companies". */
  label: string;
  operation: Name;
  input?: Partial<Input<Name>>;
  columns: Column<RowOf<Name>>[];
  rowKey: (row: RowOf<Name>) => string;
  /** Shows a search box. `filter` converts the typed text to a filter expression. */
  search?: { label: string; filter: (text: string) => string };
  /** Shows an input for the filter language. The input suggests these fields. */
  filterFields?: readonly string[];
  /** A filter that other controls set, such as a selected tag. */
  filter?: string | undefined;
  /** More controls beside the search box. */
  controls?: ReactNode;
  defaultOrder?: string;
  pageSize?: number;
  /** Shown if the list is empty and no filter is set. */
  empty: ReactNode;
  /** Whether to show the API request (default: true). False for operations that only people may use. */
  hasCurl?: boolean;
  /** Prefix of the URL parameters. Needed if a page has two lists. */
  name?: string;
};

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });
const nothing: never[] = [];
const exactly = 'Check the spelling, or clear the search and filters. In filters, use “~” to ignore case and accents.';
/** Codes of the errors that are shown below the filter input. */
const filterErrors = ['queryMalformed', 'queryValue', 'fieldUnknown'];

/** A paged list from the service. The URL contains the search text, the filters, the sort order and the page. */
export function ListTable<Name extends ListName>(props: ListTableProps<Name>) {
  type Row = RowOf<Name>;
  const { operation, columns, rowKey, pageSize = 50, name = '' } = props;
  const [address, setAddress] = useAddress();
  const key = (part: string) => (name ? `${name}.${part}` : part);
  const asked = { search: address[key('search')], query: address[key('query')], orderBy: address[key('orderBy')] };
  const page = Math.max(1, Number(address[key('page')]) || 1);
  const [cursors, setCursors] = useState<Record<string, string>>({});
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

  const query = allOf(props.filter, asked.search && props.search?.filter(asked.search), asked.query);
  const orderBy = asked.orderBy ?? props.defaultOrder;
  const request = { ...props.input, ...(query && { query }), ...(orderBy && { orderBy }), page, pageSize };
  // "Next" and "Previous" request the page by a cursor from the current page; other pages are requested by number.
  const cursor = cursors[JSON.stringify(request)];
  const list = useQuery({
    ...read(operation, { ...request, ...(cursor && { cursor }) } as Input<Name>),
    placeholderData: keepPreviousData,
  });
  const data = list.data as Page<Row> | undefined;

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.orderBy ?? column.id,
        header: column.header,
        accessorFn: (row: Row) => row as unknown,
        cell: column.cell,
        enableSorting: column.orderBy !== undefined,
      })),
    [columns],
  );
  const [columnVisibility, setColumnVisibility] = useState<Record<string, boolean>>(() =>
    Object.fromEntries(
      columns.filter(({ isHidden }) => isHidden).map((column) => [column.orderBy ?? column.id, false]),
    ),
  );
  const sorting = useMemo(() => parseOrder(orderBy), [orderBy]);
  const table = useTable({
    features,
    columns: definitions as never,
    data: (data?.results ?? nothing) as Record<string, never>[],
    manualSorting: true,
    state: { sorting, columnVisibility },
    onColumnVisibilityChange: setColumnVisibility,
    getRowId: (row) => rowKey(row as Row),
  });
  const columnOf = (id: string) => columns.find((column) => (column.orderBy ?? column.id) === id) as Column<Row>;

  const setPart = (changes: Record<string, string | undefined>) =>
    setAddress(Object.fromEntries(Object.entries(changes).map(([part, value]) => [key(part), value])));
  function order(id: string) {
    const now = sorting[0]?.id === id ? sorting[0] : undefined;
    const next = now === undefined ? [{ id, desc: false }] : now.desc ? [] : [{ id, desc: true }];
    setPart({ orderBy: orderText(next), page: undefined });
  }
  function turn(link: 'next' | 'previous') {
    const target = inputOfLink(data?._links?.[link]?.href);
    const to = page + (link === 'next' ? 1 : -1);
    if (target?.cursor) {
      const goal = JSON.stringify({ ...request, page: to });
      setCursors((known) => ({ ...known, [goal]: target.cursor as string }));
    }
    setPart({ page: to === 1 ? undefined : String(to) });
  }

  const isFiltered = Boolean(query);
  const rows = table.getRowModel().rows;
  const visible = table.getVisibleLeafColumns().map(({ id }) => columnOf(id));
  const isBadFilter = list.isError && filterErrors.includes((list.error as { code?: string }).code ?? '');

  const curl = props.hasCurl !== false && <CurlLine operation={operation} input={request as Input<Name>} />;

  if (data?.totalResults === 0 && !isFiltered && !list.isError)
    return (
      <>
        {props.empty}
        {curl}
      </>
    );
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start" className="list-controls">
        {props.search && (
          <SearchBox
            label={props.search.label}
            value={asked.search ?? ''}
            onChange={(search) => setPart({ search: search || undefined, page: undefined })}
          />
        )}
        {props.controls}
        {props.filterFields && (
          <FilterInput
            fields={props.filterFields}
            value={asked.query ?? ''}
            onApply={(value) => setPart({ query: value || undefined, page: undefined })}
            error={isBadFilter ? list.error : undefined}
          />
        )}
        <ColumnChoice
          columns={table.getAllLeafColumns().map((column) => ({
            id: column.id,
            header: columnOf(column.id).header,
            isVisible: column.getIsVisible(),
            toggle: () => column.toggleVisibility(),
          }))}
        />
      </Group>
      {list.isError && !(isBadFilter && props.filterFields) && (
        <ErrorNote error={list.error} title="Could not load the list" retry={() => void list.refetch()} />
      )}
      {list.isPending && <SkeletonRows count={6} />}
      {data && data.totalResults === 0 && isFiltered && !list.isError && (
        <Text size="sm" c="dimmed" py="md">
          No results. {asked.search || asked.query ? exactly : 'Change or clear the filters.'}
        </Text>
      )}
      {rows.length > 0 && isNarrow && (
        <ul className="cards" aria-label={props.label}>
          {rows.map((row) => (
            <li key={row.id} className="card">
              <dl>
                {visible.map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row.original as Row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && !isNarrow && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        <section className="table-scroll" aria-label={props.label} tabIndex={0}>
          <Table highlightOnHover aria-label={props.label} aria-busy={list.isPlaceholderData}>
            <Table.Thead>
              <Table.Tr>
                {visible.map((column) => (
                  <HeadCell key={column.id} column={column} sorting={sorting} order={order} />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  {visible.map((column) => (
                    <Table.Td key={column.id} ta={column.align}>
                      {column.cell(row.original as Row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {data && data.totalResults > 0 && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite">
            {rangeText({ page: data.pageNumber, pageSize, shown: data.results.length, total: data.totalResults })}
          </Text>
          {(data._links?.previous || data._links?.next) && (
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                disabled={!data._links.previous}
                onClick={() => turn('previous')}
              >
                Previous
              </Button>
              <Button variant="default" size="compact-sm" disabled={!data._links.next} onClick={() => turn('next')}>
                Next
              </Button>
            </Group>
          )}
        </Group>
      )}
      {curl}
    </Stack>
  );
}

type Page<Row> = {
  results: Row[];
  pageNumber: number;
  totalResults: number;
  _links: { next?: { href: string }; previous?: { href: string } };
};

function HeadCell<Row>({
  column,
  sorting,
  order,
}: {
  column: Column<Row>;
  sorting: { id: string; desc: boolean }[];
  order: (id: string) => void;
}) {
  const { orderBy, header, align } = column;
  const now = sorting.find(({ id }) => id === orderBy);
  const direction = now ? (now.desc ? 'descending' : 'ascending') : 'none';
  if (!orderBy) return <Table.Th ta={align}>{header}</Table.Th>;
  return (
    <Table.Th ta={align} aria-sort={direction}>
      <button type="button" className="sort-button" onClick={() => order(orderBy)}>
        {header}
        {now && (now.desc ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
      </button>
    </Table.Th>
  );
}

function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const later = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
      className="search-box"
    />
  );
}

type Choice = { id: string; header: string; isVisible: boolean; toggle: () => void };

function ColumnChoice({ columns }: { columns: Choice[] }) {
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon size={36} variant="default" aria-label="Choose columns" className="push-right">
            <IconColumns size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columns.map(({ id, header, isVisible, toggle }) => (
            <Checkbox key={id} label={header} checked={isVisible} onChange={toggle} size="xs" />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
