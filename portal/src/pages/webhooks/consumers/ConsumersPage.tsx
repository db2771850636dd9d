import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { hasWords } from '../../../ui/filter/filter-text.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { useMay, useSession } from '../../../ui/frame/use-session.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { CreateConsumer } from './CreateConsumer.tsx';
import { SourceAddresses } from './SourceAddresses.tsx';
import '../webhooks.css';

type Consumer = Answer<'listConsumers'>['results'][number];

/** The status to show. "failing" exists only in the portal: the consumer is enabled, but its deliveries fail. */
export const consumerState = ({ status, failingSince }: Pick<Consumer, 'status' | 'failingSince'>) =>
  status === 'enabled' && failingSince ? 'failing' : status;

const columns: Column<Consumer>[] = [
  {
    id: 'name',
    header: t('name'),
    orderBy: 'name',
    cell: ({ consumerId, name }) => <TextLink to={paths.consumer(consumerId)}>{name}</TextLink>,
  },
  {
    id: 'status',
    header: t('status'),
    cell: (consumer) => (
      <>
        <StatusBadge kind="consumer" state={consumerState(consumer)} />
        {consumer.status === 'enabled' && consumer.failingSince && (
          <Text size="xs" c="dimmed">
            {t.rich('startedFailing', { time: <Time at={consumer.failingSince} /> })}
          </Text>
        )}
      </>
    ),
  },
  { id: 'url', header: t('url'), cell: ({ url }) => <span className="mono url">{url}</span> },
  {
    id: 'eventTypes',
    header: t('events'),
    cell: ({ eventTypes }) =>
      eventTypes.includes('*')
        ? t('all')
        : `${eventTypes.slice(0, 2).join(', ')}${eventTypes.length > 2 ? ` + ${eventTypes.length - 2}` : ''}`,
  },
  {
    id: 'channels',
    header: t('companies'),
    cell: ({ channels }) => (channels.length === 0 ? t('all') : String(channels.length)),
  },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

export function ConsumersPage() {
  const may = useMay('developer');
  const { account } = useSession();
  const isOlder = account?.webhookGeneration === 'older';
  return (
    <Page title={t('consumers')} lead={t('endpointsReceiveEvents')} actions={may && <CreateConsumer inAddress />}>
      {isOlder && (
        <Text size="sm" mb="md">
          {t.rich('thisAccountStillUsesOlder', {
            link: (text) => (
              <TextLink to={paths.rules()} underline="always">
                {text}
              </TextLink>
            ),
            link2: (text) => (
              <TextLink to={paths.migration()} underline="always">
                {text}
              </TextLink>
            ),
          })}
        </Text>
      )}
      <SourceAddresses />
      <ListTable
        label={t('consumers')}
        operation="listConsumers"
        columns={columns}
        rowKey={({ consumerId }) => consumerId}
        periodField="created"
        periodName={t('created')}
        search={{ label: t('searchByName'), filter: (text) => hasWords('name', text) }}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={t('noConsumersYet')}
            action={may && <CreateConsumer label={t('createYourFirstConsumer')} />}
          >
            {t('aConsumerIsUrlEndpoint')}
          </EmptyState>
        }
      />
    </Page>
  );
}
