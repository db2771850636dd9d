import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { dayMs, hourMs } from '../base/durations.ts';
import type { Tx } from '../db/db.ts';
import type { Row, Tables } from '../db/tables.ts';
import { noAccount } from '../http/access/principal.ts';

/** SQL on conditions and on the notices about them. */
type System = Kysely<Tables>;

/** Only one process at a time creates or claims notices. */
export async function lockNotices(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notices', 0))`.execute(tx);
}

/**
 * Everybody who gets notices of this account and kind at this time: members and operators who have chosen the kind, and
 * chat addresses. Leaves out those that are muted. The conditions are inside, because PostgreSQL would otherwise read
 * the choices of all accounts.
 */
const recipientsOf = (account: RawBuilder<unknown>, kind: RawBuilder<unknown>, now: Date) => sql`(
  select h.medium, h.person_id as recipient_id from notice_choice h join person p using (person_id)
    where h.account_id = ${account} and h.kind = ${kind} and (h.muted_until is null or h.muted_until <= ${now})
      and (h.account_id <> ${noAccount}::uuid or p.is_operator)
  union all select 'chat', t.chat_id from notice_chat t where t.account_id = ${account} and ${kind} = any (t.kinds)
    and (t.muted_until is null or t.muted_until <= ${now}))`;

/**
 * A condition that exists now. It is about one subject of one account, such as a consumer, or about the installation.
 */
export type Found = {
  account_id: string;
  subject: string;
  company_id: string | null;
  name: string;
  detail: string;
  page: string;
  since: Date;
};

/** Whether a condition of this kind has begun and not ended. */
export async function hasOpen(system: System, kind: string): Promise<boolean> {
  const { rows } =
    await sql`select from notice_condition where kind = ${kind} and recovered_at is null limit 1`.execute(system);
  return rows.length > 0;
}

export type Settling = { kind: string; found: readonly (Found & { conditionId: string })[]; now: Date; dueAt: Date };

/**
 * Stores new conditions, ends those that are over, and creates a notice for each recipient. Notices in the browser
 * count as sent once they are stored. If a condition ends before the notice of its beginning is sent to a recipient,
 * this recipient gets neither notice.
 */
