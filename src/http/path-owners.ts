import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { type ApiError, notFound, notYourResource } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { Principal } from './principal.ts';
import type { Route } from './route.ts';

/**
 * Whose the ids of a path are. It is asked only when an operation has refused, so that what succeeds pays nothing: an
 * operation finds rows of its own account alone, and whatever it says of another's (404, 400 for the body) becomes 403.
 */
export type PathOwners = (refusal: ApiError, asked: Asked) => Promise<ApiError>;
type Asked = { route: Route | undefined; principal: Principal | null; params: unknown };

/** What a parameter of a path names. With a table it is the id of one account's row. */
export type PathResource = {
  /** As in "there is no such rule". */
  resource: string;
  service: string;
  table?: string;
  column?: string;
  /** No index finds an id of any account: each account is asked through the primary key. */
  isAskedByAccount?: true;
};
export type PathResources = Readonly<Record<string, PathResource>>;

/** Refusals that come before or beside the question whose the resource is. */
const kept = new Set([401, 402, 403, 405, 410, 429]);

export function createPathOwners({ system }: { system: Kysely<Tables> }, pathResources: PathResources): PathOwners {
  const findByAccount = createFindByAccount(system);
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
        named.isAskedByAccount ? findByAccount(named, id, principal.accountId) : findOwners(system, named, id);
      const owners = isUuid(id) ? await find() : [];
      if (owners.length === 0) return notFound(named);
      if (!owners.includes(principal.accountId)) return notYourResource(named);
    }
    // The path is known: one of its parameters is impossible.
    if (refusal.parts.code === 'pathNotFound') return notFound(lastOf(route, pathResources));
    return refusal;
  };
}

function lastOf(route: Route, pathResources: PathResources): PathResource {
  const name = [...route.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  return pathResources[name] ?? { resource: 'resource', service: 'http' };
}

/** A person can be a member of several accounts; every other id is of one. */
async function findOwners(system: Kysely<Tables>, named: PathResource, id: string): Promise<string[]> {
  const [table, column] = [sql.table(named.table ?? ''), sql.id(named.column ?? '')];
  const { rows } = await sql<{
    account_id: string;
  }>`select account_id from ${table} where ${column} = ${id}::uuid`.execute(system);
  return rows.map((row) => row.account_id);
}

/** A question to every account costs about 7 µs for each: 140 ms where a cell has 20,000 of them. */
export const [askAllMs, askAllPerMinute] = [250, 60];

/**
 * Where no index finds an id of any account. The own account is asked first. How long all others are asked, and how often
 * for one account, is bounded: what is beyond that is nobody's (404), and who holds a wrong id learns no more than that.
 */
function createFindByAccount(system: Kysely<Tables>) {
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
  return async (named: PathResource, id: string, own: string): Promise<string[]> => {
    const [table, column] = [sql.table(named.table ?? ''), sql.id(named.column ?? '')];
    type Owner = { account_id: string };
    const ofOwn = sql<Owner>`select account_id from ${table} where account_id = ${own}::uuid and ${column} = ${id}::uuid`;
    if ((await ofOwn.execute(system)).rows.length > 0) return [own];
    if (!mayAsk(own)) return [];
    const ofAny = sql<Owner>`select t.account_id from account a cross join lateral (
      select t.account_id from ${table} t where t.account_id = a.account_id and t.${column} = ${id}::uuid limit 1) t limit 1`;
    try {
      return await system.transaction().execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(askAllMs)}, true)`.execute(tx);
        return (await ofAny.execute(tx)).rows.map((row) => row.account_id);
      });
    } catch (error) {
      if ((error as { code?: string }).code === '57014') return [];
      throw error;
    }
  };
}
