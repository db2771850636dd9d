import type { Db } from '../../db/db.ts';
import type { Outbound } from '../../outbound/http.ts';
import {
  bodyStatement,
  eventsSinceStatement,
  type LoggedEvent,
  newestEventStatement,
} from '../../webhooks/messages/log-statements.ts';

/** An event that "daybook listen" reads from one of its two sources: the API (with a key) or the database. */
export type ListedEvent = { messageId: string; eventType: string; createdMs: number };

export type EventSource = {
  /** Returns the time when the newest event was created, or undefined if there is no event. */
  newestMs(): Promise<number | undefined>;
  /** Returns all events since a time, oldest first. */
  since(ms: number): Promise<ListedEvent[]>;
  /** Returns the body that a delivery of the message sends. */
  body(messageId: string): Promise<string>;
};

export function databaseSource({ db }: { db: Db }, accountId: string): EventSource {
  const listed = (row: LoggedEvent): ListedEvent => ({
    messageId: row.message_id,
    eventType: row.event_type,
    createdMs: row.created_at.getTime(),
  });
  return {
    async newestMs() {
      const [row] = await db.read(accountId, newestEventStatement(accountId));
      return row && listed(row).createdMs;
    },
    async since(ms) {
      return (await db.read(accountId, eventsSinceStatement(accountId, ms))).map(listed);
    },
    async body(messageId) {
      const [row] = await db.read(accountId, bodyStatement({ accountId, messageId }));
      return row?.body ?? '{}';
    },
  };
}

export class SourceRefused extends Error {
  override name = 'SourceRefused';
}

export function apiSource(
  { outbound }: { outbound: Outbound },
  { url, key }: { url: string; key: string },
): EventSource {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  async function get(target: string) {
    const place = target.startsWith('/') ? url + target : url + new URL(target).pathname + new URL(target).search;
    const answer = await outbound.send({
      method: 'GET',
      url: place,
      headers: { authorization },
      timeoutMs: 30_000,
      answerBytesMax: 16_777_216,
    });
    if (answer.status === 200) return JSON.parse(answer.body);
    if (answer.status === 401 || answer.status === 403) throw new SourceRefused(JSON.parse(answer.body).error);
    throw new Error(`GET ${target.split('?')[0]} returned status ${answer.status}.`);
  }
  type Wire = { messageId: string; eventType: string; created: string };
  const listed = ({ messageId, eventType, created }: Wire): ListedEvent => ({
    messageId,
    eventType,
    createdMs: Date.parse(created),
  });
  return {
    async newestMs() {
      const { results } = await get('/webhooks/messages?pageSize=1');
      return results[0] && listed(results[0]).createdMs;
    },
    async since(ms) {
      const query = encodeURIComponent(`created>="${new Date(ms).toISOString()}"`);
      const found: ListedEvent[] = [];
      for (let next = `/webhooks/messages?query=${query}&orderBy=created&pageSize=500`; next; ) {
        const page = await get(next);
        found.push(...page.results.map(listed));
        next = page._links.next?.href ?? '';
      }
      return found;
    },
    async body(messageId) {
      return JSON.stringify((await get(`/webhooks/messages/${messageId}`)).body);
    },
  };
}
