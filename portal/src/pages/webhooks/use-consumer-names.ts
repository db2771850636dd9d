import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';

/** Names of consumers by their ids; one that was deleted keeps its id. */
export function useConsumerNames(): (consumerId: string) => string {
  const { data } = useQuery({ ...read('listConsumers', { pageSize: 1000 }), staleTime: 60_000 });
  const names = new Map((data?.results ?? []).map(({ consumerId, name }) => [consumerId, name]));
  return (consumerId) => names.get(consumerId) ?? `a deleted consumer (${consumerId.slice(0, 8)}…)`;
}
