import { IconHistory } from '@tabler/icons-react';
import type { RowOf } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
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
import { WaitsFor } from './data/SyncProgress.tsx';
import { progressText } from './data/sync-progress.ts';
import { SyncBars } from './history/SyncBars.tsx';
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
const triggers: Record<string, string> = {
  first: t('onConnect'),
  schedule: t('schedule'),
  manual: t('manual'),
  mapping: t('mappingChanged'),
};

const columns: Column<Sync>[] = [
  {
    id: 'dataType',
    header: t('dataType'),
    orderBy: 'dataType',
    cell: ({ companyId, syncId, dataType }) => (
      <TextLink to={paths.sync(companyId, syncId)}>{spaced(dataType)}</TextLink>
    ),
  },
  {
    id: 'status',
    header: t('status'),
    orderBy: 'status',
    cell: (sync) => <StatusBadge kind="sync" state={syncWord(sync)} />,
  },
  { id: 'what', header: t('result'), cell: (sync) => <Outcome sync={sync} /> },
  { id: 'trigger', header: t('trigger'), orderBy: 'trigger', cell: ({ trigger }) => triggers[trigger] ?? trigger },
  { id: 'requested', header: t('requested'), orderBy: 'requested', cell: ({ requested }) => <Time at={requested} /> },
  { id: 'took', header: t('duration'), align: 'right', cell: ({ started, completed }) => tookText(started, completed) },
];

/** All syncs of the company, newest first. */
export function HistoryPage() {
  const { companyId, name } = useCompany();
  usePageTitle(t('syncHistoryName', { name }));
  const [address, setAddress] = useAddress();
  return (
    <>
      <SyncBars companyId={companyId} />
      <ListTable
        label={t('syncs')}
        operation="listSyncs"
        periodField="requested"
        input={{ companyId }}
        columns={columns}
        rowKey={({ syncId }) => syncId}
        filterFields={fields}
        filter={allOf(address.state && `status=${address.state}`)}
        controls={
          <FilterSelect
            label={t('status')}
            all={t('anyStatus')}
            data={states}
            value={address.state}
            onChange={(state) => setAddress({ state, page: undefined })}
            w={190}
          />
        }
        empty={
          <EmptyState
            icon={IconHistory}
            title={t('noSyncsYet')}
            action={<ButtonLink to={paths.companyConnections(companyId)}>{t('goToConnections')}</ButtonLink>}
          >
            {t('theFirstSyncsStartAs')}
          </EmptyState>
        }
      />
    </>
  );
}

function Outcome({ sync }: { sync: Sync }) {
  if (sync.status === 'Waiting') return <WaitsFor sync={sync} />;
  if (sync.error) return <span className="line-clamp">{sync.error.message}</span>;
  if (sync.status === 'Complete') return countsText(sync.counts);
  if (sync.progress.records === 0) return <span className="dimmed">–</span>;
  return progressText(sync, { nowMs: Date.now() });
}

export function tookText(started: string | undefined, completed: string | undefined): string {
  if (!started || !completed) return '–';
  return duration(Date.parse(completed) - Date.parse(started));
}