export async function settleConditions(tx: Transaction<Tables>, { kind, found, now, dueAt }: Settling): Promise<void> {
  const present = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f ("conditionId" uuid, account_id uuid,
    subject text, company_id uuid, name text, detail text, page text, since timestamptz)`;
  const { rows: over } = await sql<{ condition_id: string }>`update notice_condition c set recovered_at = ${now}
    where c.kind = ${kind} and c.recovered_at is null
      and not exists (select from ${present} where f.account_id = c.account_id and f.subject = c.subject)
    returning c.condition_id`.execute(tx);
  await sql`insert into notice_condition (account_id, condition_id, kind, subject, company_id, name, detail, page, since,
      opened_at)
    select f.account_id, f."conditionId", ${kind}, f.subject, f.company_id, f.name, f.detail, f.page, f.since, ${now}
    from ${present}
    on conflict (kind, account_id, subject) where recovered_at is null do nothing`.execute(tx);
  const timed = sql`case when r.medium = 'browser' then null else ${dueAt}::timestamptz end,
    case when r.medium = 'browser' then ${now}::timestamptz end`;
  if (over.length > 0) {
    const overIds = sql`(${over.map((row) => row.condition_id)}::uuid[])`;
    await sql`delete from notice where condition_id = any ${overIds} and phase = 'opened' and told_at is null
      and message_id is null`.execute(tx);
    await sql`insert into notice (account_id, condition_id, phase, medium, recipient_id, due_at, told_at)
      select o.account_id, o.condition_id, 'recovered', o.medium, o.recipient_id, ${timed}
      from notice o cross join lateral ${recipientsOf(sql`o.account_id`, sql`${kind}::text`, now)} r
      where o.condition_id = any ${overIds} and r.medium = o.medium and r.recipient_id = o.recipient_id
        and (o.told_at is not null or o.due_at is not null)
      on conflict do nothing`.execute(tx);
  }
  await sql`insert into notice (account_id, condition_id, phase, medium, recipient_id, due_at, told_at)
    select c.account_id, c.condition_id, 'opened', r.medium, r.recipient_id, ${timed}
    from notice_condition c cross join lateral ${recipientsOf(sql`c.account_id`, sql`c.kind`, now)} r
    where c.kind = ${kind} and c.recovered_at is null
    on conflict do nothing`.execute(tx);
}

export type Item = Pick<Row<'notice_condition'>, 'kind' | 'name' | 'detail' | 'page' | 'since' | 'recovered_at'> & {
  condition_id: string;
  phase: 'opened' | 'recovered';
};
export type Message = {
  accountId: string;
  accountName: string | null;
  medium: 'email' | 'chat';
  recipientId: string;
  messageId: string;
  attempts: number;
  items: Item[];
};

type Claimed = { account_id: string; medium: 'email' | 'chat'; recipient_id: string; message_id: string };

/**
 * Claims the next message until `leaseUntil`. A message contains all notices that wait to be sent to one recipient
 * about one account. A message that was claimed before contains the same notices as then. The notice about the end of a
 * condition waits until the notice about its beginning has been sent.
 */
export async function claimMessage(
  system: System,
  { now, leaseUntil, newMessageId }: { now: Date; leaseUntil: Date; newMessageId: string },
): Promise<Message | undefined> {
  const isNext = sql`(n.phase = 'opened' or not exists (select from notice o where o.account_id = n.account_id
    and o.condition_id = n.condition_id and o.phase = 'opened' and o.medium = n.medium
    and o.recipient_id = n.recipient_id and o.due_at is not null))`;
  return system.transaction().execute(async (tx) => {
    await lockNotices(tx);
    const { rows: claimed } = await sql<
      Claimed & { attempts: number; condition_id: string; phase: string }
    >`with first as (
        select account_id, medium, recipient_id, message_id from notice n where n.due_at <= ${now} and ${isNext}
        order by n.due_at limit 1)
      update notice n set message_id = coalesce(n.message_id, ${newMessageId}::uuid), due_at = ${leaseUntil},
        attempts = n.attempts + 1
      from first f where n.account_id = f.account_id and n.medium = f.medium and n.recipient_id = f.recipient_id
        and n.message_id is not distinct from f.message_id and n.due_at is not null and ${isNext}
      returning n.account_id, n.medium, n.recipient_id, n.message_id, n.attempts, n.condition_id, n.phase`.execute(tx);
    const [one] = claimed;
    if (!one) return undefined;
    const mine = sql`n.account_id = ${one.account_id} and n.condition_id = any
      (${claimed.map((row) => row.condition_id)}::uuid[]) and n.medium = ${one.medium}
      and n.recipient_id = ${one.recipient_id} and n.message_id = ${one.message_id}`;
    // Delete notices whose recipient has since muted the kind, no longer chooses it, or is no longer an operator.
    await sql`delete from notice n using notice_condition c where ${mine} and c.account_id = n.account_id
      and c.condition_id = n.condition_id and not exists (select from ${recipientsOf(sql`n.account_id`, sql`c.kind`, now)} r
        where r.medium = n.medium and r.recipient_id = n.recipient_id)`.execute(tx);
    const { rows: items } = await sql<Item & { account_name: string | null }>`select c.condition_id, n.phase, c.kind,
        c.name, c.detail, c.page, c.since, c.recovered_at, a.name as account_name
      from notice n join notice_condition c using (account_id, condition_id) left join account a using (account_id)
      where ${mine} order by n.phase, c.since, c.condition_id`.execute(tx);
    return {
      accountId: one.account_id,
      accountName: items[0]?.account_name ?? null,
      medium: one.medium,
      recipientId: one.recipient_id,
      messageId: one.message_id,
      attempts: Math.max(...claimed.map(({ attempts }) => attempts)),
      items,
    };
  });
}

/** `toldAt` is null if the message was not sent. The message is then retried at `dueAt`, or never if `dueAt` is also null. */
export async function settleMessage(
  system: System,
  { accountId, medium, recipientId, messageId, items }: Message,
  { toldAt, dueAt }: { toldAt: Date | null; dueAt: Date | null },
): Promise<void> {
  await sql`update notice n set due_at = ${dueAt}, told_at = ${toldAt} where n.account_id = ${accountId}
    and n.condition_id = any (${items.map((item) => item.condition_id)}::uuid[]) and n.medium = ${medium}
    and n.recipient_id = ${recipientId} and n.message_id = ${messageId}`.execute(system);
}

export async function findAddress(
  system: System,
  { medium, recipientId, accountId }: Message,
): Promise<string | undefined> {
  if (medium === 'email')
    return (await system.selectFrom('person').select('email').where('person_id', '=', recipientId).executeTakeFirst())
      ?.email;
  const chat = system.selectFrom('notice_chat').select('url').where('account_id', '=', accountId);
  return (await chat.where('chat_id', '=', recipientId).executeTakeFirst())?.url;
}

export async function noteChat(
  system: System,
  { accountId, recipientId }: Message,
  outcome: { sentAt: Date } | { error: string },
): Promise<void> {
  const change =
    'error' in outcome ? { last_error: outcome.error } : { last_sent_at: outcome.sentAt, last_error: null };
  await system
    .updateTable('notice_chat')
    .set(change)
    .where('account_id', '=', accountId)
    .where('chat_id', '=', recipientId)
    .execute();
}

/**
 * Stores the size of the database, at most once an hour. `before` is the newest stored size that is at least a day old.
 */
export async function sampleDatabaseSize(
  system: System,
  now: Date,
): Promise<{ bytes: number; before: Row<'database_size'> | undefined }> {
  const at = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(system);
  const bytes = rows[0]?.bytes ?? 0;
  await sql`insert into database_size (taken_at, bytes) select ${now}, ${bytes}
    where not exists (select from database_size where taken_at > ${at(hourMs)})`.execute(system);
  await sql`delete from database_size where taken_at < ${at(8 * dayMs)}`.execute(system);
  const samples = system.selectFrom('database_size').selectAll().where('taken_at', '<=', at(dayMs));
  return { bytes, before: await samples.orderBy('taken_at', 'desc').limit(1).executeTakeFirst() };
}

export async function deleteOverBefore(system: System, before: Date): Promise<void> {
  await sql`delete from notice_condition where recovered_at < ${before}`.execute(system);
}

/** Erases the conditions of a deleted company and their notices. Nobody gets a notice that these conditions ended. */
export const conditionEraser = {
  name: 'noticeConditions',
  async erase(tx: Tx, { companyId, limit }: { companyId: string; limit: number }): Promise<{ rows: number }> {
    const { numAffectedRows } = await sql`delete from notice_condition where account_id = ${tx.accountId}::uuid
      and condition_id in (select condition_id from notice_condition where account_id = ${tx.accountId}::uuid
        and company_id = ${companyId}::uuid limit ${limit})`.execute(tx);
    return { rows: Number(numAffectedRows ?? 0) };
  },
};
