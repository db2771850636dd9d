import { Button, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconRestore, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read, refresh } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { tell } from '../../../ui/form/tell.ts';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { Time } from '../../../ui/Time.tsx';

type Kind = 'recover' | 'replay';
type Redelivery = Answer<'getRedelivery'>;

const spans = [
  { value: '1', label: t('lastHour') },
  { value: '24', label: t('last24Hours') },
  { value: '168', label: t('last7Days') },
  { value: '720', label: t('last30Days') },
];

/** Resends failed or missed messages. Shows how many there are before sending, and then the progress. */
export function RedeliverySection({ consumerId }: { consumerId: string }) {
  const may = useMay('developer');
  const list = { query: `consumerId=${consumerId}`, orderBy: '-requested', pageSize: 5 };
  const { data, error, isPending } = useQuery({
    ...read('listRedeliveries', list),
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? 1000 : false),
  });
  return (
    <Section
      title={t('resendMessages')}
      lead={t('afterOutageResendMessagesAre')}
      actions={
        may && (
          <Group gap="xs">
            <RetryButton consumerId={consumerId} />
            <RedeliverButton consumerId={consumerId} kind="recover" label={t('recoverFailedMessages')} />
            <RedeliverButton consumerId={consumerId} kind="replay" label={t('replayMissedMessages')} />
          </Group>
        )
      }
    >
      <ErrorNote error={error} />
      {isPending && <SkeletonRows count={1} />}
      {data?.results.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noResendsYet')}
        </Text>
      )}
      <Stack gap="sm">
        {data?.results.map((one) => (
          <RedeliveryLine key={one.redeliveryId} redelivery={one} />
        ))}
      </Stack>
    </Section>
  );
}

/** A button that retries pending messages now. It is hidden if no message is waiting for a retry. */
function RetryButton({ consumerId }: { consumerId: string }) {
  const { data } = useQuery({ ...read('getConsumerStats', { consumerId, hours: 24 }), refetchInterval: 15_000 });
  const retry = useChange('retryMessages', {
    refreshes: ['getConsumerStats', 'getConsumer', 'listMessages', 'listRedeliveries'],
    after: ({ total }) => tell(total === 0 ? t('noPendingMessagesRetry') : t('retryingNow', { count: total })),
  });
  const waiting = data?.waiting ?? 0;
  if (waiting === 0 && !retry.error) return null;
  return (
    <>
      <Button
        leftSection={<IconSend size={16} />}
        loading={retry.isPending}
        onClick={() => retry.mutate({ consumerId })}
      >
        {t(waiting >= countedMax ? 'retryOrMorePending' : 'retryPending', { waiting })}
      </Button>
      <ErrorNote error={retry.error} />
    </>
  );
}

/** The service counts messages only up to this number. */
const countedMax = 10_000;

const isUnderWay = ({ status }: Redelivery) => status === 'Queued' || status === 'Running';

function RedeliveryLine({ redelivery }: { redelivery: Redelivery }) {
  const { redeliveryId, kind, total, done, status, requested } = redelivery;
  const cancel = useChange('cancelRedelivery', { refreshes: ['listRedeliveries'] });
  const verb = kind === 'recover' ? t('recoveryOf') : kind === 'replay' ? t('replayOf') : t('retryOf');
  const what = t('ofMessagesQueued', { done, total });
  if (!isUnderWay(redelivery))
    return (
      <Text size="sm">
        {verb} <Time at={requested} />: {what}. {status}.
      </Text>
    );
  return (
    <Group wrap="nowrap" align="flex-start">
      <div className="grow">
        <Progress label={`${verb}: ${what}`} value={done} max={total} />
      </div>
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ redeliveryId })}
      >
        {t('cancel')}
      </Button>
    </Group>
  );
}

export function RedeliverButton({ consumerId, kind, label }: { consumerId: string; kind: Kind; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={label}>
        {isOpen && <RedeliverForm consumerId={consumerId} first={kind} onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

const operations = { recover: 'recoverMessages', replay: 'replayMessages' } as const;

function RedeliverForm({ consumerId, first, onDone }: { consumerId: string; first: Kind; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>(first);
  const [hours, setHours] = useState('24');
  // The count and the resend use the same start time, so that they cover the same messages.
  const [openedMs] = useState(() => Date.now());
  const since = new Date(openedMs - Number(hours) * 3_600_000).toISOString();
  const counted = useQuery({
    ...read(operations[kind], { consumerId, body: { since, dryRun: true } }),
    staleTime: 0,
  });
  const send = useChange(operations[kind], {
    done: t('messagesQueued'),
    after: () => {
      void refresh('listRedeliveries', 'listMessages', 'getConsumerStats');
      onDone();
    },
  });
  const total = counted.data?.total;
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t('messagesToResend')}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        data={[
          { value: 'recover', label: t('failed') },
          { value: 'replay', label: t('missed') },
        ]}
      />
      <Text size="sm" c="dimmed">
        {kind === 'recover' ? t('messagesThisConsumerDidNot') : t('messagesMatchThisConsumersCurrent')}
      </Text>
      <Select
        label={t('period')}
        data={spans}
        value={hours}
        onChange={(next) => setHours(next ?? '24')}
        allowDeselect={false}
      />
      <Text size="sm" fw={600} aria-live="polite">
        {total === undefined ? t('counting') : t('willBeSent', { count: total })}
      </Text>
      <ErrorNote error={counted.error ?? send.error} />
      <Group justify="flex-end">
        <Button disabled={!total} loading={send.isPending} onClick={() => send.mutate({ consumerId, body: { since } })}>
          {total ? t('resendCount', { count: total }) : t('resend')}
        </Button>
      </Group>
    </Stack>
  );
}
