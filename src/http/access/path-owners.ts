import { type Kysely, sql } from 'kysely';
import { type ApiError, notFound, notYourResource } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { codeOf, queryCanceled } from '../../db/error-codes.ts';
import type { Tables } from '../../db/tables.ts';
import type { Route } from '../route.ts';
import type { Principal } from './principal.ts';

/**
 * Checks which account owns the ids in a path. Runs only after an operation has failed, so that it costs successful
 * requests nothing. An operation sees only the rows of the caller's account. So if a row in the path belongs to another
 * account, the operation fails with 404, or with 400 if the body is rejected first. This check replaces that error with
 * 403.
 */
export type PathOwners = (refusal: ApiError, asked: Asked) => Promise<ApiError>;
type Asked = { route: Route | undefined; principal: Principal | null; params: unknown };

/**
 * The resource that a path parameter identifies. With a `table`, the parameter is the id of a row that belongs to an
 * account.
 */
export type PathResource = {
  /** Noun for the error text, as in "there is no such rule". */
  resource: string;
  service: string;
  table?: string;
  column?: string;
  /**
   * Set if the table has no index that begins with the id. Finds the account of an id among all accounts, and may be
   * slow.
   */
  search?: (system: Kysely<Tables>, id: string) => Promise<string[]>;
};
type Search = NonNullable<PathResource['search']>;
export type PathResources = Readonly<Record<string, PathResource>>;

/** Statuses that do not depend on who owns the resource; these errors are not changed. */
const kept = new Set([401, 402, 403, 405, 410, 429]);

export function createPathOwners({ system }: { system: Kysely<Tables> }, pathResources: PathResources): PathOwners {
  const findBySearch = createFindBySearch(system);
  return async (refusal, { route, principal, params }) => {
    if (!route || !principal || kept.has(refusal.statusCode) || refusal.statusCode >= 500) return refusal;
    for (const [name, id] of Object.entries((params ?? {}) as Record<string, string>)) {
      const named = pathResources[name];
      if (!named) continue;
      const isOfAccount = named.table !== undefined && route.access !== 'open' && route.access !== 'operator';
      if (!isOfAccount) {
        if (name.endsWith('Id') && !isUuid(id)) return notFound(named);
        continue;
      }
      const find = () =>
        named.search ? findBySearch(named, named.search, id, principal.accountId) : findOwners(system, named, id);
      const owners = isUuid(id) ? await find() : [];
      if (owners.length === 0) return notFound(named);
      if (!owners.includes(principal.accountId)) return notYourResource(named);
    }
    // The error says that the path is unknown, although it matches a route. So one of its parameters is malformed.
    if (refusal.parts.code === 'pathNotFound') return notFound(lastOf(route, pathResources));
    return refusal;
  };
}

function lastOf(route: Route, pathResources: PathResources): PathResource {
  const name = [...route.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  return pathResources[name] ?? { resource: 'resource', service: 'http' };
}

/** Returns the accounts that own the id. A person can belong to several accounts; every other id belongs to one. */
async function findOwners(system: Kysely<Tables>, named: PathResource, id: string): Promise<string[]> {
  const [table, column] = [sql.table(named.table ?? ''), sql.id(named.column ?? '')];
  const { rows } = await sql<{
    account_id: string;
  }>`select account_id from ${table} where ${column} = ${id}::uuid`.execute(system);
  return rows.map((row) => row.account_id);
}

/** Limits for searching all accounts. */
export const [askAllMs, askAllPerMinute] = [250, 60];

/**
 * Finds the account of an id for which there is no index over all accounts (`search`). Searches the caller's own account
 * first, then all accounts. The search of all accounts has a time limit, and each caller may cause only so many per
 * minute. If a limit is reached, the id counts as unknown (404).
 */
function createFindBySearch(system: Kysely<Tables>) {
  let minute = 0;
  const asked = new Map<string, number>();
  const mayAsk = (accountId: string) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) asked.clear();
    minute = now;
    const count = (asked.get(accountId) ?? 0) + 1;
    asked.set(accountId, count);
    return count <= askAllPerMinute;
  };
  return async (named: PathResource, search: Search, id: string, own: string): Promise<string[]> => {
    const [table, column] = [sql.table(named.table ?? ''), sql.id(named.column ?? '')];
    const ofOwn = sql`select from ${table} where account_id = ${own}::uuid and ${column} = ${id}::uuid`;
    if ((await ofOwn.execute(system)).rows.length > 0) return [own];
    if (!mayAsk(own)) return [];
    try {
      return await system.transaction().execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(askAllMs)}, true)`.execute(tx);
        return search(tx, id);
      });
    } catch (error) {
      if (codeOf(error) === queryCanceled) return [];
      throw error;
    }
  };
}
