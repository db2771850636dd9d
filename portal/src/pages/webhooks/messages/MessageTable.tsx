import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterSelect } from '../../../ui/filter/FilterSelect.tsx';
import { allOf } from '../../../ui/filter/filter-text.ts';
import { PeriodFilter } from '../../../ui/filter/PeriodFilter.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { CompanyName } from '../CompanyName.tsx';
import { DeliveriesCell, EventCell } from './MessageCells.tsx';
import { MessageHistogram } from './MessageHistogram.tsx';
import { messageState } from './message-state.ts';
import { useMessageFilter } from './use-message-filter.ts';

type Message = RowOf<'listMessages'>;

const columnsFor = (consumerId: string | undefined): Column<Message>[] => [
  { id: 'eventType', header: t('event'), cell: (message) => <EventCell message={message} /> },
  {
    id: 'status',
    header: t('status'),
    isHidden: consumerId !== undefined,
    cell: ({ status, summary }) => <StatusBadge kind="message" state={messageState(status, summary?.deliveries)} />,
  },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : <span className="dimmed">–</span>),
  },
  {
    id: 'deliveries',
    header: consumerId === undefined ? t('deliveries') : t('delivery'),
    cell: ({ summary }) => <DeliveriesCell deliveries={summary?.deliveries} only={consumerId} />,
  },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

const states = [
  { value: 'failed', label: t('failed') },
  { value: 'pending', label: t('pending') },
  { value: 'delivered', label: t('delivered') },
];

/** The message log of the account or of one consumer, over time and as a list, with the usual filters. */
export function MessageTable({ consumerId }: { consumerId?: string }) {
  const { address, set, setPeriod, period, withoutPeriod, filter } = useMessageFilter(consumerId);
  const { state, type, consumer } = address;
  const types = useQuery({ ...read('listEventTypes', { pageSize: 500 }), staleTime: 600_000 });
  const consumers = useQuery({ ...read('listConsumers', { pageSize: 1000 }), enabled: consumerId === undefined });

  return (
    <>
      <MessageHistogram
        query={allOf(withoutPeriod, address.query)}
        period={period}
        onPeriod={({ since, until }) => setPeriod({ since, until, hours: undefined })}
      />
      <ListTable
        label={t('messages')}
        operation="listMessages"
        input={{ include: 'summary' }}
        columns={columnsFor(consumerId)}
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
            <PeriodFilter period={period} onChange={setPeriod} />
          </>
        }
        empty={
          <EmptyState icon={IconMail} title={t('noMessagesYet')}>
            {consumerId === undefined ? t('everyEventIsLoggedHere') : t('nothingHasBeenSentThis')}
          </EmptyState>
        }
      />
    </>
  );
}
