import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { tooManyRequests } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';

/**
 * Tracks the responses in progress in this process and the bytes buffered for slow clients. Disconnects a client that
 * reads nothing for `stalledMs`, and limits the buffered bytes of all clients of one account.
 */
export type OpenAnswers = {
  open(response: ServerResponse, about: { correlationId: string }): void;
  /** Assigns the response to its account, after authentication has identified the account. */
  claim(response: ServerResponse, accountId: string): void;
  /** Throws a 429 if too many bytes of earlier responses to the account are still unread. */
  requireRoom(accountId: string): void;
  /**
   * Delays the next part of a streamed response until the account's unread bytes are below the limit or the client
   * disconnects.
   */
  untilRoom(accountId: string, response: ServerResponse): Promise<void>;
  stop(): void;
};

type ServerResponse = FastifyReply['raw'];
type Open = { correlationId: string; accountId?: string; mark: string; since: number };

export function createOpenAnswers(options: { stalledMs: number; bytesPerAccount: number; log: Log }): OpenAnswers {
  const answers = new Map<ServerResponse, Open>();
  const byAccount = new Map<string, Set<ServerResponse>>();

  function untakenOf(accountId: string): number {
    let bytes = 0;
    for (const response of byAccount.get(accountId) ?? []) bytes += response.writableLength;
    return bytes;
  }

  const isFull = (accountId: string) => untakenOf(accountId) >= options.bytesPerAccount;

  function close(response: ServerResponse): void {
    const { accountId } = answers.get(response) ?? {};
    answers.delete(response);
    if (accountId === undefined) return;
    const own = byAccount.get(accountId);
    own?.delete(response);
    if (own?.size === 0) byAccount.delete(accountId);
  }

  function endStalled(): void {
    const now = performance.now();
    for (const [response, answer] of answers) {
      const mark = markOf(response);
      if (mark === undefined || mark !== answer.mark) {
        answer.mark = mark ?? '';
        answer.since = now;
      } else if (now - answer.since >= options.stalledMs) {
        const { correlationId, accountId } = answer;
        options.log.warn({ correlationId, accountId, stalledMs: options.stalledMs }, 'slow reader disconnected');
        response.destroy();
      }
    }
  }

  const timer = setInterval(endStalled, Math.max(50, options.stalledMs / 6)).unref();
  return {
    open(response, { correlationId }) {
      answers.set(response, { correlationId, mark: '', since: performance.now() });
      response.once('close', () => close(response));
    },
    claim(response, accountId) {
      const answer = answers.get(response);
      if (!answer) return;
      answer.accountId = accountId;
      const own = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, own.add(response));
    },
    requireRoom(accountId) {
      if (!isFull(accountId)) return;
      throw tooManyRequests({
        error: `more than ${options.bytesPerAccount} bytes of earlier responses to this account are unread. Read them, or close their connections, first.`,
        retryAfterSeconds: Math.max(1, Math.ceil(options.stalledMs / 1000)),
      });
    },
    async untilRoom(accountId, response) {
      while (!response.closed && isFull(accountId)) await sleep(50);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns a text that changes whenever the client has read something, even part of a chunk. Undefined if nothing is
 * buffered.
 */
function markOf(response: ServerResponse): string | undefined {
  if (response.writableLength === 0) return undefined;
  const socket = response.socket as (ServerResponse['socket'] & { _handle?: { writeQueueSize?: number } }) | null;
  return `${socket?.bytesWritten} ${response.writableLength} ${socket?._handle?.writeQueueSize}`;
}
