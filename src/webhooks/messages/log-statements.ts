import { sql } from 'kysely';
import { firstIdAt } from '../../base/id-times.ts';

/** Statements on the message log for "daybook listen". */
export type LoggedEvent = { message_id: string; event_type: string; created_at: Date };

export function newestEventStatement(accountId: string) {
  return sql<LoggedEvent>`select message_id, event_type, created_at from message
    where account_id = ${accountId}::uuid order by message_id desc limit 1`;
}

export function eventsSinceStatement(accountId: string, ms: number) {
  return sql<LoggedEvent>`select message_id, event_type, created_at from message
    where account_id = ${accountId}::uuid and message_id >= ${firstIdAt(ms)}::uuid order by message_id`;
}

export function bodyStatement({ accountId, messageId }: { accountId: string; messageId: string }) {
  return sql<{ body: string }>`select body from message
    where account_id = ${accountId}::uuid and message_id = ${messageId}::uuid`;
}
