import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/webhooks.ts';

/** Returns a function that finds the name of a consumer. A deleted consumer is shown by its id. */
export function useConsumerNames(): (consumerId: string) => string {
  const { data } = useQuery({ ...read('listConsumers', { pageSize: 1000 }), staleTime: 60_000 });
  const names = new Map((data?.results ?? []).map(({ consumerId, name }) => [consumerId, name]));
  return (consumerId) => names.get(consumerId) ?? t('deletedConsumer', { consumerId: `${consumerId.slice(0, 8)}…` });
}
