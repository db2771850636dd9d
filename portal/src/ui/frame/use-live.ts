import type { LiveEvent, OperationName } from '@daybook/sdk';
import { useEffect, useRef } from 'react';
import { type Answer, daybook, queryClient, read, refresh } from '../../api.ts';

/** The operations whose queries are refetched after a live event, by kind of event. */
const shownBy: Record<string, OperationName[]> = {
  sync: ['listSyncs', 'getSync', 'getDataStatus', 'getCompany', 'listCompanies', 'getOverview', 'listRecords'],
  push: ['listPushes', 'getPush', 'getOverview'],
  message: [
    'listMessages',
    'countMessages',
    'getMessage',
    'getMessageSchedule',
    'listAttempts',
    'getConsumerStats',
    'getConsumerSchedule',
    'getOverview',
  ],
  company: ['listCompanies', 'getCompany', 'listConnections', 'getDataStatus', 'getOverview'],
  connection: ['listConnections', 'getCompany', 'listCompanies', 'getDataStatus', 'getOverview'],
  consumer: ['listConsumers', 'getConsumer', 'getOverview'],
  notice: ['getNotices'],
};
/**
 * Minimum time between two refetches. A sync reports its progress after each page, which is too often for refetching.
 */
const refreshEveryMs = 1000;
const reconnectAfterMs = 5000;

const listeners = new Set<(event: LiveEvent) => void>();

/** Subscribes to live events once for the whole portal and refetches the affected queries. */
export function useLiveRefresh(accountId: string | undefined): void {
  useEffect(() => {
    if (!accountId) return;
    const stop = new AbortController();
    const stale = new Set<OperationName>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const names = [...stale];
      stale.clear();
      void refresh(...names);
    };
    let isFirst = true;
    const hear = (event: LiveEvent) => {
      // Any data may have changed while the stream was disconnected.
      if (event.event === 'hello' && !isFirst) void queryClient.invalidateQueries();
      isFirst = false;
      if (event.event === 'sync') showSync(event.data);
      for (const name of shownBy[event.event] ?? []) stale.add(name);
      if (stale.size > 0) timer ??= setTimeout(flush, refreshEveryMs);
      for (const listener of listeners) listener(event);
    };
    void follow(hear, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [accountId]);
}

/** Calls `listener` for every live event. Used by pages that do more than refetch data. */
export function useLive(listener: (event: LiveEvent) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const hear = (event: LiveEvent) => latest.current(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, []);
}

/** Stores the sync from the event as query data, so that the page of the sync is updated without a request. */
function showSync(sync: Answer<'getSync'>): void {
  const { companyId, syncId } = sync;
  queryClient.setQueryData(read('getSync', { companyId, syncId }).queryKey, sync);
}

async function follow(hear: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of daybook.watch({ signal })) hear(event);
    } catch {
      // Ignore the error. The SDK reconnects by itself and throws only if a retry cannot help. Pages also work without
      // live events.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectAfterMs));
  }
}
