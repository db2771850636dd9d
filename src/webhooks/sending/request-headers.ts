import type { LaneConsumer } from '../lanes/lane-consumer.ts';
import { signatures } from './signature.ts';

/** Returns the headers of an attempt as alternating names and values. `traceparent` is added by the sender. */
export function requestHeaders(of: {
  consumer: Pick<LaneConsumer, 'headers' | 'secret' | 'previousSecret'>;
  messageId: string;
  body: string;
  startedMs: number;
}): string[] {
  const { messageId, body, startedMs } = of;
  const { secret, previousSecret, headers } = of.consumer;
  const timestamp = timestampOf(startedMs);
  const secrets = previousSecret && startedMs < previousSecret.untilMs ? [secret, previousSecret.secret] : [secret];
  const signature = signatures({ secrets, messageId, timestamp, body });
  return [...headers, 'webhook-id', messageId, 'webhook-timestamp', timestamp, 'webhook-signature', signature];
}

/** The Unix time in seconds, as in the header `webhook-timestamp`. */
export const timestampOf = (startedMs: number) => String(Math.floor(startedMs / 1000));
