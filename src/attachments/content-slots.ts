import type { Budget } from '@daybook/connector-kit';
import { platformBusy } from '../connections/refusals.ts';

/**
 * Limits the files that this process reads at once. An open file counts as a running request of the platform for as
 * long as the client takes to read it, so files may use only half of what the platform allows, and one account at most
 * `perAccount`. A file that finds no place is refused at once.
 */
export type ContentSlots = {
  enter(place: { accountId: string; connectionId: string; platformKey: string; budget: Budget }): () => void;
};

const perAccount = 8;
const retryAfterSeconds = 5;
const half = (count: number) => Math.max(1, Math.floor(count / 2));

export function createContentSlots(): ContentSlots {
  const open = new Map<string, number>();
  return {
    enter({ accountId, connectionId, platformKey, budget }) {
      const limits: [string, number][] = [
        [`account ${accountId}`, perAccount],
        [`connection ${connectionId}`, half(budget.connection.atOnce)],
        [`platform ${platformKey}`, half(budget.platform.atOnce)],
      ];
      const isFull = limits.some(([name, most]) => (open.get(name) ?? 0) >= most);
      const error = 'too many files of this connection, account or platform are being read. Try again later.';
      if (isFull) throw platformBusy({ platform: platformKey, error, retryAfterSeconds });
      for (const [name] of limits) open.set(name, (open.get(name) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        for (const [name] of limits) {
          const left = (open.get(name) ?? 1) - 1;
          if (left > 0) open.set(name, left);
          else open.delete(name);
        }
      };
    },
  };
}
