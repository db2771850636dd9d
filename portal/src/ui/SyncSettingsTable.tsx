import { Checkbox, Select, Table, TextInput } from '@mantine/core';
import type { Answer } from '../api.ts';
import { spaced } from './state-words.ts';
import { useSession } from './use-session.ts';

export type SyncSetting = Answer<'getSyncSettings'>['settings'][number];

type SyncSettingsTableProps = {
  rows: SyncSetting[];
  onChange: (rows: SyncSetting[]) => void;
  mayChange: boolean;
};

/** Shows which data types are synced and how often, for the account or for one company. */
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="table-scroll stacked" tabIndex={0} aria-label="Sync settings by data type">
      <Table aria-label="Sync settings by data type">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Data type</Table.Th>
            <Table.Th>Sync on connect</Table.Th>
            <Table.Th>Frequency</Table.Th>
            <Table.Th>History from</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.dataType}>
              <Table.Td>{spaced(row.dataType)}</Table.Td>
              <Table.Td>
                <Checkbox
                  aria-label={`Sync ${spaced(row.dataType)} on connect`}
                  checked={row.fetchOnFirstLink}
                  disabled={!mayChange}
                  onChange={(event) => put(row.dataType, { fetchOnFirstLink: event.currentTarget.checked })}
                />
              </Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  w={140}
                  aria-label={`Frequency: ${spaced(row.dataType)}`}
                  data={schedules.map((value) => ({
                    value,
                    label: value === 'none' ? 'On request only' : spaced(value),
                  }))}
                  value={row.schedule}
                  disabled={!mayChange}
                  allowDeselect={false}
                  onChange={(next) => next && put(row.dataType, { schedule: next })}
                />
              </Table.Td>
              <Table.Td>
                <TextInput
                  size="xs"
                  type="date"
                  w={150}
                  aria-label={`History from: ${spaced(row.dataType)}`}
                  value={row.syncFrom?.slice(0, 10) ?? ''}
                  disabled={!mayChange}
                  onChange={(event) => putFrom(row, event.currentTarget.value)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
