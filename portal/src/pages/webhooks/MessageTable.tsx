import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterSelect } from '../../ui/FilterSelect.tsx';
import { allOf } from '../../ui/filter-text.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { CompanyName } from './CompanyName.tsx';

type Message = Answer<'listMessages'>['results'][number];

const columns: Column<Message>[] = [
  {
    id: 'eventType',
    header: 'Event',
    cell: ({ messageId, eventType, isTest }) => (
      <>
        <TextLink to={paths.message(messageId)}>{eventType}</TextLink>
        {isTest && <span className="dimmed"> (test)</span>}
      </>
    ),
  },
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => <StatusBadge kind="message" state={status === 'unmatched' ? 'none' : status} />,
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : <span className="dimmed">–</span>),
  },
  { id: 'recipients', header: 'Consumers', align: 'right', cell: ({ recipients }) => String(recipients) },
  { id: 'created', header: 'Happened', orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

const states = [
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
];
const spans = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
];

/** The message log: of everything, or of one consumer, with the searches that people make. */
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
      label="Messages"
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
            label="State"
            all="Any state"
            data={consumerId === undefined ? [...states, { value: 'unmatched', label: 'Nobody listens' }] : states}
            value={state}
            onChange={set('state')}
            w={150}
          />
          <FilterSelect
            label="Event"
            all="Every event"
            searchable
            data={(types.data?.results ?? []).map(({ eventType }) => eventType)}
            value={type}
            onChange={set('type')}
            w={200}
          />
          {consumerId === undefined && (
            <FilterSelect
              label="Consumer"
              all="Every consumer"
              searchable
              data={(consumers.data?.results ?? []).map((one) => ({ value: one.consumerId, label: one.name }))}
              value={consumer}
              onChange={set('consumer')}
              w={180}
            />
          )}
          <FilterSelect label="Time" all="At any time" data={spans} value={hours} onChange={set('hours')} w={160} />
        </>
      }
      empty={
        <EmptyState icon={IconList} title="No message yet">
          {consumerId === undefined
            ? 'Every event stands here, whoever listens. Create a company, and the first will.'
            : 'Nothing has been sent here so far. “Send a test event” does.'}
        </EmptyState>
      }
    />
  );
}

/** Full minutes: the same list stays the same request for a while. */
function hourStart(hours: number): string {
  const ms = Date.now() - hours * 3_600_000;
  return new Date(ms - (ms % 60_000)).toISOString();
}
