import { Alert, Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { useCompany } from '../company-context.ts';
import { isNotThere, NotThere } from '../records/NotThere.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { buildStatement, type Period, type PeriodRecord } from './build-statement.ts';
import { choosePeriods, periodCounts } from './choose-periods.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { monthsSince } from './period-text.ts';
import { StatementHead } from './StatementHead.tsx';
import { StatementTable } from './StatementTable.tsx';
import type { StatementKind } from './statement-kinds.ts';
import { statementSheet } from './statement-sheet.ts';
import { ToRecords } from './ToRecords.tsx';

/** The API sends the newest periods first; earlier ones than these are not shown. */
const periodsMax = 60;

/** A statement of one record per period: balance sheet, profit and loss, cash flow. */
export function PeriodStatement({ kind }: { kind: StatementKind }) {
  const { companyId, name } = useCompany();
  const [address, setAddress] = useAddress();
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const input = {
    companyId,
    dataType: kind.dataType,
    orderBy: kind.orderBy,
    query: 'metadata.isDeleted=false',
    pageSize: periodsMax,
    ...useAsOfSearch(),
  };
  const records = useQuery(read('listRecords', input, { exact: true }));
  const statement = useMemo(
    () => buildStatement(kind, (records.data?.results ?? []) as unknown as PeriodRecord[]),
    [kind, records.data],
  );
  if (records.isPending) return <SkeletonRows count={16} />;
  if (isNotThere(records.error))
    return <NotThere error={records.error} dataType={kind.dataType} action={<ToRecords dataType={kind.dataType} />} />;
  if (!records.data)
    return <ErrorNote error={records.error} title={t('couldNotLoadStatement')} retry={() => void records.refetch()} />;
  const { periods } = statement;
  if (periods.length === 0) return <EmptyState title={t('noPeriods')}>{t('thePlatformHasNoPeriods')}</EmptyState>;
  const { shown, compared } = choosePeriods(periods, address, isNarrow ? 1 : undefined);
  return (
    <section className="section statement-sheet">
      <StatementHead
        title={kind.title}
        companyName={name}
        lead={periodsLead(periods, shown)}
        actions={
          <ExportButtons
            sheet={() => statementSheet(kind.title, statement, { shown, compared })}
            names={[name, kind.title, periods[0]?.until.slice(0, 10) ?? '']}
          />
        }
      />
      <Age newest={periods[0]} />
      <div className="statement-controls no-print">
        <Select
          label={t('periods')}
          data={periodCounts(periods.length).map((count) => ({ value: String(count), label: String(count) }))}
          value={String(shown.length)}
          onChange={(count) => setAddress({ periods: count ?? undefined })}
          allowDeselect={false}
          w={90}
        />
        <PeriodSelect
          label={t('compare')}
          periods={periods}
          value={compared?.to}
          onChange={(id) => setAddress({ compare: id })}
        />
        <PeriodSelect
          label={t('against')}
          periods={periods}
          value={compared?.from}
          onChange={(id) => setAddress({ with: id })}
        />
      </div>
      <StatementTable
        companyId={companyId}
        title={kind.title}
        statement={statement}
        shown={shown}
        compared={compared}
      />
      {!compared && periods.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('currenciesDiffer')}
        </Text>
      )}
      <CurlLine operation="listRecords" input={input} />
    </section>
  );
}

/** A statement that ends long ago must not look current. The month after a period belongs to closing it. */
function Age({ newest }: { newest: Period | undefined }) {
  const months = newest ? monthsSince(newest.until, Date.now()) : 0;
  if (!newest || months < 2) return null;
  return (
    <Alert variant="outline" color="yellow" p="xs" mb="sm" icon={<IconClock />}>
      {t('latestPeriodAgo', { period: newest.label, months })}
    </Alert>
  );
}

function periodsLead(periods: readonly Period[], shown: readonly number[]): string {
  const currencies = [...new Set(shown.flatMap((period) => periods[period]?.currency ?? []))];
  const [newest, oldest] = [periods[shown[0] ?? 0], periods[shown.at(-1) ?? 0]];
  const span = newest === oldest ? (newest?.label ?? '') : `${oldest?.label} – ${newest?.label}`;
  return currencies.length > 0 ? t('spanInCurrency', { span, currency: currencies.join(', ') }) : span;
}

type PeriodSelectProps = {
  label: string;
  periods: readonly Period[];
  value: number | undefined;
  onChange: (id: string | undefined) => void;
};

function PeriodSelect({ label, periods, value, onChange }: PeriodSelectProps) {
  return (
    <Select
      label={label}
      data={periods.map((period) => ({ value: period.id, label: period.label }))}
      value={value === undefined ? null : (periods[value]?.id ?? null)}
      onChange={(id) => onChange(id ?? undefined)}
      allowDeselect={false}
      searchable
      w={170}
    />
  );
}
