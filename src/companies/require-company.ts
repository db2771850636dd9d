import type { Db } from '../db/db.ts';
import { notFound, notYourResource } from '../errors.ts';
import type { Principal } from '../http/principal.ts';
import { isUuid } from '../ids.ts';
import { findCompanyOwner } from './store.ts';

/** Nobody's company answers 404, somebody else's (or one outside the key's tags) 403; before any input is looked at. */
export async function requireCompany(ctx: { db: Db }, principal: Principal, companyId: string): Promise<void> {
  const owner = isUuid(companyId) ? await findCompanyOwner(ctx.db.system, companyId) : undefined;
  if (!owner) throw notFound({ resource: 'company', service: 'companies' });
  const isInside = Object.entries(principal.companyTags ?? {}).every(([name, value]) => owner.tags[name] === value);
  if (owner.account_id !== principal.accountId || !isInside) {
    throw notYourResource({ resource: 'company', service: 'companies' });
  }
}
