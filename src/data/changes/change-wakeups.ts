import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';
import { numberForAll } from './number-publications.ts';

/**
 * Wakes requests that wait for changes. While any request waits, each process polls ten times a second, with one
 * statement for all waiting requests. LISTEN is not used, because it does not work behind a transaction pooler, and a
 * NOTIFY in the publishing transaction would serialize the commits of all accounts behind one lock.
 */
export type ChangeWakeups = {
  /**
   * Resolves on a publication newer than `after`, on timeout, when the client disconnects or when the process stops.
   */
  wait(options: {
    accountId: string;
    companyId?: string;
    after: number;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<Outcome>;
  /** Ends all waits; later calls of `wait` return at once. */
  stop(): void;
  isStopped(): boolean;
};

export type Outcome = 'published' | 'timeout' | 'gone' | 'stopped';

type Waiter = { companyId: string | undefined; after: number; end(outcome: Outcome): void };
type Account = { looked: number; waiters: Set<Waiter> };

const everyMs = 100;
/** The pause after a poll is at least this multiple of its duration, so polling uses at most 10 % of a connection. */
const restPerLook = 9;

export function createChangeWakeups(ctx: { db: Db; log: Log }): ChangeWakeups {
  /** The query serves all readers, so it must not belong to the trace of the request that started it. */
  const outside = AsyncLocalStorage.snapshot();
  const accounts = new Map<string, Account>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let hasFailed = false;

  async function look(): Promise<void> {
    const started = performance.now();
    try {
      const looked = () => [...accounts].map(([accountId, account]) => ({ accountId, looked: account.looked }));
      let published = await findPublished(ctx.db, looked());
      const unnumbered = published.filter(({ position }) => position < 0).map((row) => row.account_id);
      if (unnumbered.length > 0) {
        await numberForAll(ctx, [...new Set(unnumbered)]);
        published = await findPublished(ctx.db, looked());
      }
      for (const row of published) wake(row);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) ctx.log.warn({ err: error }, 'could not poll for changes; readers keep waiting');
      hasFailed = true;
    }
    timer = undefined;
    schedule(Math.max(everyMs, restPerLook * (performance.now() - started)));
  }

  function schedule(ms: number): void {
    if (timer === undefined && accounts.size > 0 && !isStopped) timer = outside(() => setTimeout(look, ms));
  }

  function wake({ account_id: accountId, company_id: companyId, position }: Published): void {
    const account = accounts.get(accountId);
    if (!account) return;
    account.looked = Math.max(account.looked, position);
    for (const waiter of [...account.waiters]) {
      const isConcerned = waiter.companyId === undefined || waiter.companyId === companyId;
      if (isConcerned && waiter.after < position) waiter.end('published');
    }
  }

  return {
    wait({ accountId, companyId, after, timeoutMs, signal }) {
      if (isStopped) return Promise.resolve('stopped');
      if (signal.aborted) return Promise.resolve('gone');
      return new Promise((resolve) => {
        const account = accounts.get(accountId) ?? { looked: after, waiters: new Set() };
        accounts.set(accountId, account);
        // This reader may be behind the last poll, so the next poll must start at the reader's position.
        account.looked = Math.min(account.looked, after);
        const gone = () => waiter.end('gone');
        const timeout = setTimeout(() => waiter.end('timeout'), timeoutMs);
        const waiter: Waiter = {
          companyId,
          after,
          end(outcome) {
            clearTimeout(timeout);
            signal.removeEventListener('abort', gone);
            account.waiters.delete(waiter);
            if (account.waiters.size === 0) accounts.delete(accountId);
            resolve(outcome);
          },
        };
        account.waiters.add(waiter);
        signal.addEventListener('abort', gone);
        schedule(everyMs);
      });
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const { waiters } of [...accounts.values()]) for (const waiter of [...waiters]) waiter.end('stopped');
    },
  };
}

type Published = { account_id: string; company_id: string; position: number };

/**
 * For each company that has published since the last poll, returns the newest position. If an account has publications
 * without a position, also returns one of them, with a negative `position`.
 */
async function findPublished(db: Db, accounts: { accountId: string; looked: number }[]): Promise<Published[]> {
  const { rows } = await sql<Published>`select w.account_id, p.company_id, p.position
    from unnest(${accounts.map((account) => account.accountId)}::uuid[], ${accounts.map((account) => account.looked)}::bigint[])
      as w (account_id, looked)
    cross join lateral (
      (select p.company_id, p.position from publication p where p.account_id = w.account_id and p.position < 0 limit 1)
      union all
      (select p.company_id, max(p.position) as position from publication p
        where p.account_id = w.account_id and p.position > w.looked group by p.company_id)
    ) p`.execute(db.system);
  return rows;
}
