import { createAccount } from '../src/accounts/create-account.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { authorizeConnection } from '../src/connections/authorize-connection.ts';
import { createConnection } from '../src/connections/create-connection.ts';
import type { Context } from '../src/context.ts';
import { requestSync } from '../src/sync/request-sync.ts';
import type { RunSyncData } from '../src/sync/run/run-sync-job.ts';

export type LinkedPlace = { accountId: string; companyId: string; connectionId: string };

/**
 * Creates an account with one company that is linked to a company of the sandbox. With `isWanted`, companies are
 * created until one has a wanted id.
 */
export async function linkToSandbox(
  ctx: Context,
  company: string,
  isWanted: (companyId: string) => Promise<boolean> = async () => true,
): Promise<LinkedPlace> {
  const { accountId } = await createAccount(ctx, { name: company, plan: 'paid' });
  const principal = { accountId, plan: 'paid' as const, accountCreatedMs: 0, scopes: [], companyTags: null };
  const create = () =>
    ctx.db.transaction(accountId, (tx) =>
      createCompany(ctx, tx, { principal: principal as never, company: { name: company } }),
    );
  let { companyId } = await create();
  while (!(await isWanted(companyId))) ({ companyId } = await create());
  const { connectionId } = await ctx.db.transaction(accountId, (tx) =>
    createConnection(ctx, tx, { companyId, platformKey: 'sandbox' }),
  );
  const credentials = { company, secret: `sandbox-${company}` };
  await authorizeConnection(ctx, { accountId, place: { companyId, connectionId }, credentials, keep: async () => {} });
  return { accountId, companyId, connectionId };
}

/** The unfinished sync of the invoices (or another data type), or a new one. No worker is running, so the caller has to run it. */
export async function requestInvoices(
  ctx: Context,
  place: LinkedPlace,
  isFull: boolean,
  dataType = 'invoices',
): Promise<RunSyncData> {
  const { accountId, companyId } = place;
  const { syncId } = await ctx.db.transaction(accountId, (tx) => requestSync(ctx, tx, { companyId, dataType, isFull }));
  return { accountId, companyId, syncId };
}
