import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daybook, refresh } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { allOf } from '../../../ui/filter/filter-text.ts';
import { periodLabel, timesOf } from '../../../ui/filter/period.ts';
import { tell } from '../../../ui/form/tell.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { useConsumerNames } from '../use-consumer-names.ts';
import { useMessageFilter } from './use-message-filter.ts';

/** Resends the failed messages that the filter of the message log selects. Shows their number first. */
export function ResendFiltered() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => setOpen(true)}>
        {t('resendFailed')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('resendFailedMessages')}>
        {isOpen && <ResendForm onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

/** Without other conditions, jobs of the service resend the messages of each consumer. */
const dayMs = 86_400_000;
/** Single messages are resent one by one, so there is a limit. */
const singleMax = 500;

type Found = { parts: { consumerId: string; total: number }[]; messageIds: string[]; total: number; isCut: boolean };

function ResendForm({ onDone }: { onDone: () => void }) {
  const { address, period, filter } = useMessageFilter();
  const nameOf = useConsumerNames();
  const [openedMs] = useState(() => Date.now());
  const { since = new Date(openedMs - 30 * dayMs).toISOString(), until } = timesOf(period, openedMs);
  const { type, consumer, query, state } = address;
  const isSingle = Boolean(type || query);
  const found = useQuery({
    queryKey: ['resendFiltered', since, until, consumer, isSingle && filter, query],
    queryFn: () =>
      isSingle ? findMessages(allOf(filter, query), state) : countByConsumer({ since, until, only: consumer }),
    staleTime: 0,
  });
  const [done, setDone] = useState(0);
  const send = useMutation({
    mutationFn: async ({ parts, messageIds }: Found) => {
      for (const { consumerId, total } of parts) {
        await daybook.recoverMessages({ consumerId, body: { since, ...(until && { until }) } });
        setDone((before) => before + total);
      }
      for (const messageId of messageIds) {
        await daybook.resendMessage({ messageId, body: consumer ? { consumerId: consumer } : {} });
        setDone((before) => before + 1);
      }
    },
    onSuccess: () => {
      tell(t('messagesQueued'));
      void refresh('listRedeliveries', 'listMessages', 'countMessages', 'getConsumerStats');
      onDone();
    },
  });
  const data = found.data;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('resendWhat', { period: periodLabel(period).toLowerCase() })}
      </Text>
      <Text size="sm" fw={600} aria-live="polite">
        {data ? t('willBeSent', { count: data.total }) : t('counting')}
      </Text>
      {data?.parts.map(({ consumerId, total }) => (
        <Text key={consumerId} size="sm">
          {t('toConsumer', { count: total, name: nameOf(consumerId) })}
        </Text>
      ))}
      {data?.isCut && (
        <Text size="sm" c="dimmed">
          {t('resendCut', { count: singleMax })}
        </Text>
      )}
      {send.isPending && data && (
        <Progress label={t('ofMessagesQueued', { done, total: data.total })} value={done} max={data.total} />
      )}
      <ErrorNote error={found.error ?? send.error} />
      <Group justify="flex-end">
        <Button disabled={!data?.total} loading={send.isPending} onClick={() => data && send.mutate(data)}>
          {data?.total ? t('resendCount', { count: data.total }) : t('resend')}
        </Button>
      </Group>
    </Stack>
  );
}

type Range = { since: string; until: string | undefined; only: string | undefined };

/** Counts the failed messages of each enabled consumer by a dry run of the operation that resends them. */
async function countByConsumer({ since, until, only }: Range): Promise<Found> {
  const { results } = await daybook.listConsumers({ pageSize: 1000 });
  const parts: Found['parts'] = [];
  for (const { consumerId, status } of results) {
    if (status === 'disabled' || (only !== undefined && consumerId !== only)) continue;
    const body = { since, dryRun: true, ...(until && { until }) };
    const { total } = await daybook.recoverMessages({ consumerId, body });
    if (total > 0) parts.push({ consumerId, total });
  }
  return { parts, messageIds: [], total: parts.reduce((sum, { total }) => sum + total, 0), isCut: false };
}

async function findMessages(filter: string | undefined, state: string | undefined): Promise<Found> {
  const query = state === 'failed' ? filter : allOf(filter, 'status=failed');
  const page = await daybook.listMessages({ ...(query && { query }), pageSize: singleMax, orderBy: 'created' });
  const messageIds = page.results.map(({ messageId }) => messageId);
  return { parts: [], messageIds, total: messageIds.length, isCut: page.totalResults > messageIds.length };
}
