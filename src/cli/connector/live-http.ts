import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderHttp } from '@daybook/connector-kit';
import { Unavailable } from '@daybook/connector-kit';
import { systemClock } from '../../base/clock.ts';
import { NoAnswer, type Outbound } from '../../outbound/http.ts';

const timeoutMs = 60_000;
const answerBytesMax = 64 * 1024 * 1024;
const waitsMax = 10;
const waitMaxSeconds = 70;

/**
 * HTTP client for checking a connector by hand. It has no request budget, but it waits if a 429 response has a short
 * Retry-After.
 */
export function liveHttp(outbound: Outbound, accessToken: string | undefined): ProviderHttp {
  return {
    nowMs: systemClock.nowMs,
    async request(request) {
      const headers = { ...request.headers, ...(accessToken && { authorization: `Bearer ${accessToken}` }) };
      for (let waits = 0; ; waits++) {
        const answer = await outbound.send({ ...request, headers, timeoutMs, answerBytesMax }).catch((error) => {
          throw error instanceof NoAnswer ? new Unavailable(error.explanation) : error;
        });
        const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
        if (answer.status !== 429 || !(seconds <= waitMaxSeconds) || waits === waitsMax) return answer;
        await pause(seconds * 1000);
      }
    },
  };
}
