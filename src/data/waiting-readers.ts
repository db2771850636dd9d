import { tooManyRequests } from '../errors.ts';

/** Readers of one account that wait or keep a stream open, in this process. They hold nothing but memory, but not too much. */
export type WaitingReaders = { enter(accountId: string): () => void };

export function createWaitingReaders(options: { max: number }): WaitingReaders {
  const counts = new Map<string, number>();
  return {
    enter(accountId) {
      const count = counts.get(accountId) ?? 0;
      if (count >= options.max) {
        throw tooManyRequests({
          error: `at most ${options.max} readers of an account wait for changes at once. Close one, or ask without "wait".`,
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
