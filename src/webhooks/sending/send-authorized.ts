import type { WebhookAnswer, WebhookSender } from '../../outbound/webhook-sender.ts';
import type { LaneConsumer } from '../lanes/lane-consumer.ts';
import type { ConsumerTokens } from './consumer-tokens.ts';
import { attemptTimeoutMs } from './retry-schedule.ts';

type Sending = { url: string; headers: string[]; body: string };

/**
 * Sends a delivery, with an access token if the consumer has OAuth client credentials. If the receiver responds with
 * 401, the token is renewed and the delivery is sent once more, as part of the same attempt. Never rejects.
 */
export async function sendAuthorized(
  ctx: { sender: WebhookSender; consumerTokens: ConsumerTokens },
  { oauth }: Pick<LaneConsumer, 'oauth'>,
  { url, headers, body }: Sending,
): Promise<WebhookAnswer> {
  const send = (more?: string[]) =>
    ctx.sender.send({ url, headers: more ? [...headers, ...more] : headers, body, timeoutMs: attemptTimeoutMs });
  try {
    if (!oauth) return await send();
    const token = await ctx.consumerTokens.get(oauth);
    const answer = await send(bearer(token));
    if (answer.kind !== 'answer' || answer.status !== 401) return answer;
    const next = await ctx.consumerTokens.renew(oauth, token);
    return next === undefined ? answer : await send(bearer(next));
  } catch (error) {
    return { kind: 'none', error: error instanceof Error ? error.message : String(error) };
  }
}

const bearer = (token: string) => ['authorization', `Bearer ${token}`];
