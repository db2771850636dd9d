import type { Clock } from '../clock.ts';
import { AuthRejected, Unavailable } from '../connectors/provider-errors.ts';
import type { ProviderHttp } from '../connectors/provider-http.ts';
import type { Registry } from '../connectors/registry.ts';
import { retryAtMs } from '../connectors/retry-after.ts';
import { EgressRefused } from '../egress-guard.ts';
import { NoAnswer, type Outbound } from '../outbound.ts';
import type { ProviderBudgets, ProviderPlace } from './provider-budget.ts';

const timeoutMs = 60_000;
const mebibyte = 1024 * 1024;
/** A page of records, or what a push is answered; and what credentials are tried with, by anybody who has a link. */
const answerBytes = { page: 32 * mebibyte, probe: 2 * mebibyte };
/** Where the provider asks for fewer requests and does not say until when. */
const pauseWithoutAdviceMs = 60_000;

/** The way of a connector to its provider: through the one door out, within the budget and the house's limits. */
export function providerDoor(
  ctx: { outbound: Outbound; clock: Clock; budgets: ProviderBudgets; registry: Registry },
  place: ProviderPlace,
  use: keyof typeof answerBytes = 'page',
): ProviderHttp {
  const isGuarded = ctx.registry.find(place.platformKey)?.hostFrom === 'credentials';
  return {
    async request(request) {
      const done = await ctx.budgets.take(place);
      try {
        const answer = await ctx.outbound.send({
          ...request,
          ...{ timeoutMs, answerBytesMax: answerBytes[use], isGuarded },
        });
        if (answer.status === 429)
          await ctx.budgets.pause(place, retryAtMs(answer, ctx.clock.nowMs(), pauseWithoutAdviceMs));
        return answer;
      } catch (error) {
        // Only another address in the credentials can help.
        if (error instanceof EgressRefused) throw new AuthRejected(`It was not asked: ${error.message}.`);
        if (error instanceof NoAnswer) throw new Unavailable(`The provider gave no answer: ${error.message}.`);
        throw error;
      } finally {
        done();
      }
    },
    nowMs: ctx.clock.nowMs,
  };
}
