import { type Kysely, sql } from 'kysely';
import { linkRotation } from '../companies/store.ts';
import type { Db, Tx } from '../db/db.ts';
import { failedList } from '../db/sync-states.ts';
import type { Row, Tables } from '../db/tables.ts';
import type { LinkSettings } from './wire.ts';

/** SQL on `link_settings`, and SQL that reads companies and connections for the link page. */
export type LinkPlace = {
  account_id: string;
  company_id: string;
  /** Set only if the link is for one connection. */
  connection_id: string | null;
  plan: 'free' | 'paid';
  account_created_at: Date;
  rotation: number;
};

const placeColumns = sql`c.account_id, c.company_id, a.plan, a.created_at as account_created_at,
  ${linkRotation(sql`c.account_id`, sql`c.company_id`)} as rotation`;

/** The query is not scoped to an account, because the company determines the account. */
export async function findLinkedCompany(
  system: Kysely<Tables>,
  { companyId, connectionId }: { companyId: string; connectionId: string | null },
): Promise<LinkPlace | undefined> {
  const { rows } = await sql<LinkPlace>`select ${placeColumns}, n.connection_id
    from company c join account a on a.account_id = c.account_id
      left join connection n on n.account_id = c.account_id and n.company_id = c.company_id
        and n.connection_id = ${connectionId}::uuid
    where c.company_id = ${companyId}::uuid and c.deleted_at is null
      and (${connectionId}::uuid is null or n.connection_id is not null)`.execute(system);
  return rows[0];
}

export type LinkRow = {
  company_name: string;
  account_name: string;
  return_url: string | null;
  logo: string | null;
  color: string | null;
  connections: {
    connectionId: string;
    platformKey: string;
    sourceType: string;
    status: 'PendingAuth' | 'Linked' | 'Unlinked' | 'Deauthorized';
    lastSync: string | null;
    /** Data types whose latest sync has failed. */
    failed: { dataType: string; code: string | null }[];
  }[];
};

/** Data types of the connection whose latest sync has failed. Reads at most one sync per data type, by its key. */
const failedOf = sql`(select coalesce(json_agg(json_build_object('dataType', s.data_type, 'code', s.error_code) order by s.data_type), '[]')
  from data_set d join sync s on s.account_id = d.account_id and s.company_id = d.company_id and s.sync_id = d.latest_sync_id
  where d.account_id = n.account_id and d.company_id = n.company_id and d.connection_id = n.connection_id
    and s.status in ${failedList})`;

export async function readLinkRow(db: Db, place: LinkPlace): Promise<LinkRow | undefined> {
  const [row] = await db.read(
    place.account_id,
    sql<LinkRow>`select c.name as company_name, coalesce(s.display_name, a.name) as account_name, s.return_url, s.logo, s.color,
        coalesce((select json_agg(json_build_object('connectionId', n.connection_id, 'platformKey', n.platform_key,
            'sourceType', n.source_type, 'status', n.status, 'lastSync', n.last_sync_at, 'failed', ${failedOf})
            order by n.created_at desc)
          from connection n where n.account_id = c.account_id and n.company_id = c.company_id), '[]') as connections
      from company c join account a on a.account_id = c.account_id
        left join link_settings s on s.account_id = c.account_id
      where c.account_id = ${place.account_id}::uuid and c.company_id = ${place.company_id}::uuid
        and c.deleted_at is null`,
  );
  return row;
}

export type ProgressRow = {
  connection_id: string;
  data_type: string;
  /** Status of the latest sync; null if it is no longer stored. */
  status: string | null;
  is_published: boolean;
  records: number;
  expected: number | null;
  total: number;
};

/** The data sets of a company with their latest syncs. Reads at most one sync per data set, by its key. */
export async function readProgressRows(db: Db, { account_id, company_id }: LinkPlace): Promise<ProgressRow[]> {
  return db.read(
    account_id,
    sql<ProgressRow>`select d.connection_id, d.data_type, s.status, d.published_generation > 0 as is_published,
        coalesce(s.records, 0)::int as records, s.expected, (d.total - d.deleted)::int as total
      from data_set d left join sync s on s.account_id = d.account_id and s.company_id = d.company_id
        and s.sync_id = d.latest_sync_id
      where d.account_id = ${account_id}::uuid and d.company_id = ${company_id}::uuid
        and coalesce(s.status, '') <> 'NotSupported'
      order by d.data_set_id`,
  );
}

type SettingsRow = Pick<Row<'link_settings'>, 'return_url' | 'display_name' | 'logo' | 'color'>;

export async function readLinkSettings(db: Db, accountId: string): Promise<LinkSettings> {
  const [row] = await db.read(
    accountId,
    sql<SettingsRow>`select return_url, display_name, logo, color from link_settings
      where account_id = ${accountId}::uuid`,
  );
  return {
    ...(row?.return_url && { returnUrl: row.return_url }),
    ...(row?.display_name && { displayName: row.display_name }),
    ...(row?.logo && { logo: row.logo }),
    ...(row?.color && { color: row.color }),
  };
}

export async function saveLinkSettings(tx: Tx, settings: LinkSettings, at: Date): Promise<void> {
  const { returnUrl = null, displayName = null, logo = null, color = null } = settings;
  const columns = { return_url: returnUrl, display_name: displayName, logo, color, changed_at: at };
  await tx
    .insertInto('link_settings')
    .values({ account_id: tx.accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}
