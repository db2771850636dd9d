import type { Db } from '../../db/db.ts';
import type { Call } from '../../http/route.ts';
import { writeBookmark } from './bookmark.ts';
import type { ChangeWakeups, Outcome } from './change-wakeups.ts';
import { type ChangePage, type ChangeRequest, readChanges } from './changes.ts';
import { heartbeatMs, isStillAllowed, passForMs, type WaitingReaders } from './waiting-readers.ts';

/** A waiting request holds neither a PostgreSQL connection nor one of the company's request slots. */
export type FollowContext = { db: Db; changeWakeups: ChangeWakeups; waitingReaders: WaitingReaders };
type Follower = Pick<Call, 'signal' | 'releaseSlot' | 'passAgain'>;

/** Long poll. Returns a page as soon as there are changes, or an empty page after the timeout. */
export async function awaitChanges(
  ctx: FollowContext,
  call: Follower,
  { waitMs, ...request }: ChangeRequest & { waitMs: number },
): Promise<ChangePage> {
  const until = performance.now() + waitMs;
  let page = await readChanges(ctx, request);
  if (waitMs === 0 || !isAtEnd(page)) return page;
  const leave = ctx.waitingReaders.enter(request.scope.accountId);
  call.releaseSlot();
  try {
    const signal = call.signal();
    while (isAtEnd(page) && performance.now() < until) {
      const { accountId, companyId } = request.scope;
      const outcome = await ctx.changeWakeups.wait({
        accountId,
        ...(companyId !== undefined && { companyId }),
        after: page.head,
        timeoutMs: until - performance.now(),
        signal,
      });
      if (outcome !== 'published') break;
      await call.passAgain();
      page = await readChanges(ctx, { ...request, after: page.next });
    }
    return page;
  } finally {
    leave();
  }
}

const isAtEnd = (page: ChangePage) => page.text === null && !page.hasMore;

const eventsAtOnce = 100;

/**
 * Sends server-sent events until the client disconnects, the client loses access, or the process stops. The client then
 * reconnects with Last-Event-ID. Heartbeats also carry the bookmark, so that the server does not reread excluded
 * changes after a reconnection.
 */
export async function* changeEvents(
  ctx: FollowContext,
  call: Follower,
  request: Omit<ChangeRequest, 'form' | 'limit'>,
): AsyncGenerator<string> {
  const { accountId, companyId } = request.scope;
  const leave = ctx.waitingReaders.enter(accountId);
  call.releaseSlot();
  try {
    const signal = call.signal();
    const read = (after: ChangeRequest['after']) =>
      readChanges(ctx, { ...request, after, form: 'events', limit: eventsAtOnce });
    let page = await read(request.after);
    let [sentAt, passedAt] = [performance.now(), performance.now()];
    yield `retry: 2000\n\n${page.text ?? ''}`;
    while (!signal.aborted && !ctx.changeWakeups.isStopped()) {
      let outcome: Outcome = 'published';
      if (!page.hasMore) {
        outcome = await ctx.changeWakeups.wait({
          accountId,
          ...(companyId !== undefined && { companyId }),
          after: page.head,
          timeoutMs: Math.max(0, sentAt + heartbeatMs - performance.now()),
          signal,
        });
      }
      if (outcome === 'gone' || outcome === 'stopped') return;
      if (performance.now() - passedAt >= passForMs) {
        if (!(await isStillAllowed(call))) return;
        passedAt = performance.now();
      }
      if (outcome === 'published') page = await read(page.next);
      if (outcome === 'published' && page.text === null) continue;
      sentAt = performance.now();
      yield outcome === 'timeout' ? `: still here\nid: ${writeBookmark(page.next)}\n\n` : (page.text ?? '');
    }
  } finally {
    leave();
  }
}
