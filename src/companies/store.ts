import { type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import Type, { type Static } from 'typebox';
import { Tags } from '../accounts/wire.ts';
import { openValues } from '../base/open-values.ts';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';
import { column, columns, document, map, notInLists } from '../lists/columns.ts';
import { changesMax, type List, type ListShape } from '../lists/list.ts';
import { madeIn, notEndedIn } from '../lists/page/pin.ts';
import { time, uuid } from '../lists/wire.ts';
import { connectionStates, description, name, sourceTypes } from './wire.ts';

/** SQL on `company`, `company_count` and `purge_receipt`. */
type TagLimit = Readonly<Record<string, string>> | null;

export type CompanyToInsert = {
  companyId: string;
  name: string;
  description: string | null;
  tags: Record<string, string>;
  created: Date;
  createdBy: string | null;
};

const own = (accountId: string) => sql<boolean>`c.account_id = ${accountId}::uuid and c.deleted_at is null`;
const carries = (tags: Readonly<Record<string, string>>) => sql<boolean>`c.tags @> ${JSON.stringify(tags)}::jsonb`;

const companyColumns = columns({
  companyId: column(sql`c.company_id`, uuid),
  name: column(sql`c.name`, name),
  description: column(sql`c.description`, Type.Optional(description)),
  tags: map(sql`c.tags`, Tags),
  // `withMember` (company-links.ts) adds the link.
  redirect: notInLists(
    Type.Optional(
      Type.String({
        description:
          "URL of the page where the company's owner connects the company to platforms, including a token. Returned only for a single company, not in lists. Requires an API key with the scope `manage`, or a person with the role `developer` or `administrator`.",
      }),
    ),
  ),
  created: column(sql`c.created_at`, time),
  lastSync: column(sql`c.last_sync_at`, Type.Optional(time)),
  createdByUserName: column(sql`c.created_by`, Type.Optional(Type.String())),
  // Filters can name fields of the connections, as in `dataConnections.status=Deauthorized`.
  dataConnections: document(
    sql`c.data_connections`,
    Type.Array(
      Type.Object(
        {
          connectionId: uuid,
          platformKey: Type.String(),
          platformName: Type.String(),
          sourceType: Type.Enum([...sourceTypes], { description: openValues() }),
          status: Type.Enum([...connectionStates], { description: openValues() }),
          created: time,
        },
        { title: 'DataConnection' },
      ),
      { description: "A summary of the company's connections. `listConnections` returns more details." },
    ),
  ),
});
export const Company = Type.Object(companyColumns.shape, { title: 'Company' });
export type Company = Static<typeof Company>;

/** The columns that the list shows. `company_past` has the same columns. */
const listed = sql.join(
  ['account_id', 'company_id', 'name', 'description', 'tags', 'created_at', 'created_by'].map((name) =>
    sql.ref(`v.${name}`),
  ),
);
const listedColumns = sql`${listed}, v.last_sync_at, v.data_connections`;

/**
 * Queries for the companies as they were at the snapshot, in three parts: existing companies, deleted companies that
 * are not yet purged, and past versions. `present` is an extra condition for the first two parts.
 */
export const companiesIn = (snapshot: RawBuilder<unknown>, present = sql<boolean>`true`): RawBuilder<unknown>[] => [
  sql`(select ${listedColumns}, v.deleted_at from company v
    where v.deleted_at is null and ${madeIn(snapshot, 'v')} and ${present}) c`,
  sql`(select ${listedColumns}, null::timestamptz as deleted_at from company v
    where v.deleted_at is not null and ${notEndedIn(snapshot, 'v')} and ${madeIn(snapshot, 'v')} and ${present}) c`,
  sql`(select ${listedColumns}, null::timestamptz as deleted_at from company_past v
    where ${notEndedIn(snapshot, 'v')} and ${madeIn(snapshot, 'v')}) c`,
];

/** What is needed to check a request for the list. `companyList` builds its SQL, which most requests do not need. */
export function companyShape({ companyTags }: { companyTags: TagLimit }): ListShape {
  return {
    name: 'companies',
    ...(companyTags && { narrowing: { condition: carries(companyTags), text: JSON.stringify(companyTags) } }),
    fields: companyColumns.fields,
    key,
  };
}

const key = { expression: sql`c.company_id`, type: sql`uuid`, descending: false };

export function companyList(options: { accountId: string; companyTags: TagLimit }): List {
  return {
    ...companyShape(options),
    head: sql`(select coalesce(sum(l.version), 0)::bigint as version, coalesce(sum(l.total), 0)::bigint as total
      from company_count l where l.account_id = ${options.accountId}::uuid)`,
    bareHead: sql`(select 0::bigint as version, 0::bigint as total)`,
    from: sql`company c`,
    scope: own(options.accountId),
    asOf: () => sql`true`,
    pinned: {
      alias: 'c',
      parts: (snapshot) => companiesIn(snapshot),
      changesSince: (transaction) => sql`(select count(*) from (select from company_past p
        where p.account_id = ${options.accountId}::uuid and p.ended_by >= ${transaction} limit ${sql.lit(changesMax + 1)}) p)`,
      newestChange: sql`(select p.ended_by from company_past p where p.account_id = ${options.accountId}::uuid
        order by p.ended_by desc limit 1)`,
    },
    record: companyColumns.json,
  };
}

export function companyStatement(options: { accountId: string; companyId: string }) {
  return sql<{ json: string; rotation: number }>`select ${companyColumns.json} as json,
      ${linkRotation(sql`c.account_id`, sql`c.company_id`)} as rotation from company c
    where ${own(options.accountId)} and c.company_id = ${options.companyId}::uuid`;
}

/**
 * The query is not scoped to an account, because a company of another account leads to 403 and an unknown company leads
 * to 404.
 */
export async function findCompanyOwner(system: Kysely<Tables>, companyId: string) {
  return system
    .selectFrom('company')
    .select(['account_id', 'tags'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns the number of companies. Locks the account row, so that other requests that create companies wait and the
 * limit is exact.
 */
export async function lockCompanyTotal(tx: Tx): Promise<number> {
  await sql`select from account where account_id = ${tx.accountId}::uuid for no key update`.execute(tx);
  const { rows } = await sql<{ total: number }>`select coalesce(sum(total), 0)::bigint as total from company_count
    where account_id = ${tx.accountId}::uuid`.execute(tx);
  return rows[0]?.total ?? 0;
}

const insertStatement = fixedStatement(
  ({ accountId, ...row }: CompanyToInsert & { accountId: string }) => [
    accountId,
    row.companyId,
    row.name,
    row.description,
    JSON.stringify(row.tags),
    row.created.toISOString(),
    row.createdBy,
  ],
  ([accountId, companyId, name, description, tags, created, createdBy]) => sql`insert into company
    (account_id, company_id, name, description, tags, created_at, created_by)
    values (${accountId}::uuid, ${companyId}::uuid, ${name}::text, ${description}::text, ${tags}::jsonb,
      ${created}::timestamptz, ${createdBy}::text)`,
);

/**
 * Inserts the company with the commit, so that creating a company takes one round trip; with `isFollowed`, before the
 * next statement of the transaction. Returns it as JSON, without its link.
 */
export function insertCompany(tx: Tx, row: CompanyToInsert, { isFollowed = false } = {}): string {
  const statement = insertStatement(tx, { ...row, accountId: tx.accountId });
  if (isFollowed) tx.withNext(statement);
  else tx.atCommit(statement);
  return newCompanyJson(row);
}

/** Returns the ids of at most two companies with exactly this name. */
export async function findCompaniesByName(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`select c.company_id from company c
    where ${own(tx.accountId)} and c.name = ${name} order by c.company_id limit 2`.execute(tx);
  return rows.map((row) => row.company_id);
}

export async function isCompanyThere(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from company c
    where ${own(tx.accountId)} and c.company_id = ${companyId}::uuid for key share`.execute(tx);
  return rows.length > 0;
}

/** What `companyColumns.json` would return for the new row, except for spaces between tags. */
function newCompanyJson(row: CompanyToInsert): string {
  const company: Company = {
    companyId: row.companyId,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    tags: row.tags,
    created: row.created.toISOString(),
    ...(row.createdBy !== null && { createdByUserName: row.createdBy }),
    dataConnections: [],
  };
  return JSON.stringify(company);
}

export async function updateCompany(
  tx: Tx,
  companyId: string,
  change: { name?: string; description?: string | null; tags?: Record<string, string> },
): Promise<boolean> {
  const { tags, ...columns } = change;
  return setInCompany(tx, companyId, { ...columns, ...(tags && { tags: JSON.stringify(tags) }) });
}

/** Stores the summary of a company's connections as JSON. */
export async function setDataConnections(tx: Tx, companyId: string, json: string): Promise<void> {
  await setInCompany(tx, companyId, { data_connections: json });
}

const syncedStatement = fixedStatement(
  ({ at, accountId, companyId }: { at: Date; accountId: string; companyId: string }) => [at, accountId, companyId],
  ([at, accountId, companyId]) => sql`update company set last_sync_at = ${at}::timestamptz
    where account_id = ${accountId}::uuid and company_id = ${companyId}::uuid and deleted_at is null`,
);

/** The statement is sent with the next one of the transaction. */
export function noteCompanySynced(tx: Tx, companyId: string, at: Date): void {
  tx.withNext(syncedStatement(tx, { at, accountId: tx.accountId, companyId }));
}

export async function markCompanyDeleted(tx: Tx, companyId: string, at: Date): Promise<boolean> {
  return setInCompany(tx, companyId, { deleted_at: at });
}

/**
 * Changes nothing and returns false if the company is deleted. Clients that started paging before the deletion still
 * see the company, and it must stay unchanged for them.
 */
async function setInCompany(tx: Tx, companyId: string, columns: Updateable<Tables['company']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company')
    .set(columns)
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function openPurge(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx
    .insertInto('purge_receipt')
    .values({ account_id: tx.accountId, company_id: companyId, requested_at: at, purged_at: null, erased: null })
    .execute();
}

/** Locks the receipt until the transaction ends. Returns false if the purge is finished. */
export async function lockOpenPurge(tx: Tx, companyId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('purge_receipt')
    .select('company_id')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('purged_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return open !== undefined;
}

/** Adds the numbers in `erased` to the counts in the receipt. */
export async function addErased(tx: Tx, companyId: string, erased: Record<string, number>): Promise<void> {
  await sql`update purge_receipt p set erased = coalesce(p.erased, '{}') || (
      select jsonb_object_agg(i.key, coalesce((p.erased ->> i.key)::bigint, 0) + i.value::bigint)
      from jsonb_each_text(${JSON.stringify(erased)}::jsonb) i)
    where p.account_id = ${tx.accountId}::uuid and p.company_id = ${companyId}::uuid`.execute(tx);
}

/**
 * The last step of a purge: deletes the company and its connections. Clients that are paging through the list still see
 * the company until their cursors expire.
 */
export async function closePurge(tx: Tx, companyId: string, at: Date): Promise<void> {
  if (!(await lockOpenPurge(tx, companyId))) return;
  const { rows } = await sql<{ connections: number; connectionErrors: number }>`select
    (select count(*) from connection where account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid) as connections,
    (select count(*) from connection_error where account_id = ${tx.accountId}::uuid
      and company_id = ${companyId}::uuid) as "connectionErrors"`.execute(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('company')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  await sql`delete from past_row where account_id = ${tx.accountId}::uuid and relation in ('push', 'sync')
    and scope_id = ${companyId}::uuid`.execute(tx);
  await addErased(tx, companyId, { ...rows[0], company: Number(numDeletedRows) });
  await tx
    .updateTable('purge_receipt')
    .set({ purged_at: at })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .execute();
}

/** Returns the unfinished purges of all accounts. The job of such a purge may have been lost. */
/** Open purges of accounts that have moved here from another cell, whose jobs did not come along. */
const arrivedPurges = sql`from purge_receipt p where p.purged_at is null and exists (select from account_arrival a
  where a.account_id = p.account_id and a.state = 'arrived' and a.arrived_at > p.requested_at)`;

export const isAnyPurgeArrived = () => sql<boolean>`exists (select ${arrivedPurges})`;

export async function findArrivedPurges(system: Kysely<Tables>, limit: number) {
  const { rows } = await sql<{
    account_id: string;
    company_id: string;
  }>`select p.account_id, p.company_id ${arrivedPurges} limit ${limit}`.execute(system);
  return rows;
}

export async function findOpenPurges(system: Kysely<Tables>, options: { before: Date; limit: number }) {
  return system
    .selectFrom('purge_receipt')
    .select(['account_id', 'company_id'])
    .where('purged_at', 'is', null)
    .where('requested_at', '<', options.before)
    .orderBy('requested_at')
    .limit(options.limit)
    .execute();
}

/** How many times the links of a company were rotated. The signature of each link covers this number. */
export function linkRotation(accountId: RawBuilder<unknown>, companyId: RawBuilder<unknown>) {
  return sql<number>`coalesce((select k.rotation from company_link k
    where k.account_id = ${accountId} and k.company_id = ${companyId}), 0)`;
}

export const rotationStatement = ({ accountId, companyId }: { accountId: string; companyId: string }) =>
  sql<{ rotation: number }>`select ${linkRotation(sql`${accountId}::uuid`, sql`${companyId}::uuid`)} as rotation`;

/** Invalidates all links that were issued for the company so far. */
export async function rotateCompanyLink(tx: Tx, companyId: string, at: Date): Promise<number> {
  const { rotation } = await tx
    .insertInto('company_link')
    .values({ account_id: tx.accountId, company_id: companyId, rotation: 1, rotated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'company_id'])
        .doUpdateSet({ rotation: sql`company_link.rotation + 1`, rotated_at: at }),
    )
    .returning('rotation')
    .executeTakeFirstOrThrow();
  return rotation;
}
