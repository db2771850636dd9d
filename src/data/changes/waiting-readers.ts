import { tooManyRequests } from '../../base/errors.ts';

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
