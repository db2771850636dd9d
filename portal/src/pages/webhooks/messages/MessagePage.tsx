import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { Json } from '../../../ui/code/Json.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Page, Section } from '../../../ui/frame/Page.tsx';
import { PageLoading, SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { StatusBadge, ToneBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { isAhead } from '../../../ui/time-words.ts';
import { useParam } from '../../../ui/use-address.ts';
import { CompanyName } from '../CompanyName.tsx';
import { useConsumerNames } from '../use-consumer-names.ts';
import { AttemptList } from './AttemptList.tsx';
import '../webhooks.css';

type Message = Answer<'getMessage'>;

/** Shows one message: its payload, its deliveries, and every attempt. */
export function MessagePage() {
  const messageId = useParam('messageId');
  const { data: message, error, refetch } = useQuery(read('getMessage', { messageId }, { exact: true }));
  const attempts = useQuery({
    ...read('listAttempts', { messageId, pageSize: 500 }),
    // Refetch while a delivery is pending, because the outcome is recorded shortly after the attempt.
    refetchInterval: message?.deliveries.some(({ status }) => status === 'pending') ? 3000 : false,
  });
  const nameOf = useConsumerNames();
  const may = useMay('developer');
  const breadcrumbs = [{ label: 'Message log', to: paths.messages() }];
  if (error)
    return (
      <Page title="Message" breadcrumbs={breadcrumbs}>
        <ErrorNote error={error} title="Could not load the message" retry={() => void refetch()} />
      </Page>
    );
  if (!message) return <PageLoading />;
  return (
    <Page
      title={message.eventType}
      breadcrumbs={breadcrumbs}
      lead={
        <Group gap="md">
          <StatusBadge kind="message" state={message.status === 'unmatched' ? 'none' : message.status} />
          <span>
            {String(message.body.Message ?? '')} <Time at={message.created} />
          </span>
        </Group>
      }
      actions={may && <Resend message={message} nameOf={nameOf} />}
    >
      <Deliveries message={message} nameOf={nameOf} />
      <Section title="Attempts" lead="All requests that were made for this message, newest first.">
        <ErrorNote error={attempts.error} retry={() => void attempts.refetch()} />
        {attempts.isPending && <SkeletonRows count={3} />}
        {attempts.data &&
          (attempts.data.results.length === 0 ? (
            <p className="dimmed">No attempts yet.</p>
          ) : (
            <AttemptList
              attempts={attempts.data.results.toReversed()}
              nameOf={nameOf}
              isPending={(consumerId) =>
                message.deliveries.some((one) => one.consumerId === consumerId && one.status === 'pending')
              }
            />
          ))}
        <CurlLine operation="listAttempts" input={{ messageId }} />
      </Section>
      <div className="columns">
        <Section title="Payload" lead="The request body of every attempt.">
          <Json value={message.body} what="payload" />
        </Section>
        <Facts message={message} />
      </div>
    </Page>
  );
}

function Facts({ message }: { message: Message }) {
  const { messageId, companyId, created, isTest } = message;
  return (
    <Section title="Details">
      <dl className="facts">
        <dt>Message ID</dt>
        <dd>
          <CopyText value={messageId} what="message ID" /> (sent as the header <code>webhook-id</code>)
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={created} exact />
        </dd>
        {companyId && (
          <>
            <dt>Company</dt>
            <dd>
              <CompanyName companyId={companyId} />
            </dd>
          </>
        )}
        <dt>Type</dt>
        <dd>{isTest ? 'Test event' : 'Event'}</dd>
      </dl>
    </Section>
  );
}

function Deliveries({ message, nameOf }: { message: Message; nameOf: (consumerId: string) => string }) {
  if (message.deliveries.length === 0)
    return (
      <Section title="Deliveries">
        <EmptyState title="No deliveries">
          No consumer was subscribed to {message.eventType} when this event was created. After you add a consumer, you
          can resend this message or replay all missed messages.
        </EmptyState>
      </Section>
    );
  const columns: Column<Message['deliveries'][number]>[] = [
    {
      id: 'consumer',
      header: 'Consumer',
      cell: ({ consumerId }) => <TextLink to={paths.consumer(consumerId)}>{nameOf(consumerId)}</TextLink>,
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status, attempts }) =>
        status === 'pending' && attempts > 0 ? (
          <ToneBadge tone="wait" label="Retrying" />
        ) : (
          <StatusBadge kind="message" state={status} />
        ),
    },
    { id: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts },
    {
      id: 'nextAttempt',
      header: 'Next attempt',
      cell: ({ status, nextAttempt }) =>
        status === 'pending' && nextAttempt && !isAhead(nextAttempt, Date.now()) ? (
          'now'
        ) : (
          <Time at={status === 'pending' ? nextAttempt : undefined} />
        ),
    },
  ];
  return (
    <Section title="Deliveries">
      <RowTable
        label="Deliveries"
        columns={columns}
        rows={message.deliveries}
        rowKey={({ consumerId }) => consumerId}
      />
    </Section>
  );
}

function Resend({ message, nameOf }: { message: Message; nameOf: (consumerId: string) => string }) {
  const { messageId, deliveries } = message;
  const resend = useChange('resendMessage', {
    refreshes: ['getMessage', 'listAttempts', 'listMessages'],
    done: 'Message resent.',
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            leftSection={<IconSend size={16} />}
            rightSection={<IconChevronDown size={14} />}
            loading={resend.isPending}
          >
            Resend
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => resend.mutate({ messageId, body: {} })}>To all matching consumers</Menu.Item>
          {deliveries.map(({ consumerId }) => (
            <Menu.Item key={consumerId} onClick={() => resend.mutate({ messageId, body: { consumerId } })}>
              To {nameOf(consumerId)} only
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorNote error={resend.error} />
    </>
  );
}
