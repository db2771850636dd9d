import { Checkbox, Select, TextInput } from '@mantine/core';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { useSession } from '../frame/use-session.ts';
import { spaced } from '../state-words.ts';
import { type Column, RowTable } from './RowTable.tsx';

export type SyncSetting = Answer<'getSyncSettings'>['settings'][number];

type SyncSettingsTableProps = {
  rows: SyncSetting[];
  onChange: (rows: SyncSetting[]) => void;
  mayChange: boolean;
};

/** Shows which data types are synced and how often, for the whole client account or for one company. */
export function SyncSettingsTable({ rows, onChange, mayChange }: SyncSettingsTableProps) {
  const { account } = useSession();
  const everySchedule = ['none', 'hourly', 'daily', 'weekly', 'monthly'] as const;
  const schedules = everySchedule.filter((value) => value !== 'hourly' || account?.plan !== 'free');
  const put = (dataType: string, part: Partial<SyncSetting>) =>
    onChange(rows.map((row) => (row.dataType === dataType ? { ...row, ...part } : row)));
  const putFrom = (row: SyncSetting, day: string) => {
    const { syncFrom: _, ...rest } = row;
    const next = day ? { ...rest, syncFrom: `${day}T00:00:00Z` } : rest;
    onChange(rows.map((other) => (other.dataType === row.dataType ? next : other)));
  };
  const putDemand = (row: SyncSetting, isByDemand: boolean) => {
    const { byDemand: _, ...rest } = row;
    const next = isByDemand ? { ...rest, byDemand: true } : rest;
    onChange(rows.map((other) => (other.dataType === row.dataType ? next : other)));
  };
  const columns: Column<SyncSetting>[] = [
    {
      id: 'dataType',
      header: t('dataType'),
      cell: ({ dataType, keepContent = false }) =>
        dataType === 'attachments' ? (
          <>
            {spaced(dataType)}
            <Checkbox
              size="xs"
              mt={4}
              label={t('keepContent')}
              checked={keepContent}
              disabled={!mayChange}
              onChange={(event) => put(dataType, { keepContent: event.currentTarget.checked })}
            />
          </>
        ) : (
          spaced(dataType)
        ),
    },
    {
      id: 'fetchOnFirstLink',
      header: t('syncOnConnect'),
      cell: (row) => (
        <Checkbox
          aria-label={t('syncOnConnectDataType', { dataType: spaced(row.dataType) })}
          checked={row.fetchOnFirstLink}
          disabled={!mayChange}
          onChange={(event) => put(row.dataType, { fetchOnFirstLink: event.currentTarget.checked })}
        />
      ),
    },
    {
      id: 'schedule',
      header: t('frequency'),
      cell: (row) => (
        <>
          <Select
            size="xs"
            w={140}
            aria-label={t('frequencyDataType', { dataType: spaced(row.dataType) })}
            data={schedules.map((value) => ({ value, label: value === 'none' ? t('onRequestOnly') : spaced(value) }))}
            value={row.schedule}
            disabled={!mayChange}
            allowDeselect={false}
            onChange={(next) => next && put(row.dataType, { schedule: next })}
          />
          {account?.plan !== 'free' && (
            <Checkbox
              size="xs"
              mt={4}
              label={t('alsoByDemand')}
              aria-label={t('alsoByDemandDataType', { dataType: spaced(row.dataType) })}
              title={t('byDemandMeaning')}
              checked={row.byDemand ?? false}
              disabled={!mayChange}
              onChange={(event) => putDemand(row, event.currentTarget.checked)}
            />
          )}
        </>
      ),
    },
    {
      id: 'syncFrom',
      header: t('historyFrom'),
      cell: (row) => (
        <TextInput
          size="xs"
          type="date"
          w={150}
          aria-label={t('historyFromDataType', { dataType: spaced(row.dataType) })}
          value={row.syncFrom?.slice(0, 10) ?? ''}
          disabled={!mayChange}
          onChange={(event) => putFrom(row, event.currentTarget.value)}
        />
      ),
    },
  ];
  return (
    <RowTable
      className="stacked"
      label={t('syncSettingsDataType')}
      columns={columns}
      rows={rows}
      rowKey={({ dataType }) => dataType}
    />
  );
}
