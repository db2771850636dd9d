import { Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { Answer } from '../../../api.ts';
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

/** Only the portal has the status "failing". It means that the consumer is enabled, but its deliveries fail. */
export const consumerState = ({ status, failingSince }: Pick<Consumer, 'status' | 'failingSince'>) =>
  status === 'enabled' && failingSince ? 'failing' : status;

const columns: Column<Consumer>[] = [
  {
    id: 'name',
    header: 'Name',
    orderBy: 'name',
    cell: ({ consumerId, name }) => <TextLink to={paths.consumer(consumerId)}>{name}</TextLink>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (consumer) => (
      <>
        <StatusBadge kind="consumer" state={consumerState(consumer)} />
        {consumer.status === 'enabled' && consumer.failingSince && (
          <Text size="xs" c="dimmed">
            started failing <Time at={consumer.failingSince} />
          </Text>
        )}
      </>
    ),
  },
  { id: 'url', header: 'URL', cell: ({ url }) => <span className="mono url">{url}</span> },
  {
    id: 'eventTypes',
    header: 'Events',
    cell: ({ eventTypes }) =>
      eventTypes.includes('*')
        ? 'All'
        : `${eventTypes.slice(0, 2).join(', ')}${eventTypes.length > 2 ? ` + ${eventTypes.length - 2}` : ''}`,
  },
  {
    id: 'channels',
    header: 'Companies',
    cell: ({ channels }) => (channels.length === 0 ? 'All' : String(channels.length)),
  },
  { id: 'created', header: 'Created', orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

export function ConsumersPage() {
  const may = useMay('developer');
  const { account } = useSession();
  const isOlder = account?.webhookGeneration === 'older';
  return (
    <Page title="Consumers" lead="Endpoints that receive your events." actions={may && <CreateConsumer />}>
      {isOlder && (
        <Text size="sm" mb="md">
          This account still uses the older webhooks (
          <TextLink to={paths.rules()} underline="always">
            rules
          </TextLink>
          ). Until it is migrated, consumers receive test events only.{' '}
          <TextLink to={paths.migration()} underline="always">
            View migration
          </TextLink>
        </Text>
      )}
      <SourceAddresses />
      <ListTable
        label="Consumers"
        operation="listConsumers"
        columns={columns}
        rowKey={({ consumerId }) => consumerId}
        search={{ label: 'Search by name', filter: (text) => hasWords('name', text) }}
        empty={
          <EmptyState
            icon={IconBell}
            title="No consumers yet"
            action={may && <CreateConsumer label="Create your first consumer" />}
          >
            A consumer is the URL of your endpoint. It receives a signed POST request for each event, such as a linked
            company, a completed sync or changed invoices. Earlier events can be replayed.
          </EmptyState>
        }
      />
    </Page>
  );
}
