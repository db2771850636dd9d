import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterSelect } from '../../../ui/filter/FilterSelect.tsx';
import { allOf } from '../../../ui/filter/filter-text.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { CompanyName } from '../CompanyName.tsx';

type Message = Answer<'listMessages'>['results'][number];

const columns: Column<Message>[] = [
  {
    id: 'eventType',
    header: t('event'),
    cell: ({ messageId, eventType, isTest }) => (
      <>
        <TextLink to={paths.message(messageId)}>{eventType}</TextLink>
        {isTest && <span className="dimmed"> {t('testNote')}</span>}
      </>
    ),
  },
  {
    id: 'status',
    header: t('status'),
    cell: ({ status }) => <StatusBadge kind="message" state={status === 'unmatched' ? 'none' : status} />,
  },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : <span className="dimmed">–</span>),
  },
  { id: 'recipients', header: t('consumers'), align: 'right', cell: ({ recipients }) => String(recipients) },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

const states = [
  { value: 'failed', label: t('failed') },
  { value: 'pending', label: t('pending') },
  { value: 'delivered', label: t('delivered') },
];
const spans = [
  { value: '1', label: t('lastHour') },
  { value: '24', label: t('last24Hours') },
  { value: '168', label: t('last7Days') },
];

/** The message log of the account or of one consumer, with the usual filters. */
export function MessageTable({ consumerId }: { consumerId?: string }) {
  const [address, setAddress] = useAddress();
  const { state, type, consumer, hours } = address;
  const types = useQuery({ ...read('listEventTypes', { pageSize: 500 }), staleTime: 600_000 });
  const consumers = useQuery({ ...read('listConsumers', { pageSize: 1000 }), enabled: consumerId === undefined });
  const wanted = consumerId ?? consumer;
  const filter = allOf(
    wanted && `consumerId=${wanted}`,
    state && `status=${state}`,
    type && `eventType=${type}`,
    hours && `created>=${hourStart(Number(hours))}`,
  );
  const set = (part: string) => (value: string | undefined) => setAddress({ [part]: value, page: undefined });

  return (
    <ListTable
      label={t('messages')}
      operation="listMessages"
      columns={columns}
      rowKey={({ messageId }) => messageId}
      filter={filter}
      {...(consumerId === undefined && {
        filterFields: ['eventType', 'companyId', 'status', 'consumerId', 'created', 'isTest'],
      })}
      controls={
        <>
          <FilterSelect
            label={t('status')}
            all={t('anyStatus')}
            data={consumerId === undefined ? [...states, { value: 'unmatched', label: t('noConsumers') }] : states}
            value={state}
            onChange={set('state')}
            w={150}
          />
          <FilterSelect
            label={t('event')}
            all={t('allEvents')}
            searchable
            data={(types.data?.results ?? []).map(({ eventType }) => eventType)}
            value={type}
            onChange={set('type')}
            w={200}
          />
          {consumerId === undefined && (
            <FilterSelect
              label={t('consumer')}
              all={t('allConsumers')}
              searchable
              data={(consumers.data?.results ?? []).map((one) => ({ value: one.consumerId, label: one.name }))}
              value={consumer}
              onChange={set('consumer')}
              w={180}
            />
          )}
          <FilterSelect
            label={t('time')}
            all={t('anyTime')}
            data={spans}
            value={hours}
            onChange={set('hours')}
            w={160}
          />
        </>
      }
      empty={
        <EmptyState icon={IconList} title={t('noMessagesYet')}>
          {consumerId === undefined ? t('everyEventIsLoggedHere') : t('nothingHasBeenSentThis')}
        </EmptyState>
      }
    />
  );
}

/**
 * Returns the time `hours` ago, rounded down to a full minute. The request then stays the same for up to a minute and
 * can be cached.
 */
function hourStart(hours: number): string {
  const ms = Date.now() - hours * 3_600_000;
  return new Date(ms - (ms % 60_000)).toISOString();
}
