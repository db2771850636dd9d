import { tooManyRequests } from '../errors.ts';
import { waitForTurn } from '../turns.ts';

/**
 * How many statements of one account, and of all accounts together, run at once in this process. Further ones wait in a
 * line of their account, and the accounts take turns: one that sends many waits for itself and for nobody else.
 */
export type ReadSlots = {
  /** Resolves to the function that frees the slot. */
  take(accountId: string): Promise<() => void>;
};

export type SlotLimits = {
  perAccount: number;
  total: number;
  /** A statement that has waited longer is refused with 429. */
  waitMs: number;
  /** Beyond this many that wait, an account's next one is refused at once. */
  waitingMax: number;
  /** What runs, for the refusal: "at most 2 … of one account run at once". */
  what: string;
};

type Line = { inUse: number; waiting: (() => void)[] };

export function createReadSlots(limits: SlotLimits): ReadSlots {
  // In the order of turns: whoever was served last stands at the end.
  const lines = new Map<string, Line>();
  let inUse = 0;

  const hasRoom = (line: Line) => inUse < limits.total && line.inUse < limits.perAccount;

  function start(line: Line): void {
    inUse++;
    line.inUse++;
  }

  function release(accountId: string, line: Line): void {
    inUse--;
    line.inUse--;
    for (const [otherId, other] of lines) {
      if (!hasRoom(other)) continue;
      const next = other.waiting.shift();
      if (!next) continue;
      lines.delete(otherId);
      lines.set(otherId, other);
      start(other);
      next();
      break;
    }
    if (line.inUse === 0 && line.waiting.length === 0) lines.delete(accountId);
  }

  return {
    async take(accountId) {
      const line = lines.get(accountId) ?? { inUse: 0, waiting: [] };
      lines.set(accountId, line);
      if (hasRoom(line)) start(line);
      else if (line.waiting.length >= limits.waitingMax) throw refusal(limits);
      else await waitForTurn(line.waiting, { waitMs: limits.waitMs, refusal: () => refusal(limits) });
      return () => release(accountId, line);
    },
  };
}

function refusal({ perAccount, what }: SlotLimits) {
  return tooManyRequests({
    error: `at most ${perAccount} ${what} of one account run at once, and those under way have not ended. Send fewer at once, or try again.`,
    retryAfterSeconds: 2,
  });
}
