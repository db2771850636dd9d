import { plans } from '../accounts/plans.ts';
import type { Clock } from '../base/clock.ts';
import { keyTooNarrow } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Principal } from '../http/access/principal.ts';
import { companyLimitExceeded } from './refusals.ts';
import { insertCompany, lockCompanyTotal } from './store.ts';
import type { NewCompany } from './wire.ts';

/**
 * Creates a company. It is inserted with the commit, so other statements of the transaction do not see it. `json` is
 * the company as JSON, without its link. If the plan limits the number of companies, locks the account row, so that
 * concurrent requests cannot exceed the limit. `isFollowed`: rows that refer to the company follow in the transaction.
 */
export async function createCompany(
  ctx: { clock: Clock; emit: Emit },
  tx: Tx,
  { principal, company, isFollowed = false }: { principal: Principal; company: NewCompany; isFollowed?: boolean },
): Promise<{ companyId: string; json: string }> {
  requireTags(principal, company.tags ?? {});
  const { companiesMax } = plans[principal.plan];
  if (companiesMax !== null && (await lockCompanyTotal(tx)) >= companiesMax)
    throw companyLimitExceeded({ limit: companiesMax, plan: principal.plan });
  const companyId = newId(ctx.clock);
  const row = {
    companyId,
    name: company.name,
    description: company.description ?? null,
    tags: company.tags ?? {},
    created: ctx.clock.now(),
    // The name of the person who uses the portal, or null for an API key.
    createdBy: principal.person?.name ?? null,
  };
  const json = insertCompany(tx, row, { isFollowed });
  const message = `The company "${company.name}" was created.`;
  await ctx.emit(tx, [{ type: 'company.created', companyId, message, data: { name: company.name } }]);
  return { companyId, json };
}

/**
 * Throws an error unless the company has all tags that the API key is limited to. Without them, the key could not see
 * the company that it creates.
 */
export function requireTags(principal: Principal, tags: Record<string, string>): void {
  for (const [name, value] of Object.entries(principal.companyTags ?? {})) {
    if (tags[name] !== value)
      throw keyTooNarrow({ reason: `this API key is limited to companies with the tag ${name}=${value}.` });
  }
}
