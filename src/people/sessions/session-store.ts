import { type Kysely, sql } from 'kysely';
import Type from 'typebox';
import type { Row, Tables } from '../../db/tables.ts';
import type { Role } from '../../http/access/principal.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import { countedList } from '../../lists/page/counted-list.ts';
import type { List } from '../../lists/page/read-page.ts';
import { time, uuid } from '../../lists/wire.ts';

/** SQL on `session`. */
type System = Kysely<Tables>;

export type SessionRow = {
  session_id: string;
  person_id: string;
  created_at: Date;
  last_seen_at: Date;
  email: string;
  name: string;
  is_operator: boolean;
  has_totp: boolean;
  signed_in_by: string | null;
  proved_at: Date | null;
  /** The fields below describe the client account that the session is in. They are null if it is in no account. */
  account_id: string | null;
  account_name: string;
  plan: Row<'account'>['plan'];
  requests_per_minute: number | null;
  account_created_at: Date;
  webhook_generation: 'older' | 'newer';
  role: Role | null;
  second_factor_required: boolean | null;
};

/**
 * `role` is the person's role as a member of the account. An operator who is not a member gets the role
 * `administrator`. If the person is neither a member nor an operator, all columns of the account are null.
 */
const found = sql`select s.session_id, s.person_id, s.created_at, s.last_seen_at, p.email, p.name, p.is_operator,
    s.signed_in_by, s.proved_at, a.second_factor_required,
    p.totp_confirmed_at is not null as has_totp, a.account_id, a.name as account_name, a.plan, a.requests_per_minute,
    a.created_at as account_created_at, a.webhook_generation,
    case when a.account_id is not null then coalesce(m.role, 'administrator') end as role
  from session s join person p using (person_id)
    left join member m on m.person_id = p.person_id and m.account_id = s.in_account
    left join account a on a.account_id = s.in_account and (m.role is not null or p.is_operator)`;

export async function findSession(system: System, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${found} where s.token_hash = ${tokenHash}`.execute(system);
  return rows[0];
}

export async function readSession(system: System, sessionId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${found} where s.session_id = ${sessionId}::uuid`.execute(system);
  return rows[0];
}

export async function insertSession(system: System, row: Tables['session']): Promise<void> {
  await system.insertInto('session').values(row).execute();
}

/**
 * Records when the session was last used. Also updates the person, because the team list shows when each member was
 * last seen.
 */
export async function noteSeen(system: System, seen: { sessionId: string; at: Date }): Promise<void> {
  await sql`with s as (
      update session set last_seen_at = ${seen.at}::timestamptz where session_id = ${seen.sessionId}::uuid returning person_id
    ) update person p set last_seen_at = greatest(p.last_seen_at, ${seen.at}::timestamptz) from s where p.person_id = s.person_id`.execute(
    system,
  );
}

/** Records that the person has just entered the password again. */
export async function noteProved(system: System, { sessionId, at }: { sessionId: string; at: Date }): Promise<void> {
  await system.updateTable('session').set({ proved_at: at }).where('session_id', '=', sessionId).execute();
}

export async function setSessionAccount(
  system: System,
  { sessionId, accountId }: { sessionId: string; accountId: string },
): Promise<void> {
  await system.updateTable('session').set({ in_account: accountId }).where('session_id', '=', sessionId).execute();
}

/** Returns false if the person has no such session. */
export async function deleteSession(
  system: System,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await system
    .deleteFrom('session')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all sessions of a person, except the session with the id `except` if it is given. */
export async function deleteSessions(
  system: System,
  { personId, except }: { personId: string; except?: string },
): Promise<number> {
  let statement = system.deleteFrom('session').where('person_id', '=', personId);
  if (except !== undefined) statement = statement.where('session_id', '<>', except);
  return Number((await statement.executeTakeFirst()).numDeletedRows);
}

const sessionColumns = columns({
  sessionId: column(sql`s.session_id`, uuid),
  created: column(sql`s.created_at`, time),
  lastSeen: column(
    sql`s.last_seen_at`,
    Type.String({
      format: 'date-time',
      description: 'When the session was last used. Updated at most once a minute.',
    }),
  ),
  address: column(sql`s.address`, Type.String()),
  userAgent: column(sql`s.user_agent`, Type.String()),
  isThis: shown(sql`s.is_this`, Type.Boolean({ description: 'Whether this session sent the request.' })),
});
export const SessionEntry = Type.Object(sessionColumns.shape, { title: 'SessionEntry' });

/** The sessions of one person, newest first. The list is scoped to the person's id instead of an account id. */
export function sessionList(own: { personId: string; sessionId: string; created: Date; seen: Date }): List {
  return countedList({
    name: 'sessions',
    small: true,
    from: sql`(select o.*, o.session_id = ${own.sessionId}::uuid as is_this from own_sessions() o) s`,
    scope: sql<boolean>`s.person_id = ${own.personId}::uuid and s.created_at > ${own.created}::timestamptz
      and s.last_seen_at > ${own.seen}::timestamptz`,
    record: sessionColumns.json,
    fields: sessionColumns.fields,
    key: { expression: sql`s.session_id`, type: sql`uuid`, descending: true },
  });
}
