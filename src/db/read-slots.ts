import { tooManyRequests } from '../base/errors.ts';
import { waitForTurn } from '../base/turns.ts';

/**
 * Limits how many statements of one account, and of all accounts together, run at the same time in this process. Other
 * statements wait in a queue per account. Accounts are served in turn, so that one busy account does not delay the
 * others.
 */
export type ReadSlots = {
  /** Resolves to the function that frees the slot. */
  take(accountId: string): Promise<() => void>;
};

export type SlotLimits = {
  perAccount: number;
  total: number;
  /** Maximum wait in the queue. A statement that has waited longer gets a 429. */
  waitMs: number;
  /** Maximum length of an account's queue. If the queue is full, further statements get a 429 at once. */
  waitingMax: number;
  /** What is limited, for the error text: "at most 2 … of one account can run at the same time". */
  what: string;
};

type Line = { inUse: number; waiting: (() => void)[] };

export function createReadSlots(limits: SlotLimits): ReadSlots {
  // Queues per account; the account that was served last is at the end.
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
    error: `at most ${perAccount} ${what} of one account can run at the same time, and no slot became free. Send fewer at once, or try again.`,
    retryAfterSeconds: 2,
  });
}
