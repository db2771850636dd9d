import { type RawBuilder, sql } from 'kysely';
import type { Sealer } from '../../base/secrets.ts';
import { type ConsumerRow, openConsumer, ownHeaders } from '../lanes/lane-consumer.ts';
import { attemptJson } from '../messages/read-message.ts';
import { requestHeaders, timestampOf } from '../sending/request-headers.ts';
import type { AttemptDetails } from './wire.ts';

type SentRow = { json: string; message_id: string; body: string; started_at: Date; consumer: ConsumerRow | null };

/** `consumer` is null if the consumer has been deleted, or changed since the attempt. */
export function attemptStatement(of: {
  accountId: string;
  messageId: string;
  attemptId: string;
  oldest: string;
}): RawBuilder<SentRow> {
  return sql<SentRow>`select ${attemptJson} as json, a.message_id, m.body, a.started_at, row_to_json(c) as consumer
    from attempt a join message m on m.account_id = a.account_id and m.message_id = a.message_id
    left join consumer c on c.account_id = a.account_id and c.consumer_id = a.consumer_id
      and c.version = a.consumer_version
    where a.account_id = ${of.accountId}::uuid and a.message_id = ${of.messageId}::uuid
      and a.message_id >= ${of.oldest}::uuid and a.attempt_id = ${of.attemptId}::uuid`;
}

/** The headers whose values may be shown. All others are the client's own, and can contain secrets. */
const shownHeaders = new Set(['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature']);

/**
 * Computes the request of an attempt again, by the function that made it. This is exact while the consumer has the
 * version that the attempt was made with. Otherwise, only those headers are returned that do not depend on it.
 */
export function toAttemptDetails({ sealer }: { sealer: Sealer }, sent: SentRow): AttemptDetails {
  const { json, message_id: messageId, started_at: startedAt, consumer: row } = sent;
  const consumer = row ? openConsumer({ sealer }, row) : undefined;
  const body = consumer?.chooseFields ? consumer.chooseFields(sent.body) : sent.body;
  const startedMs = startedAt.getTime();
  const all = consumer ? requestHeaders({ consumer, messageId, body, startedMs }) : fixedHeaders(messageId, startedMs);
  if (consumer?.oauth) all.push('authorization', '');
  const headers: AttemptDetails['request']['headers'] = [];
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [name = '', value = ''] = all.slice(at, at + 2);
    headers.push(shownHeaders.has(name) ? { name, value } : { name });
  }
  return {
    ...JSON.parse(json),
    request: { method: 'POST', ...(consumer && { url: consumer.url }), headers, body, isComplete: row !== null },
  };
}

const fixedHeaders = (messageId: string, startedMs: number) => [
  ...ownHeaders.flat(),
  'webhook-id',
  messageId,
  'webhook-timestamp',
  timestampOf(startedMs),
];
