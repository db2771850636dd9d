import type { ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import { AuthRejected, retryAtMs, Unavailable } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import type { Registry } from '../../connectors/registry.ts';
import { EgressRefused } from '../../outbound/egress-guard.ts';
import { NoAnswer, type Outbound, readWhole } from '../../outbound/http.ts';
import { beginCall, type CallPlace } from './begin-call.ts';
import type { CallLog } from './call-log.ts';
import { type HeldContent, holdContent } from './hold-content.ts';
import type { ProviderBudgets, ProviderPlace } from './provider-budget.ts';

const mebibyte = 1024 * 1024;
/**
 * Maximum number of bytes in a response. `page` is for records and for responses to a push. `probe` is for a test of
 * credentials, which anyone who has a company's link can start, and `passThrough` for a request that a client waits for.
 */
const answerBytes = { page: 32 * mebibyte, probe: 2 * mebibyte, passThrough: 4 * mebibyte };
const timeouts = { page: 60_000, probe: 60_000, passThrough: 30_000 };
/** How long to pause if the provider responds with 429 and does not say when to retry. */
const pauseWithoutAdviceMs = 60_000;

/**
 * HTTP client of a connector. Uses `outbound`, and applies the request budget, the timeout and the size limits. `hold`
 * gets the body of each successful response to a request with `isContent`.
 */
export function providerHttp(
  ctx: {
    outbound: Outbound;
    clock: Clock;
    budgets: ProviderBudgets;
    registry: Registry;
    /** Undefined if calls are not logged. */
    callLog?: CallLog | undefined;
  },
  place: ProviderPlace | CallPlace,
  use: keyof typeof answerBytes = 'page',
  hold?: (content: HeldContent) => void,
): ProviderHttp {
  const timeoutMs = timeouts[use];
  const isGuarded = ctx.registry.find(place.platformKey)?.hostFrom === 'credentials';
  return {
    async request(request) {
      // A connection that has been deleted has no log: its authorization is only withdrawn.
      const call = ctx.callLog && 'reason' in place ? beginCall(ctx.callLog, ctx.clock, place, request) : undefined;
      const done = await ctx.budgets.take(place);
      call?.sent();
      let isHeld = false;
      try {
        const answer = hold && request.isContent ? await openContent(hold) : await sendWhole();
        if (isHeld) return answer;
        const until = answer.status === 429 ? retryAtMs(answer, ctx.clock.nowMs(), pauseWithoutAdviceMs) : undefined;
        call?.answered({ status: answer.status, bytes: Buffer.byteLength(answer.body) }, until);
        if (until !== undefined) await ctx.budgets.pause(place, until);
        return answer;
      } catch (error) {
        call?.failed(error);
        // A retry would not help, because the credentials contain an address that is not allowed.
        if (error instanceof EgressRefused) throw new AuthRejected(`No request was sent: ${error.message}.`);
        if (error instanceof NoAnswer) throw new Unavailable(error.explanation);
        throw error;
      } finally {
        if (!isHeld) done();
      }

      function outgoing() {
        const { isContent, isBase64, isForeign = false, body, ...rest } = request;
        const bytes = isBase64 && body !== undefined ? Buffer.from(body, 'base64') : body;
        return { ...rest, ...(bytes !== undefined && { body: bytes }), timeoutMs, isGuarded: isGuarded || isForeign };
      }

      function sendWhole() {
        return ctx.outbound.send({ ...outgoing(), answerBytesMax: answerBytes[use] });
      }

      async function openContent(take: (content: HeldContent) => void): Promise<ProviderAnswer> {
        const { status, headers, body } = await ctx.outbound.open(outgoing());
        if (status !== 200) return { status, headers, body: await readWhole(body, answerBytes[use]) };
        isHeld = true;
        take(holdContent({ headers, body, call, done }));
        return { status, headers, body: '' };
      }
    },
    nowMs: ctx.clock.nowMs,
  };
}
