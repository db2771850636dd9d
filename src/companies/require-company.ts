import { notFound, notYourResource } from '../base/errors.ts';
import { isUuid } from '../base/ids.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { findCompanyOwner } from './store.ts';

const ownersMax = 50_000;

/**
 * Checks that the principal may access the company. A company never moves to another account, so each process caches
 * which account owns it. With `isSeenAgain`, the cached owner is enough, which saves a query per request: the
 * operation's own SQL then detects a company that no longer exists. A principal that is limited to tags is always
 * checked in the database.
 */
export function createCompanyCheck(ctx: { db: Db }) {
  const owners = new Map<string, string>();
  return async (principal: Principal, companyId: string, { isSeenAgain = false } = {}): Promise<void> => {
    const isWhole = principal.companyTags === null;
    if (isSeenAgain && isWhole && owners.get(companyId) === principal.accountId) return;
    await requireCompany(ctx, principal, companyId);
    if (!isWhole) return;
    if (owners.size >= ownersMax) owners.clear();
    owners.set(companyId, principal.accountId);
  };
}

/**
 * Throws 404 for an unknown company. Throws 403 for a company of another account, or for a company without the tags
 * that the key is limited to. Runs before any input is checked.
 */
export async function requireCompany(ctx: { db: Db }, principal: Principal, companyId: string): Promise<void> {
  const owner = isUuid(companyId) ? await findCompanyOwner(ctx.db.system, companyId) : undefined;
  if (!owner) throw notFound({ resource: 'company', service: 'companies' });
  const isInside = Object.entries(principal.companyTags ?? {}).every(([name, value]) => owner.tags[name] === value);
  if (owner.account_id !== principal.accountId || !isInside) {
    throw notYourResource({ resource: 'company', service: 'companies' });
  }
}
