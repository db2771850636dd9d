import type { Clock } from '../clock.ts';
import { Unavailable } from '../connectors/provider-errors.ts';
import type { ProviderHttp } from '../connectors/provider-http.ts';
import { NoAnswer, type Outbound } from '../outbound.ts';

const timeoutMs = 60_000;
const answerBytesMax = 64 * 1024 * 1024;

/** The way of a connector to its provider: through the one door out, with the house's limits. */
export function providerDoor(ctx: { outbound: Outbound; clock: Clock }): ProviderHttp {
  return {
    async request(request) {
      try {
        return await ctx.outbound.send({ ...request, timeoutMs, answerBytesMax });
      } catch (error) {
        if (error instanceof NoAnswer) throw new Unavailable(`The provider gave no answer: ${error.message}.`);
        throw error;
      }
    },
    nowMs: ctx.clock.nowMs,
  };
}
