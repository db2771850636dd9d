import type { Db } from '../db/db.ts';
import { notFound, notYourResource } from '../errors.ts';
import type { Principal } from '../http/principal.ts';
import { isUuid } from '../ids.ts';
import { findCompanyOwner } from './store.ts';

const ownersMax = 50_000;

/**
 * The check at the gate. A company never changes its owner: where the operation's own statement sees whether the company
 * is still there, its owner is looked up once per process instead of with every request, which saves a round trip.
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

/** Nobody's company answers 404, somebody else's (or one outside the key's tags) 403; before any input is looked at. */
export async function requireCompany(ctx: { db: Db }, principal: Principal, companyId: string): Promise<void> {
  const owner = isUuid(companyId) ? await findCompanyOwner(ctx.db.system, companyId) : undefined;
  if (!owner) throw notFound({ resource: 'company', service: 'companies' });
  const isInside = Object.entries(principal.companyTags ?? {}).every(([name, value]) => owner.tags[name] === value);
  if (owner.account_id !== principal.accountId || !isInside) {
    throw notYourResource({ resource: 'company', service: 'companies' });
  }
}
