import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
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
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { isAhead } from '../../../ui/time-words.ts';
import { useParam } from '../../../ui/use-address.ts';
import { CompanyName } from '../CompanyName.tsx';
import { MessageSchedule } from '../schedule/MessageSchedule.tsx';
import { useConsumerNames } from '../use-consumer-names.ts';
import { AttemptList } from './AttemptList.tsx';
import { deliveryState, messageState } from './message-state.ts';
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
  const breadcrumbs = [{ label: t('messageLog'), to: paths.messages() }];
  if (error)
    return (
      <Page title={t('message')} breadcrumbs={breadcrumbs}>
        <ErrorNote error={error} title={t('couldNotLoadMessage')} retry={() => void refetch()} />
      </Page>
    );
  if (!message) return <PageLoading />;
  return (
    <Page
      title={message.eventType}
      breadcrumbs={breadcrumbs}
      lead={
        <Group gap="md">
          <StatusBadge kind="message" state={messageState(message.status, message.deliveries)} />
          <span>
            {String(message.body.Message ?? '')} <Time at={message.created} />
          </span>
        </Group>
      }
      actions={may && <Resend message={message} nameOf={nameOf} />}
    >
      <Deliveries message={message} nameOf={nameOf} />
      {message.status === 'pending' && <MessageSchedule messageId={messageId} nameOf={nameOf} />}
      <Section title={t('attempts')} lead={t('allRequestsWereMadeThis')}>
        <ErrorNote error={attempts.error} retry={() => void attempts.refetch()} />
        {attempts.isPending && <SkeletonRows count={3} />}
        {attempts.data &&
          (attempts.data.results.length === 0 ? (
            <p className="dimmed">{t('noAttemptsYet')}</p>
          ) : (
            <AttemptList
              messageId={messageId}
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
        <Section title={t('payload')} lead={t('theRequestBodyEveryAttempt')}>
          <Json value={message.body} what={t('payloadNoun')} />
        </Section>
        <Facts message={message} />
      </div>
    </Page>
  );
}

function Facts({ message }: { message: Message }) {
  const { messageId, companyId, created, isTest } = message;
  return (
    <Section title={t('details')}>
      <dl className="facts">
        <dt>{t('messageId')}</dt>
        <dd>
          {t.rich('sentAsHeaderWebhookId', {
            copyText: <CopyText value={messageId} what={t('messageIdNoun')} />,
            code: (text) => <code>{text}</code>,
          })}
        </dd>
        <dt>{t('created')}</dt>
        <dd>
          <Time at={created} exact />
        </dd>
        {companyId && (
          <>
            <dt>{t('company')}</dt>
            <dd>
              <CompanyName companyId={companyId} />
            </dd>
          </>
        )}
        <dt>{t('type')}</dt>
        <dd>{isTest ? t('testEvent') : t('event')}</dd>
      </dl>
    </Section>
  );
}

function Deliveries({ message, nameOf }: { message: Message; nameOf: (consumerId: string) => string }) {
  if (message.deliveries.length === 0)
    return (
      <Section title={t('deliveries')}>
        <EmptyState title={t('noDeliveries')}>
          {t('noConsumerWasSubscribedWhen', { eventType: message.eventType })}
        </EmptyState>
      </Section>
    );
  const columns: Column<Message['deliveries'][number]>[] = [
    {
      id: 'consumer',
      header: t('consumer'),
      cell: ({ consumerId }) => <TextLink to={paths.consumer(consumerId)}>{nameOf(consumerId)}</TextLink>,
    },
    {
      id: 'status',
      header: t('status'),
      cell: (delivery) => <StatusBadge kind="message" state={deliveryState(delivery)} />,
    },
    { id: 'attempts', header: t('attempts'), cell: ({ attempts }) => attempts },
    {
      id: 'nextAttempt',
      header: t('nextAttempt'),
      cell: ({ status, nextAttempt }) =>
        status === 'pending' && nextAttempt && !isAhead(nextAttempt, Date.now()) ? (
          t('now')
        ) : (
          <Time at={status === 'pending' ? nextAttempt : undefined} />
        ),
    },
  ];
  return (
    <Section title={t('deliveries')}>
      <RowTable
        label={t('deliveries')}
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
    done: t('messageResent'),
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
            {t('resend')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => resend.mutate({ messageId, body: {} })}>{t('toAllMatchingConsumers')}</Menu.Item>
          {deliveries.map(({ consumerId }) => (
            <Menu.Item key={consumerId} onClick={() => resend.mutate({ messageId, body: { consumerId } })}>
              {t('toOnly', { name: nameOf(consumerId) })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorNote error={resend.error} />
    </>
  );
}
