import { ApiError } from '@daybook/sdk';
import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Popover,
  ScrollArea,
  Stack,
  Text,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBarToDown, IconArrowBarToUp, IconColumns } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/company.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { isExactNumber } from '../../../ui/code/exact-json.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FilterInput } from '../../../ui/filter/FilterInput.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useLive } from '../../../ui/frame/use-live.ts';
import { spaced } from '../../../ui/state-words.ts';
import { orderText, parseOrder } from '../../../ui/table/list-input.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { SavedViews } from '../../../ui/views/SavedViews.tsx';
import { fieldWord } from '../records/field-words.ts';
import { isNotThere, NotThere } from '../records/NotThere.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { ExportCsv } from './ExportCsv.tsx';
import { FilterBuilder } from './FilterBuilder.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { type GridHandle, RecordGrid } from './RecordGrid.tsx';
import { filterFields, filterValues, firstColumns, narrowColumns, possibleColumns, shapesOf } from './record-fields.ts';
import { useRecordWindow } from './use-record-window.ts';

const filterErrors = ['queryMalformed', 'queryValue', 'fieldUnknown'];
const isNumber = (value: unknown) => typeof value === 'number' || isExactNumber(value);

/** Browses all records of one data type, with a filter and a choice of columns. */
export function DataBrowser({ companyId, dataType }: { companyId: string; dataType: string }) {
  const [address, setAddress] = useAddress();
  const { query, orderBy, record } = address;
  const asOf = useAsOfSearch();
  const records = useRecordWindow({ companyId, dataType, query, orderBy, asOf });
  const grid = useRef<GridHandle>(null);
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const chosen = address.columns?.split(',');
  const setChosen = (next: string[] | undefined) => setAddress({ columns: next?.join(',') });
  const [hasNews, setNews] = useState(false);
  useLive((told) => {
    if (told.event !== 'sync' || told.data.companyId !== companyId || told.data.dataType !== dataType) return;
    const { added, updated, deleted } = told.data.counts;
    if (told.data.status === 'Complete' && added + updated + deleted > 0) setNews(true);
  });

  const { error, total, turn } = records;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` changes when pages have loaded.
  const about = useMemo(() => {
    const sample = records.sample();
    const shapes = shapesOf(sample, isNumber);
    return {
      shapes,
      fields: filterFields(dataType, shapes),
      values: filterValues(dataType, shapes, sample),
      possible: possibleColumns(dataType, shapes, sample),
      first: firstColumns(dataType, shapes),
    };
  }, [dataType, turn]);
  const columns = chosen ?? (isNarrow ? narrowColumns(about.first, about.shapes) : about.first);
  const code = error instanceof ApiError ? error.code : undefined;
  const isFilterError = code !== undefined && filterErrors.includes(code);
  const order = parseOrder(orderBy)[0];

  if (isNotThere(error)) return <NotThere error={error} dataType={dataType} />;
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <FilterInput
          fields={about.fields}
          values={about.values}
          value={query ?? ''}
          onApply={(text) => setAddress({ query: text || undefined })}
          error={isFilterError ? error : undefined}
        />
        <FilterBuilder
          shapes={about.shapes}
          fields={about.possible}
          values={about.values}
          query={query}
          onApply={(next) => setAddress({ query: next })}
        />
        <ColumnChoice possible={about.possible} columns={columns} onChange={setChosen} />
        <SavedViews place={`records.${dataType}`} />
        {!isFilterError && columns.length > 0 && (
          <ExportCsv {...{ companyId, dataType, query, orderBy, asOf, columns }} />
        )}
        <GoToRow total={total ?? 0} go={(row) => grid.current?.goTo(row)} />
      </Group>
      {hasNews && !asOf && (
        <Alert variant="outline" p="xs" role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t('aSyncChangedDataAre')}</Text>
            <Button
              size="compact-sm"
              onClick={() => {
                setNews(false);
                records.restart();
              }}
            >
              {t('showLatestData')}
            </Button>
          </Group>
        </Alert>
      )}
      {!isFilterError && <ErrorNote error={error} title={t('couldNotLoadRecords')} retry={records.restart} />}
      {!isFilterError && (
        <RecordGrid
          ref={grid}
          label={spaced(dataType)}
          companyId={companyId}
          dataType={dataType}
          records={records}
          columns={columns}
          shapes={about.shapes}
          order={order}
          onOrder={(path) => {
            const isSame = order?.id === path;
            const next = !isSame ? [{ id: path, desc: false }] : order.desc ? [] : [{ id: path, desc: true }];
            setAddress({ orderBy: orderText(next) });
          }}
          onOpen={(id) => setAddress({ record: id })}
        />
      )}
      <CurlLine
        operation="listRecords"
        input={{
          companyId,
          dataType,
          ...(query && { query }),
          ...(orderBy && { orderBy }),
          ...asOf,
          pageSize: 100,
        }}
      />
      <RecordDrawer
        companyId={companyId}
        dataType={dataType}
        id={record}
        close={() => setAddress({ record: undefined })}
      />
    </Stack>
  );
}

type ColumnChoiceProps = { possible: string[]; columns: string[]; onChange: (columns: string[] | undefined) => void };

function ColumnChoice({ possible, columns, onChange }: ColumnChoiceProps) {
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon size={36} variant="default" aria-label={t('chooseColumns')}>
          <IconColumns size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')} p="xs">
        <ScrollArea.Autosize mah={340} type="auto">
          <Stack gap={6} p={4}>
            {possible.map((path) => (
              <Checkbox
                key={path}
                size="xs"
                label={fieldWord(path)}
                description={<span className="mono">{path}</span>}
                checked={columns.includes(path)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? possible.filter((other) => other === path || columns.includes(other))
                      : columns.filter((other) => other !== path),
                  )
                }
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(undefined)}>
          {t('resetColumns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function GoToRow({ total, go }: { total: number; go: (row: number) => void }) {
  const [row, setRow] = useState<number | string>('');
  return (
    <Form
      className="go-to-row"
      submit={() => {
        if (row !== '') go(Math.min(total, Math.max(1, Number(row))) - 1);
      }}
    >
      <Group gap={6} wrap="nowrap">
        <NumberInput
          aria-label={t('goToRow')}
          placeholder={t('goToRow')}
          value={row}
          onChange={setRow}
          min={1}
          max={Math.max(1, total)}
          hideControls
          thousandSeparator=","
          w={104}
        />
        {[
          { label: t('start'), icon: IconArrowBarToUp, row: 0 },
          { label: t('end'), icon: IconArrowBarToDown, row: total - 1 },
        ].map(({ label, icon: Icon, row: place }) => (
          <ActionIcon
            key={label}
            size={36}
            variant="default"
            aria-label={label}
            title={label}
            onClick={() => go(place)}
            disabled={total === 0}
          >
            <Icon size={18} />
          </ActionIcon>
        ))}
      </Group>
    </Form>
  );
}
