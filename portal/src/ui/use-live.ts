import type { LiveEvent, OperationName } from '@daybook/sdk';
import { useEffect, useRef } from 'react';
import { type Answer, daybook, queryClient, read, refresh } from '../api.ts';

/** The reads to refetch after a live event of each kind. */
const shownBy: Record<string, OperationName[]> = {
  sync: ['listSyncs', 'getSync', 'getDataStatus', 'getCompany', 'listCompanies', 'getOverview', 'listRecords'],
  push: ['listPushes', 'getPush', 'getOverview'],
  message: ['listMessages', 'getMessage', 'listAttempts', 'getConsumerStats', 'getOverview'],
  company: ['listCompanies', 'getCompany', 'listConnections', 'getDataStatus', 'getOverview'],
  connection: ['listConnections', 'getCompany', 'listCompanies', 'getDataStatus', 'getOverview'],
  consumer: ['listConsumers', 'getConsumer', 'getOverview'],
};
/** A sync reports progress for each page; this limits how often queries are refetched. */
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
      // After a reconnect, anything may have changed in between.
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

/** Calls `listener` for every live event, for pages that do more than refetch. */
export function useLive(listener: (event: LiveEvent) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const hear = (event: LiveEvent) => latest.current(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, []);
}

/** Updates the page of a sync directly from each event, without a request. */
function showSync(sync: Answer<'getSync'>): void {
  const { companyId, syncId } = sync;
  queryClient.setQueryData(read('getSync', { companyId, syncId }).queryKey, sync);
}

async function follow(hear: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of daybook.watch({ signal })) hear(event);
    } catch {
      // The SDK reconnects by itself; errors here are rejections, such as a limit. Pages also work without live events.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectAfterMs));
  }
}
