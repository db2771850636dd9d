import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { HitRow, Seeker } from './seeker.ts';

/** Finds what has this id, in one statement: every part of it looks up one row by the primary key or by the id's index. */
export async function findById({ db }: { db: Db }, seeker: Seeker, id: string): Promise<HitRow[]> {
  const { accountId } = seeker;
  const parts = [...ofCompanies(seeker, id), ...(seeker.seesWebhooks ? ofWebhooks(seeker, id) : [])];
  if (seeker.seesAudit) parts.push(ofAudit(seeker, id), ofRequests(seeker, id));
  return db.read<HitRow>(accountId, sql`${sql.join(parts, sql` union all `)}`);
}

function ofCompanies({ accountId, companyTags }: Seeker, id: string): RawBuilder<unknown>[] {
  const tags = companyTags ? sql`and c.tags @> ${JSON.stringify(companyTags)}::jsonb` : sql``;
  const company = sql`c.account_id = ${accountId}::uuid and c.deleted_at is null ${tags}`;
  const inCompany = (table: string, alias: string, column: string, values: RawBuilder<unknown>) =>
    sql`select ${values} from ${sql.table(table)} ${sql.ref(alias)}
      join company c on c.company_id = ${sql.ref(`${alias}.company_id`)} and ${company}
      where ${sql.ref(`${alias}.account_id`)} = ${accountId}::uuid and ${sql.ref(`${alias}.${column}`)} = ${id}::uuid`;
  const place = sql`c.company_id::text as "companyId", c.name as "companyName"`;
  return [
    sql`select 'company' as kind, c.company_id::text as id, c.name as title, c.company_id::text as "companyId",
        c.name as "companyName", null as "dataType", null as status, null::timestamptz as at
      from company c where c.company_id = ${id}::uuid and ${company}`,
    inCompany(
      'connection',
      'n',
      'connection_id',
      sql`'connection', n.connection_id::text, n.platform_key, ${place}, null, n.status, n.created_at`,
    ),
    inCompany(
      'sync',
      's',
      'sync_id',
      sql`'sync', s.sync_id::text, s.data_type, ${place}, s.data_type, s.status, s.requested_at`,
    ),
    inCompany(
      'push',
      'p',
      'push_id',
      sql`'push', p.push_id::text, p.data_type, ${place}, p.data_type, p.status, p.requested_at`,
    ),
  ];
}

function ofWebhooks({ accountId, oldestMessageId }: Seeker, id: string): RawBuilder<unknown>[] {
  return [
    sql`select 'message', m.message_id::text, m.event_type, m.company_id::text,
        (select c.name from company c where c.account_id = m.account_id and c.company_id = m.company_id),
        null, null, m.created_at from message m
      where m.account_id = ${accountId}::uuid and m.message_id = ${id}::uuid and m.message_id >= ${oldestMessageId}::uuid`,
    sql`select 'consumer', k.consumer_id::text, k.name, null, null, null, null, k.created_at from consumer k
      where k.account_id = ${accountId}::uuid and k.consumer_id = ${id}::uuid`,
  ];
}

/** A request can change several things, and each of them has an entry. */
const ofAudit = ({ accountId }: Seeker, id: string) =>
  sql`(select 'auditEntry', u.audit_id::text, u.operation, u.company_id::text, u.subject_name, null, null, u.at from audit u
    where u.account_id = ${accountId}::uuid and u.correlation_id = ${id}::uuid order by u.audit_id limit 5)`;

/** The request log is sorted by correlation id, so this is a lookup by the primary key. */
const ofRequests = ({ accountId, oldestRequestId }: Seeker, id: string) =>
  sql`select 'request', r.request_id::text, coalesce(r.operation, r.method || ' ' || r.path), r.company_id::text, null,
      null, r.status::text, id_time(r.request_id) from request_log r
    where r.account_id = ${accountId}::uuid and r.request_id = ${id}::uuid and r.request_id >= ${oldestRequestId}::uuid`;
