import { ApiError } from '@daybook/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { exportUrl, type Input, type ListName, pageUrl, type RowOf, readPage } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { CurlRequest } from '../code/CurlLine.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import { FilterInput } from '../filter/FilterInput.tsx';
import { allOf } from '../filter/filter-text.ts';
import { PeriodFilter } from '../filter/PeriodFilter.tsx';
import { periodFilter } from '../filter/period.ts';
import { SkeletonRows } from '../frame/PageLoading.tsx';
import { useAddress } from '../use-address.ts';
import { SavedViews } from '../views/SavedViews.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ExportList } from './ExportList.tsx';
import { inputOfLink, orderText, parseOrder, rangeText } from './list-input.ts';
import { type Column, RowTable } from './RowTable.tsx';

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
  /** Shows a filter by period. The name of the field with the time. */
  periodField?: string;
  /** What the period is about, if the list has several times: "Created". */
  periodName?: string;
  defaultOrder?: string;
  pageSize?: number;
  /** Shown if the list is empty and no filter is set. */
  empty: ReactNode;
  /** Whether to show the API request (default: true). False for operations that only people may use. */
  hasCurl?: boolean;
  /** Prefix of the URL parameters. Needed if a page has two lists. */
  name?: string;
};

/** Codes of the errors that are shown below the filter input. */
const filterErrors = ['queryMalformed', 'queryValue', 'fieldUnknown'];

/** A paged list from the service. The URL contains the search text, the filters, the sort order and the page. */
export function ListTable<Name extends ListName>(props: ListTableProps<Name>) {
  const { operation, columns, rowKey, pageSize = 50, name = '' } = props;
  const [address, setAddress] = useAddress();
  const key = (part: string) => (name ? `${name}.${part}` : part);
  const asked = { search: address[key('search')], query: address[key('query')], orderBy: address[key('orderBy')] };
  const page = Math.max(1, Number(address[key('page')]) || 1);
  const [cursors, setCursors] = useState<Record<string, string>>({});
  const shownIds = address[key('columns')]?.split(',');
  const isLeftOut = ({ id, isHidden }: Column<RowOf<Name>>) => (shownIds ? !shownIds.includes(id) : isHidden === true);
  const hidden = new Set(columns.filter(isLeftOut).map(({ id }) => id));

  const period = { hours: address[key('hours')], since: address[key('since')], until: address[key('until')] };
  const times = props.periodField ? periodFilter(props.periodField, period, Date.now()) : [];
  const query = allOf(props.filter, ...times, asked.search && props.search?.filter(asked.search), asked.query);
  const orderBy = asked.orderBy ?? props.defaultOrder;
  const request = { ...props.input, ...(query && { query }), ...(orderBy && { orderBy }), page, pageSize };
  // "Next" and "Previous" request the page by a cursor from the current page; other pages are requested by number.
  const cursor = cursors[JSON.stringify(request)];
  const list = useQuery({
    ...readPage(operation, { ...request, ...(cursor && { cursor }) }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = list;
  const order = parseOrder(orderBy);

  const setPart = (changes: Record<string, string | undefined>) =>
    setAddress(Object.fromEntries(Object.entries(changes).map(([part, value]) => [key(part), value])));
  function sort(id: string) {
    const now = order[0]?.id === id ? order[0] : undefined;
    const next = now === undefined ? [{ id, desc: false }] : now.desc ? [] : [{ id, desc: true }];
    setPart({ orderBy: orderText(next), page: undefined });
  }
  function turn(link: 'next' | 'previous') {
    const target = inputOfLink(data?._links[link]?.href)?.cursor;
    const to = page + (link === 'next' ? 1 : -1);
    if (target) setCursors((known) => ({ ...known, [JSON.stringify({ ...request, page: to })]: target }));
    setPart({ page: to === 1 ? undefined : String(to) });
  }

  const isFiltered = Boolean(query);
  const isBadFilter = error instanceof ApiError && filterErrors.includes(error.code);
  const curl = props.hasCurl !== false && <CurlRequest url={pageUrl(operation, request)} />;

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
        {props.periodField && (
          <PeriodFilter
            period={period}
            name={props.periodName}
            onChange={({ hours, since, until }) => setPart({ hours, since, until, page: undefined })}
          />
        )}
        {props.filterFields && (
          <FilterInput
            fields={props.filterFields}
            value={asked.query ?? ''}
            onApply={(value) => setPart({ query: value || undefined, page: undefined })}
            error={isBadFilter ? error : undefined}
          />
        )}
        <Group gap="xs" wrap="nowrap" className="push-right">
          <ColumnChoice
            columns={columns}
            hidden={hidden}
            onChange={(next) =>
              setPart({
                columns: columns
                  .filter(({ id }) => !next.has(id))
                  .map(({ id }) => id)
                  .join(','),
              })
            }
          />
          <ExportList href={exportUrl(operation, request)} />
          <SavedViews place={name || operation} />
        </Group>
      </Group>
      {list.isError && !(isBadFilter && props.filterFields) && (
        <ErrorNote error={error} title={t('couldNotLoadList')} retry={() => void list.refetch()} />
      )}
      {list.isPending && <SkeletonRows count={6} />}
      {data && data.totalResults === 0 && isFiltered && !list.isError && (
        <Text size="sm" c="dimmed" py="md">
          {asked.search || asked.query ? t('noResultsCheckSpelling') : t('noResultsChangeFilters')}
        </Text>
      )}
      {data && data.results.length > 0 && (
        <RowTable
          label={props.label}
          columns={columns.filter(({ id }) => !hidden.has(id))}
          rows={data.results}
          rowKey={rowKey}
          sorting={{ order, onSort: sort }}
          cards
          highlightOnHover
          isList
          isBusy={list.isPlaceholderData}
        />
      )}
      {data && data.totalResults > 0 && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite">
            {rangeText({ page: data.pageNumber, pageSize, shown: data.results.length, total: data.totalResults })}
          </Text>
          {(data._links.previous || data._links.next) && (
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                disabled={!data._links.previous}
                onClick={() => turn('previous')}
              >
                {t('previous')}
              </Button>
              <Button variant="default" size="compact-sm" disabled={!data._links.next} onClick={() => turn('next')}>
                {t('next')}
              </Button>
            </Group>
          )}
        </Group>
      )}
      {curl}
    </Stack>
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
