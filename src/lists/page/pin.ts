import { type RawBuilder, sql } from 'kysely';
import type { Pinned } from '../list.ts';

/**
 * The PostgreSQL snapshot that all pages of a paged read show, as "xmin:xmax:running,running" (the format of
 * pg_current_snapshot()). `era` identifies the server to which the transaction ids belong.
 */
export type Pin = { era: number; snapshot: string };

/**
 * A pin in compact form. Each running transaction is stored as the distance from the previous one, so that hundreds of
 * them fit in a URL.
 */
export type PackedPin = number[];

export function packPin({ era, snapshot }: Pin): PackedPin {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  const ids = running ? running.split(',').map(Number) : [];
  const distances = ids.map((id, index) => id - (ids[index - 1] ?? Number(xmin)));
  return [era, Number(xmin), Number(xmax) - Number(xmin), ...distances];
}

export function unpackPin([era = 0, xmin = 0, width = 0, ...distances]: PackedPin): Pin {
  let id = xmin;
  const running = distances.map((distance) => (id += distance));
  return { era, snapshot: `${xmin}:${xmin + width}:${running.join(',')}` };
}

/**
 * Condition: the row version was created before the snapshot. A version without a transaction id is older than all
 * snapshots.
 */
export const madeIn = (snapshot: RawBuilder<unknown>, alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.made_by`)} is null or pg_visible_in_snapshot(${sql.ref(`${alias}.made_by`)}, ${snapshot}))`;

/**
 * Condition: the row version ended after the snapshot. The second part alone would be correct. The first part lets
 * PostgreSQL use an index.
 */
export const notEndedIn = (snapshot: RawBuilder<unknown>, alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.ended_by`)} >= pg_snapshot_xmin(${snapshot})
    and not pg_visible_in_snapshot(${sql.ref(`${alias}.ended_by`)}, ${snapshot})`;

/** For rows that never change. Selects the rows that existed in the snapshot. */
export const pinnedRows = (table: string, alias: string): Pinned => ({
  alias,
  parts: (snapshot) => [sql`(select v.* from ${sql.table(table)} v where ${madeIn(snapshot, 'v')}) ${sql.ref(alias)}`],
});

/** Identifies the past versions of a table in `past_row`. `scopeId` is the id of the company or the account. */
export type PastRows = { table: string; alias: string; id: string; scopeId: string; accountId: string };

/**
 * Selects the current rows that already existed in the snapshot, and the past versions that the snapshot sees. A past
 * version stores only some columns; the others are taken from the current row.
 */
export function pinnedVersions(of: PastRows): Pinned {
  const inScope = of.scopeId === of.accountId ? sql`` : sql`and v.company_id = h.scope_id`;
  const alias = sql.ref(of.alias);
  return {
    alias: of.alias,
    parts: (snapshot) => [
      sql`(select v.* from ${sql.table(of.table)} v where ${madeIn(snapshot, 'v')}) ${alias}`,
      sql`(select p.* from past_row h
        join ${sql.table(of.table)} v on v.account_id = h.account_id ${inScope} and ${sql.ref(`v.${of.id}`)} = h.row_id
        cross join lateral jsonb_populate_record(v, h.content) p
        where h.account_id = ${of.accountId}::uuid and h.relation = ${of.table} and h.scope_id = ${of.scopeId}::uuid
          and ${notEndedIn(snapshot, 'h')} and ${madeIn(snapshot, 'h')}) ${alias}`,
    ],
  };
}
