import { notFound, notYourResource } from '../base/errors.ts';
import { isUuid } from '../base/ids.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { findCompanyOwner } from './store.ts';

const ownersMax = 50_000;

/**
 * Checks the company of a request. A company never changes its owner: if the operation's own statement also checks that
 * the company exists (`isSeenAgain`), its owner is looked up once per process, which saves a round trip per request.
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

/** Unknown company: 404. Another account's company, or one outside the key's tags: 403. Checked before any input. */
export async function requireCompany(ctx: { db: Db }, principal: Principal, companyId: string): Promise<void> {
  const owner = isUuid(companyId) ? await findCompanyOwner(ctx.db.system, companyId) : undefined;
  if (!owner) throw notFound({ resource: 'company', service: 'companies' });
  const isInside = Object.entries(principal.companyTags ?? {}).every(([name, value]) => owner.tags[name] === value);
  if (owner.account_id !== principal.accountId || !isInside) {
    throw notYourResource({ resource: 'company', service: 'companies' });
  }
}
