import { IconHistory } from '@tabler/icons-react';
import type { RowOf } from '../../api.ts';
import { paths } from '../../paths.ts';
import { countOf } from '../../ui/count-of.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterSelect } from '../../ui/filter/FilterSelect.tsx';
import { allOf } from '../../ui/filter/filter-text.ts';
import { usePageTitle } from '../../ui/frame/Page.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced, stateWords } from '../../ui/state-words.ts';
import { ButtonLink, TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';
import { duration } from '../../ui/time-words.ts';
import { useAddress } from '../../ui/use-address.ts';
import { useCompany } from './company-context.ts';
import { countsText, syncWord } from './sync-advice.ts';

type Sync = RowOf<'listSyncs'>;

const fields = [
  'dataType',
  'status',
  'trigger',
  'isFull',
  'requested',
  'started',
  'completed',
  'connectionId',
  'syncId',
];
const states = Object.entries(stateWords.sync ?? {})
  .filter(([value]) => value !== 'NotRequested' && value !== 'Held')
  .map(([value, { label }]) => ({ value, label }));
const triggers: Record<string, string> = { first: 'First sync', schedule: 'Schedule', manual: 'Manual' };

const columns: Column<Sync>[] = [
  {
    id: 'dataType',
    header: 'Data type',
    orderBy: 'dataType',
    cell: ({ companyId, syncId, dataType }) => (
      <TextLink to={paths.sync(companyId, syncId)}>{spaced(dataType)}</TextLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    orderBy: 'status',
    cell: (sync) => <StatusBadge kind="sync" state={syncWord(sync)} />,
  },
  { id: 'what', header: 'Result', cell: (sync) => <Outcome sync={sync} /> },
  { id: 'trigger', header: 'Trigger', orderBy: 'trigger', cell: ({ trigger }) => triggers[trigger] ?? trigger },
  { id: 'requested', header: 'Requested', orderBy: 'requested', cell: ({ requested }) => <Time at={requested} /> },
  { id: 'took', header: 'Duration', align: 'right', cell: ({ started, completed }) => tookText(started, completed) },
];

/** All syncs of the company, newest first. */
export function HistoryPage() {
  const { companyId, name } = useCompany();
  usePageTitle(`Sync history · ${name}`);
  const [address, setAddress] = useAddress();
  return (
    <ListTable
      label="Syncs"
      operation="listSyncs"
      input={{ companyId }}
      columns={columns}
      rowKey={({ syncId }) => syncId}
      filterFields={fields}
      filter={allOf(address.state && `status=${address.state}`)}
      controls={
        <FilterSelect
          label="Status"
          all="Any status"
          data={states}
          value={address.state}
          onChange={(state) => setAddress({ state, page: undefined })}
          w={190}
        />
      }
      empty={
        <EmptyState
          icon={IconHistory}
          title="No syncs yet"
          action={<ButtonLink to={paths.companyConnections(companyId)}>Go to connections</ButtonLink>}
        >
          The first syncs start as soon as the company is linked to a platform.
        </EmptyState>
      }
    />
  );
}

function Outcome({ sync }: { sync: Sync }) {
  if (sync.error) return <span className="line-clamp">{sync.error.message}</span>;
  if (sync.status === 'Complete') return countsText(sync.counts);
  if (sync.progress.records === 0) return <span className="dimmed">–</span>;
  return `${countOf(sync.progress.records, 'record')} so far`;
}

export function tookText(started: string | undefined, completed: string | undefined): string {
  if (!started || !completed) return '–';
  return duration(Date.parse(completed) - Date.parse(started));
}
