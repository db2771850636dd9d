import { heartbeatMs, isStillAllowed, passForMs, type WaitingReaders } from '../data/changes/waiting-readers.ts';
import type { Call } from '../http/route.ts';
import type { LiveEvent, LiveWatch } from './live-watch.ts';

export type LiveContext = { liveWatch: LiveWatch; waitingReaders: WaitingReaders };

/** If more events than this wait for a slow client, they are replaced by `hello`, and the client reloads everything. */
const queueMax = 1000;

/**
 * Streams server-sent events until the client disconnects or loses access, or until the process stops. A stream cannot
 * be resumed. It begins with `hello`, after which the client loads the data that it shows. The client misses nothing,
 * because the server collects events even before it sends `hello`.
 */
export async function* liveStream(
  ctx: LiveContext,
  call: Pick<Call, 'signal' | 'releaseSlot' | 'passAgain' | 'principal'>,
  isWanted: (event: LiveEvent) => boolean,
): AsyncGenerator<string> {
  const { accountId } = call.principal;
  const leave = ctx.waitingReaders.enter(accountId);
  call.releaseSlot();
  const gone = call.signal();
  const queue: LiveEvent[] = [];
  let wake = () => {};
  const forget = await ctx.liveWatch
    .listen(accountId, (events) => {
      queue.push(...events.filter(isWanted));
      if (queue.length > queueMax) queue.splice(0, queue.length, hello);
      wake();
    })
    .catch((error) => {
      leave();
      throw error;
    });
  const ends = AbortSignal.any([gone, ctx.liveWatch.stopped]);
  ends.addEventListener('abort', () => wake(), { once: true });
  try {
    yield `retry: 2000\n\n${textOf(hello)}`;
    let passedAt = performance.now();
    while (!ends.aborted) {
      if (queue.length === 0) await waitFor((resolve) => (wake = resolve), heartbeatMs);
      if (ends.aborted) return;
      if (performance.now() - passedAt >= passForMs) {
        if (!(await isStillAllowed(call))) return;
        passedAt = performance.now();
      }
      yield queue.length === 0 ? ': still here\n\n' : queue.splice(0).map(textOf).join('');
    }
  } finally {
    forget();
    leave();
  }
}

const hello: LiveEvent = { event: 'hello', data: '{}' };
const textOf = ({ event, data }: LiveEvent) => `event: ${event}\ndata: ${data}\n\n`;

function waitFor(begin: (resolve: () => void) => void, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    begin(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
