import { tooManyRequests } from '../../base/errors.ts';
import type { Call } from '../../http/route.ts';

/** A stream without events sends a comment after this time, so that proxies keep the connection open. */
export const heartbeatMs = 15_000;
/** Access is checked again after this time, so that a deleted key or an ended session gets no further events. */
export const passForMs = 1000;

/** Limits how many requests of one account can wait or stream in this process, because each request holds memory. */
export type WaitingReaders = { enter(accountId: string): () => void };

export function createWaitingReaders(options: { max: number }): WaitingReaders {
  const counts = new Map<string, number>();
  return {
    enter(accountId) {
      const count = counts.get(accountId) ?? 0;
      if (count >= options.max) {
        throw tooManyRequests({
          error: `an account can have at most ${options.max} requests waiting for changes. Close one of them, or send the request without "wait".`,
          retryAfterSeconds: 10,
        });
      }
      counts.set(accountId, count + 1);
      return () => {
        const left = (counts.get(accountId) ?? 1) - 1;
        if (left === 0) counts.delete(accountId);
        else counts.set(accountId, left);
      };
    },
  };
}

export async function isStillAllowed(call: Pick<Call, 'passAgain'>): Promise<boolean> {
  try {
    await call.passAgain();
    return true;
  } catch {
    return false;
  }
}
