import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { countOf } from '../../ui/count-of.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced, unfinishedSyncs, wordsFor } from '../../ui/state-words.ts';
import { ButtonLink, TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { isAhead } from '../../ui/time-words.ts';
import { useParam } from '../../ui/use-address.ts';
import { useCompany } from './company-context.ts';
import { SyncProgress } from './DataPage.tsx';
import { tookText } from './HistoryPage.tsx';
import { countsText, syncAdvice, syncWord } from './sync-advice.ts';

type Sync = Answer<'getSync'>;

/** Shows one sync: its result, what it is waiting for, when it will be retried, and what a person can do. */
export function SyncPage() {
  const { companyId, name } = useCompany();
  const syncId = useParam('syncId');
  const sync = useQuery({
    ...read('getSync', { companyId, syncId }),
    // The live stream reports progress; polling is the fallback when the stream is down.
    refetchInterval: ({ state }) => (state.data && unfinishedSyncs.includes(state.data.status) ? 5000 : false),
  });
  usePageTitle(`Sync of ${sync.data ? spaced(sync.data.dataType).toLowerCase() : 'data'} · ${name}`);
  if (sync.isPending) return <SkeletonRows count={8} />;
  if (!sync.data)
    return <ErrorNote error={sync.error} title="Could not load the sync" retry={() => void sync.refetch()} />;
  return (
    <>
      <TextLink to={paths.companyHistory(companyId)} size="sm">
        All syncs of {name}
      </TextLink>
      <div className="columns mt">
        <div>
          <Section
            title={`Sync of ${spaced(sync.data.dataType).toLowerCase()}`}
            actions={<SyncActions sync={sync.data} />}
          >
            <Outcome sync={sync.data} />
            <Facts sync={sync.data} />
          </Section>
        </div>
        <Section title="Timeline">
          <Timeline sync={sync.data} />
        </Section>
      </div>
      <CurlLine operation="getSync" input={{ companyId, syncId }} />
    </>
  );
}

function Outcome({ sync }: { sync: Sync }) {
  const { status, error } = sync;
  const advice = syncAdvice(sync);
  const isFailed = wordsFor('sync', status).tone === 'bad';
  const isHeld = error?.code === 'massDeletion' && status === 'Waiting';
  return (
    <div className="outcome">
      <StatusBadge kind="sync" state={syncWord(sync)} />
      {unfinishedSyncs.includes(status) && status !== 'Waiting' && <SyncProgress sync={sync} />}
      {status === 'Complete' && <Text size="sm">{countsText(sync.counts)}</Text>}
      {(error || advice) && status !== 'Complete' && (
        <Alert
          variant="outline"
          color={isFailed ? 'red' : 'yellow'}
          icon={isFailed || isHeld ? <IconAlertTriangle /> : <IconClock />}
          title={isHeld ? 'Deletions need confirmation' : wordsFor('sync', status).meaning}
        >
          {error && <Text size="sm">{error.message}</Text>}
          {status === 'Waiting' && error?.retryAt && (
            <Text size="sm">
              {isAhead(error.retryAt, Date.now()) ? (
                <>
                  Retries automatically <Time at={error.retryAt} /> (<Time at={error.retryAt} exact />
                  ).
                </>
              ) : (
                'Retrying now.'
              )}
            </Text>
          )}
          {advice && (
            <Text size="sm" mt={4} fw={600}>
              {advice.text}
            </Text>
          )}
          {advice?.goTo && (
            <Group mt="xs">
              <ButtonLink
                to={
                  advice.goTo === 'data' ? paths.companyData(sync.companyId) : paths.companyConnections(sync.companyId)
                }
                size="compact-sm"
              >
                {advice.goTo === 'data' ? 'Go to data' : 'Go to connections'}
              </ButtonLink>
            </Group>
          )}
        </Alert>
      )}
    </div>
  );
}

function SyncActions({ sync }: { sync: Sync }) {
  const { companyId, syncId, status, error } = sync;
  const shown = ['getSync', 'listSyncs', 'getDataStatus', 'getOverview'] as const;
  const cancel = useChange('cancelSync', { refreshes: [...shown], done: 'Sync cancelled.' });
  const confirm = useChange('confirmDeletions', { refreshes: [...shown], done: 'Deletions confirmed.' });
  if (!useMay('developer') || !unfinishedSyncs.includes(status)) return null;
  return (
    <>
      {status === 'Waiting' && error?.code === 'massDeletion' && (
        <Confirm
          title="Confirm deletions?"
          action="Confirm deletions"
          isDangerous
          run={() => confirm.mutateAsync({ companyId, syncId })}
          trigger={(open) => (
            <Button size="compact-sm" onClick={open}>
              Confirm deletions
            </Button>
          )}
        >
          {error.message} The missing records will be marked as deleted, and webhook consumers will be notified. You can
          still view the deleted records.
        </Confirm>
      )}
      <Confirm
        title="Cancel this sync?"
        action="Cancel sync"
        isDangerous
        run={() => cancel.mutateAsync({ companyId, syncId })}
        trigger={(open) => (
          <Button variant="default" size="compact-sm" onClick={open}>
            Cancel sync
          </Button>
        )}
      >
        The sync stops now. Data that was already published stays available. The next sync fetches the rest.
      </Confirm>
    </>
  );
}

function Facts({ sync }: { sync: Sync }) {
  const number = new Intl.NumberFormat('en');
  const { counts, progress } = sync;
  return (
    <dl className="facts mt">
      <dt>Fetched</dt>
      <dd>
        {countOf(progress.records, 'record')} in {countOf(progress.pages, 'page')}
      </dd>
      {sync.isFull !== undefined && (
        <>
          <dt>Type</dt>
          <dd>{sync.isFull ? 'Full: all records' : 'Incremental: changed records only'}</dd>
        </>
      )}
      <dt>Added</dt>
      <dd>{number.format(counts.added)}</dd>
      <dt>Updated</dt>
      <dd>{number.format(counts.updated)}</dd>
      <dt>Deleted</dt>
      <dd>{number.format(counts.deleted)}</dd>
      <dt>Unchanged</dt>
      <dd>{number.format(counts.unchanged)}</dd>
      <dt>Requested</dt>
      <dd>
        <Time at={sync.requested} exact />
      </dd>
      <dt>Duration</dt>
      <dd>{tookText(sync.started, sync.completed)}</dd>
      <dt>Sync ID</dt>
      <dd>
        <CopyText value={sync.syncId} what="sync ID" />
      </dd>
    </dl>
  );
}

function Timeline({ sync }: { sync: Sync }) {
  return (
    <ol className="timeline">
      {sync.timeline.map(({ at, state, message, until }) => (
        <li key={at + state + message}>
          <div>
            <StatusBadge kind="sync" state={state} /> <Time at={at} />
          </div>
          <Text size="sm">{message}</Text>
          {until && (
            <Text size="sm" c="dimmed">
              until <Time at={until} exact />
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
