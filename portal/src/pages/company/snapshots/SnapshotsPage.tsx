import { Button, Group, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { usePageTitle } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { bytesText } from '../../../ui/size-words.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { duration } from '../../../ui/time-words.ts';
import { useCompany } from '../company-context.ts';
import { TakeSnapshot } from './TakeSnapshot.tsx';

type Snapshot = RowOf<'listSnapshots'>;

const states = {
  pending: { tone: 'busy', label: t('snapshotPending') },
  ready: { tone: 'good', label: t('snapshotReady') },
  ended: { tone: 'idle', label: t('snapshotEnded') },
} as const;

const columns: Column<Snapshot>[] = [
  {
    id: 'name',
    header: t('snapshot'),
    orderBy: 'name',
    cell: ({ companyId, snapshotId, name, status, dataSets }) => {
      const first = dataSets.find(({ dataType }) => dataType === 'invoices') ?? dataSets[0];
      const label = name ?? t('unnamed');
      return status === 'ready' && first ? (
        <TextLink to={paths.companyRecords(companyId, first.dataType)} search={{ snapshot: snapshotId }}>
          {label}
        </TextLink>
      ) : (
        label
      );
    },
  },
  {
    id: 'status',
    header: t('status'),
    orderBy: 'status',
    cell: ({ status }) => <ToneBadge {...(states[status as keyof typeof states] ?? { tone: 'idle', label: status })} />,
  },
  { id: 'taken', header: t('taken'), orderBy: 'taken', cell: ({ taken }) => <Time at={taken} /> },
  {
    id: 'spread',
    header: t('spread'),
    orderBy: 'spreadSeconds',
    cell: ({ spreadSeconds, maxSpreadSeconds, isSpreadMet, rounds = 0, changedMeanwhile, dataSets }) => (
      <>
        {spreadSeconds === undefined ? '–' : duration(spreadSeconds * 1000)}
        {isSpreadMet === false && maxSpreadSeconds !== undefined && (
          <ToneBadge
            tone="wait"
            label={t('spreadLargerThanWanted')}
            title={t('wantedSpread', { spread: duration(maxSpreadSeconds * 1000), rounds })}
          />
        )}
        {changedMeanwhile && (
          <ToneBadge
            tone="wait"
            label={t('platformChangedMeanwhile')}
            title={dataSets
              .filter((set) => set.changedMeanwhile)
              .map(({ dataType }) => spaced(dataType))
              .join(', ')}
          />
        )}
        {dataSets.some(({ isHeld }) => isHeld) && (
          <ToneBadge
            tone="wait"
            label={t('newerStateHeld')}
            title={dataSets
              .filter(({ isHeld }) => isHeld)
              .map(({ dataType }) => spaced(dataType))
              .join(', ')}
          />
        )}
      </>
    ),
  },
  { id: 'dataSets', header: t('dataSets'), align: 'right', cell: ({ dataSets }) => dataSets.length },
  { id: 'keepUntil', header: t('keptUntil'), orderBy: 'keepUntil', cell: ({ keepUntil }) => <Time at={keepUntil} /> },
  { id: 'held', header: t('disk'), cell: (snapshot) => <Held snapshot={snapshot} /> },
  { id: 'actions', header: t('actions'), isHeaderHidden: true, cell: (snapshot) => <Actions snapshot={snapshot} /> },
];

/** Snapshots of a company: taken, read, and ended. */
export function SnapshotsPage() {
  const { companyId, name } = useCompany();
  const may = useMay('developer');
  usePageTitle(`${t('snapshots')} · ${name}`);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={640}>
          {t('aSnapshotPins')}
        </Text>
        {may && <TakeSnapshot companyId={companyId} />}
      </Group>
      <ListTable
        label={t('snapshots')}
        operation="listSnapshots"
        input={{ companyId }}
        columns={columns}
        rowKey={({ snapshotId }) => snapshotId}
        empty={
          <EmptyState icon={IconCamera} title={t('noSnapshotsYet')}>
            {t('takeOneAtEveryClosing')}
          </EmptyState>
        }
      />
    </>
  );
}

/** What the snapshot holds on disk is counted for each one that is shown. */
function Held({ snapshot: { companyId, snapshotId, status } }: { snapshot: Snapshot }) {
  const { data } = useQuery({ ...read('getSnapshot', { companyId, snapshotId }), enabled: status === 'ready' });
  if (!data?.held) return <span className="dimmed">–</span>;
  return <span title={t('heldVersions', { versions: data.held.versions })}>{bytesText(data.held.bytes)}</span>;
}

function Actions({ snapshot }: { snapshot: Snapshot }) {
  const { companyId, snapshotId, name, status } = snapshot;
  const may = useMay('developer');
  const end = useChange('deleteSnapshot', { refreshes: ['listSnapshots', 'getSnapshot'], done: t('snapshotIsEnded') });
  if (status === 'ended') return null;
  const label = name ?? t('unnamed');
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {status === 'ready' && (
        <TextLink
          to={paths.companyRestatements(companyId)}
          search={{ fromSnapshot: snapshotId }}
          aria-label={t('restatementsSince', { name: label })}
        >
          {t('restatements')}
        </TextLink>
      )}
      {may && (
        <Confirm
          title={t('endName', { name: label })}
          action={t('endSnapshot')}
          isDangerous
          run={() => end.mutateAsync({ companyId, snapshotId })}
          trigger={(open) => (
            <Button variant="default" size="compact-sm" onClick={open} aria-label={t('endName', { name: label })}>
              {t('end')}
            </Button>
          )}
        >
          {t('theSnapshotCanNoLonger')}
        </Confirm>
      )}
    </Group>
  );
}
