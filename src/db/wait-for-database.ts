import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { openClient } from './connections.ts';

/**
 * Error codes of a PostgreSQL that is still starting: nothing listens yet, the container has no address yet, or
 * PostgreSQL itself reports that it is starting.
 */
const startingCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03']);
const pauseMs = 500;
const triesMax = 61;

/**
 * Waits at least 30 s for a PostgreSQL that is starting, because Compose starts it at the same time. Any other error,
 * such as a wrong password, is thrown at once.
 */
export async function waitForDatabase({ url, log }: { url: string; log: Log }): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const client = await openClient({ url, name: 'daybook-start' });
      await client.end();
      return;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (!startingCodes.has(code ?? '') || tries === triesMax) throw error;
      if (tries === 1) log.warn({ error: message || code }, 'PostgreSQL is not ready yet; waiting for it');
      await sleep(pauseMs);
    }
  }
}
