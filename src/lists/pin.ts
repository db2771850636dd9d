import { type RawBuilder, sql } from 'kysely';
import type { Pinned } from './list.ts';

/**
 * What a walk is pinned to: a snapshot of PostgreSQL, "xmin:xmax:running,running", as pg_current_snapshot() writes it. `era`
 * names the server that the transaction ids belong to.
 */
export type Pin = { era: number; snapshot: string };

/** Short enough for a URL with hundreds of running transactions: each as its distance from the one before. */
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

/** The version of a row was made before the snapshot; one without a transaction is older than all of them. */
export const madeIn = (snapshot: RawBuilder<unknown>, alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.made_by`)} is null or pg_visible_in_snapshot(${sql.ref(`${alias}.made_by`)}, ${snapshot}))`;

/** It ended later. The first part is for indexes: whatever ended before all that was running is visible. */
export const notEndedIn = (snapshot: RawBuilder<unknown>, alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.ended_by`)} >= pg_snapshot_xmin(${snapshot})
    and not pg_visible_in_snapshot(${sql.ref(`${alias}.ended_by`)}, ${snapshot})`;

/** Rows that never change: those that were there in the snapshot. */
export const pinnedRows = (table: string, alias: string): Pinned => ({
  alias,
  parts: (snapshot) => [sql`(select v.* from ${sql.table(table)} v where ${madeIn(snapshot, 'v')}) ${sql.ref(alias)}`],
});

/** Where the versions of a table are in `past_row`; `scopeId` is the company's or the account's. */
export type PastRows = { table: string; alias: string; id: string; scopeId: string; accountId: string };

/** Rows that were there in the snapshot, and past versions laid over the rows that they were versions of. */
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
