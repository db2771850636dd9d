import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
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
import { SyncProgress } from './data/SyncProgress.tsx';
import { tookText } from './HistoryPage.tsx';
import { countsText, isHeldBy, syncAdvice, syncWord } from './sync-advice.ts';
import { SyncChanges } from './time/SyncChanges.tsx';

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
  usePageTitle(t('syncOf', { data: sync.data ? spaced(sync.data.dataType).toLowerCase() : t('someData'), name }));
  if (sync.isPending) return <SkeletonRows count={8} />;
  if (!sync.data)
    return <ErrorNote error={sync.error} title={t('couldNotLoadSync')} retry={() => void sync.refetch()} />;
  return (
    <>
      <TextLink to={paths.companyHistory(companyId)} size="sm">
        {t('allSyncsOf', { name })}
      </TextLink>
      <div className="columns mt">
        <div>
          <Section
            title={t('syncOfDataType', { dataType: spaced(sync.data.dataType).toLowerCase() })}
            actions={<SyncActions sync={sync.data} />}
          >
            <Outcome sync={sync.data} />
            <Facts sync={sync.data} />
          </Section>
        </div>
        <Section title={t('timeline')}>
          <Timeline sync={sync.data} />
        </Section>
      </div>
      {sync.data.status === 'Complete' && <SyncChanges companyId={companyId} syncId={syncId} />}
      <CurlLine operation="getSync" input={{ companyId, syncId }} />
    </>
  );
}

function Outcome({ sync }: { sync: Sync }) {
  const { status, error } = sync;
  const advice = syncAdvice(sync);
  const isFailed = wordsFor('sync', status).tone === 'bad';
  const isHeld = isHeldBy(error?.code) && status === 'Waiting';
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
          title={
            isHeld
              ? t(error?.code === 'massDeletion' ? 'deletionsNeedConfirmation' : 'checksHoldNewState')
              : wordsFor('sync', status).meaning
          }
        >
          {error && <Text size="sm">{error.message}</Text>}
          {status === 'Waiting' && error?.retryAt && (
            <Text size="sm">
              {isAhead(error.retryAt, Date.now())
                ? t.rich('retriesAutomatically', {
                    time: <Time at={error.retryAt} />,
                    time2: <Time at={error.retryAt} exact />,
                  })
                : t('retryingNow')}
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
                  {
                    data: paths.companyRecords(sync.companyId),
                    connections: paths.companyConnections(sync.companyId),
                    quality: paths.companyQuality(sync.companyId),
                  }[advice.goTo]
                }
                size="compact-sm"
              >
                {{ data: t('goToRecords'), connections: t('goToConnections'), quality: t('goToQuality') }[advice.goTo]}
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
  const cancel = useChange('cancelSync', { refreshes: [...shown], done: t('syncCancelled') });
  const confirm = useChange('confirmDeletions', { refreshes: [...shown], done: t('deletionsConfirmed') });
  if (!useMay('developer') || !unfinishedSyncs.includes(status)) return null;
  return (
    <>
      {status === 'Waiting' && error?.code === 'massDeletion' && (
        <Confirm
          title={t('confirmDeletionsQuestion')}
          action={t('confirmDeletions')}
          isDangerous
          run={() => confirm.mutateAsync({ companyId, syncId })}
          trigger={(open) => (
            <Button size="compact-sm" onClick={open}>
              {t('confirmDeletions')}
            </Button>
          )}
        >
          {t('theMissingRecordsWillBe', { message: error.message })}
        </Confirm>
      )}
      <Confirm
        title={t('cancelThisSync')}
        action={t('cancelSync')}
        isDangerous
        run={() => cancel.mutateAsync({ companyId, syncId })}
        trigger={(open) => (
          <Button variant="default" size="compact-sm" onClick={open}>
            {t('cancelSync')}
          </Button>
        )}
      >
        {t('theSyncStopsNowData')}
      </Confirm>
    </>
  );
}

function Facts({ sync }: { sync: Sync }) {
  const number = new Intl.NumberFormat(locale());
  const { counts, progress } = sync;
  return (
    <dl className="facts mt">
      <dt>{t('fetched')}</dt>
      <dd>
        {t('recordsInPages', { records: progress.records, pages: progress.pages })}
        {progress.total !== undefined && ` · ${t('platformCounted', { total: number.format(progress.total) })}`}
      </dd>
      {sync.isFull !== undefined && (
        <>
          <dt>{t('type')}</dt>
          <dd>{sync.isFull ? t('fullAllRecords') : t('incrementalChangedRecordsOnly')}</dd>
        </>
      )}
      <dt>{t('added')}</dt>
      <dd>{number.format(counts.added)}</dd>
      <dt>{t('updated')}</dt>
      <dd>{number.format(counts.updated)}</dd>
      <dt>{t('deleted')}</dt>
      <dd>{number.format(counts.deleted)}</dd>
      <dt>{t('unchanged')}</dt>
      <dd>{number.format(counts.unchanged)}</dd>
      <dt>{t('requested')}</dt>
      <dd>
        <Time at={sync.requested} exact />
      </dd>
      <dt>{t('duration')}</dt>
      <dd>{tookText(sync.started, sync.completed)}</dd>
      <dt>{t('callsToThePlatform')}</dt>
      <dd>
        <TextLink inText to={paths.calls(sync.companyId, sync.connectionId)} search={{ sync: sync.syncId }}>
          {t('callsOfSync')}
        </TextLink>
      </dd>
      <dt>{t('syncId')}</dt>
      <dd>
        <CopyText value={sync.syncId} what={t('syncIdNoun')} />
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
              {t.rich('until', { time: <Time at={until} exact /> })}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
