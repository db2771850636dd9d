import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';
import type { Mute } from './mute-token.ts';

/**
 * SQL on the choices of people and on chat addresses. Each statement is limited to one account, or to the operators'
 * own rows.
 */
export type Choice = Pick<Row<'notice_choice'>, 'kind' | 'medium' | 'muted_until'>;

export const choicesStatement = ({ accountId, personId }: { accountId: string; personId: string }) =>
  sql<Choice>`select kind, medium, muted_until from notice_choice
    where account_id = ${accountId}::uuid and person_id = ${personId}::uuid`;

export const memberStatement = ({ accountId, personId }: { accountId: string; personId: string }) =>
  sql<{
    role: string;
  }>`select role from member where account_id = ${accountId}::uuid and person_id = ${personId}::uuid`;

/** Replaces the media (e-mail, browser) by which the person gets notices of one kind. Also ends a mute of that kind. */
export async function replaceChoice(
  tx: Tx,
  { personId, kind, media }: { personId: string; kind: string; media: readonly string[] },
): Promise<void> {
  const mine = sql`account_id = ${tx.accountId}::uuid and person_id = ${personId}::uuid and kind = ${kind}`;
  await sql`delete from notice_choice where ${mine} and medium <> all (${[...media]}::text[])`.execute(tx);
  await sql`insert into notice_choice (account_id, person_id, kind, medium)
    select ${tx.accountId}::uuid, ${personId}::uuid, ${kind}, c from unnest(${[...media]}::text[]) c
    on conflict (account_id, person_id, kind, medium) do update set muted_until = null`.execute(tx);
}

export type NoticeRow = Omit<Row<'notice_condition'>, 'owner' | 'account_id' | 'subject' | 'company_id'>;

/** Maximum number of notices that the portal shows to a person. */
export const noticesMax = 50;

/**
 * The notices that the portal shows to a person, newest first. Leaves out kinds that the person no longer chooses. The
 * state of such conditions may be wrong: if nobody in an account chooses a kind, Daybook no longer checks it there, and
 * ends its open conditions even if the problems last.
 */
export const noticesStatement = ({ accountId, personId }: { accountId: string; personId: string }) =>
  sql<NoticeRow>`select c.condition_id, c.kind, c.name, c.detail, c.page, c.since, c.opened_at, c.recovered_at
    from notice n join notice_condition c using (account_id, condition_id)
    where n.account_id = ${accountId}::uuid and n.recipient_id = ${personId}::uuid and n.medium = 'browser'
      and n.phase = 'opened' and exists (select from notice_choice h where h.account_id = n.account_id
        and h.person_id = n.recipient_id and h.kind = c.kind and h.medium = n.medium)
    order by coalesce(c.recovered_at, c.opened_at) desc, c.condition_id desc limit ${noticesMax}`;

export type ChatRow = Omit<Row<'notice_chat'>, 'account_id' | 'owner' | 'url'>;

export const chatsStatement = (accountId: string) =>
  sql<ChatRow>`select chat_id, name, shown_url, kinds, muted_until, created_at, last_sent_at, last_error
    from notice_chat where account_id = ${accountId}::uuid order by name, chat_id`;

export async function insertChat(
  tx: Tx,
  row: Pick<Row<'notice_chat'>, 'chat_id' | 'name' | 'url' | 'shown_url' | 'kinds' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('notice_chat')
    .values({ account_id: tx.accountId, ...row })
    .execute();
}

export async function deleteChat(tx: Tx, chatId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('notice_chat')
    .where('account_id', '=', tx.accountId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Mutes a chat address, or ends its mute if `until` is null. Returns its name, or undefined if no chat address has this
 * id.
 */
export async function muteChat(
  tx: Tx,
  { chatId, until }: { chatId: string; until: Date | null },
): Promise<string | undefined> {
  const changed = await tx
    .updateTable('notice_chat')
    .set({ muted_until: until })
    .where('account_id', '=', tx.accountId)
    .where('chat_id', '=', chatId)
    .returning('name')
    .executeTakeFirst();
  return changed?.name;
}

/** Mutes e-mails about the given kinds for one person. Changes nothing for kinds that the person no longer chooses. */
export async function muteChoices(tx: Tx, { recipientId, kinds }: Mute, until: Date): Promise<void> {
  await sql`update notice_choice c set muted_until = ${until} where c.account_id = ${tx.accountId}::uuid
    and c.person_id = ${recipientId}::uuid and c.medium = 'email' and c.kind = any (${kinds}::text[])`.execute(tx);
}

export type MuteRow = { chat_name: string | null; account_name: string | null; muted_until: Date | null };

/**
 * Returns what the page of a mute link shows: the names of the chat address and of the account, and until when notices
 * are muted. Returns no row if the chat address was removed, or if the person no longer chooses any of these kinds.
 */
export const muteStatement = ({ accountId, medium, recipientId, kinds }: Mute) => {
  const name = sql`(select a.name from account a where a.account_id = ${accountId}::uuid) as account_name`;
  if (medium === 'chat')
    return sql<MuteRow>`select t.name as chat_name, ${name}, t.muted_until from notice_chat t
      where t.account_id = ${accountId}::uuid and t.chat_id = ${recipientId}::uuid`;
  return sql<MuteRow>`select null as chat_name, ${name},
      case when count(*) = count(c.muted_until) then min(c.muted_until) end as muted_until
    from notice_choice c where c.account_id = ${accountId}::uuid and c.person_id = ${recipientId}::uuid
      and c.medium = 'email' and c.kind = any (${kinds}::text[]) having count(*) > 0`;
};
