import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { look, type Seen } from './look.ts';

/**
 * Notifies listeners of changes in their account, no matter which process made the change. One query (look.ts) serves
 * all listeners and runs twice a second while there are any. Each difference between two consecutive results becomes an
 * event.
 */
export type LiveWatch = {
  /**
   * Resolves when listening has started; `hear` is then called with all later events. The result is a function that
   * stops listening.
   */
  listen(accountId: string, hear: (events: LiveEvent[]) => void): Promise<() => void>;
  stop(): void;
  isStopped(): boolean;
  /** Aborted when the watch stops, so that callers can stop waiting. */
  stopped: AbortSignal;
};

export type LiveEvent = { event: 'hello' | Seen['kind'] | 'connection'; data: string };

type Account = {
  listeners: Set<(events: LiveEvent[]) => void>;
  /** The marks (see `Seen`) in the last result of the query. Undefined before the first result. */
  marks: Map<string, string> | undefined;
  begun: (() => void)[];
};

const everyMs = 500;
/** The pause after a query is at least 4 times as long as the query, so that queries run at most a fifth of the time. */
const restPerLook = 4;
/**
 * Ended syncs and pushes are read for this long after their `completed_at`, because the database transaction that sets
 * `completed_at` may commit later than that time.
 */
const endedForMs = 30_000;

export function createLiveWatch(ctx: { db: Db; clock: Clock; log: Log }): LiveWatch {
  /** The query serves all readers, so it must not belong to the trace of the request that started it. */
  const outside = AsyncLocalStorage.snapshot();
  const accounts = new Map<string, Account>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let hasFailed = false;
  let lookedAtMs = ctx.clock.nowMs();

  async function lookOnce(): Promise<void> {
    isLooking = true;
    const started = performance.now();
    const nowMs = ctx.clock.nowMs();
    const watched = [...accounts];
    try {
      const sinceMs = Math.min(lookedAtMs, nowMs) - endedForMs;
      const seen = Map.groupBy(
        await look(ctx.db, { accountIds: watched.map(([accountId]) => accountId), sinceMs, nowMs }),
        ({ accountId }) => accountId,
      );
      for (const [accountId, account] of watched) tell(account, seen.get(accountId) ?? []);
      lookedAtMs = nowMs;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) ctx.log.warn({ err: error }, 'live updates could not be read; listeners keep waiting');
      hasFailed = true;
    }
    isLooking = false;
    schedule(Math.max(everyMs, restPerLook * (performance.now() - started)));
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (accounts.size > 0 && !stopping.signal.aborted) timer = outside(() => setTimeout(lookOnce, ms));
  }

  function forget(accountId: string, account: Account, hear: (events: LiveEvent[]) => void): void {
    account.listeners.delete(hear);
    if (account.listeners.size === 0 && accounts.get(accountId) === account) accounts.delete(accountId);
  }

  return {
    async listen(accountId, hear) {
      const account: Account = accounts.get(accountId) ?? { listeners: new Set(), marks: undefined, begun: [] };
      accounts.set(accountId, account);
      account.listeners.add(hear);
      if (!account.marks && !stopping.signal.aborted) {
        const begun = new Promise<void>((resolve) => account.begun.push(resolve));
        if (!isLooking) schedule(0);
        await begun;
      }
      return () => forget(accountId, account, hear);
    },
    stopped: stopping.signal,
    isStopped: () => stopping.signal.aborted,
    stop() {
      clearTimeout(timer);
      stopping.abort();
      for (const { begun } of accounts.values()) for (const resolve of begun.splice(0)) resolve();
    },
  };
}

function tell(account: Account, seen: readonly Seen[]): void {
  const before = account.marks;
  account.marks = new Map(seen.map((one) => [`${one.kind} ${one.id}`, one.mark]));
  for (const resolve of account.begun.splice(0)) resolve();
  if (!before) return;
  const fresh = seen.filter((one) => before.get(`${one.kind} ${one.id}`) !== one.mark);
  const events = [
    // Oldest first: ids sort by time.
    ...fresh.toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap((one) => eventsOf(one, before)),
    ...goneConsumers(account.marks, before),
  ];
  if (events.length > 0) for (const hear of account.listeners) hear(events);
}

function eventsOf({ kind, id, json, connection }: Seen, before: ReadonlyMap<string, string>): LiveEvent[] {
  const [connectionId, companyId] = connection?.split(' ') ?? [];
  const isNewsOfConnection = connectionId !== undefined && !before.has(`${kind} ${id}`);
  return [
    { event: kind, data: json },
    ...(isNewsOfConnection
      ? [{ event: 'connection' as const, data: JSON.stringify({ connectionId, companyId }) }]
      : []),
  ];
}

function goneConsumers(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): LiveEvent[] {
  return [...before.keys()]
    .filter((key) => key.startsWith('consumer ') && !now.has(key))
    .map((key) => ({ event: 'consumer', data: JSON.stringify({ consumerId: key.slice('consumer '.length) }) }));
}
