import type { Connector } from '@daybook/connector-kit';
import { badRequest, notFound } from '../../../base/errors.ts';
import { createCompany } from '../../../companies/create-company.ts';
import { findCompaniesByName, isCompanyThere } from '../../../companies/store.ts';
import type { Tx } from '../../../db/db.ts';
import type { Principal } from '../../../http/access/principal.ts';
import { linkConnection } from '../../authorize-connection.ts';
import { createConnection } from '../../create-connection.ts';
import { sealCredentials } from '../../credentials.ts';
import { findConflict } from '../../one-accounting.ts';
import { secondConnection } from '../../refusals.ts';
import { type ConnectionIds, findConnections } from '../../store.ts';
import type { Application } from '../authorization-server.ts';
import { replaceToken } from '../store.ts';
import { sealTokens } from '../token-seal.ts';
import { findTenantConnections, type ImportTokens, lockImports } from './import-store.ts';
import type { ImportContext, WantedConnection } from './wanted-connection.ts';

/** Writes company, connection and tokens in the caller's transaction. */
export async function linkImported(
  ctx: ImportContext,
  tx: Tx,
  given: { wanted: WantedConnection; application: Application; held: ImportTokens; principal: Principal },
): Promise<ConnectionIds & { outcome: 'linked' | 'alreadyLinked' }> {
  const { wanted, application, held } = given;
  const { accountId, platformKey, tenant } = wanted;
  await lockImports(tx);
  const [known] = await findTenantConnections(tx, wanted);
  if (known?.status === 'Linked')
    return { outcome: 'alreadyLinked', companyId: known.companyId, connectionId: known.connectionId };
  const companyId = (await findCompany(tx, wanted)) ?? (await makeCompany(ctx, tx, given));
  // A connection that the platform has deauthorized goes on with the new tokens, and so do its data sets.
  const again = known?.companyId === companyId ? known : undefined;
  const { connectionId } = again ?? (await createConnection(ctx, tx, { companyId, platformKey }));
  const place = { companyId, connectionId };
  const where = { accountId, connectionId };
  const credentials = sealCredentials(ctx.sealer, where, { tenant });
  await linkConnection(ctx, tx, { place, platformKey, credentials });
  await replaceToken(tx, place, {
    ...{ platformKey, tenant, clientId: application.clientId, expires: held.expires, renewed: ctx.clock.now() },
    tokens: sealTokens(ctx.sealer, where, held.tokens),
  });
  return { outcome: 'linked', ...place };
}

/** Throws if the company cannot be linked: before the platform is asked, and without changing anything. */
export async function requireCompanyFor(
  ctx: ImportContext,
  tx: Tx,
  { wanted, connector }: { wanted: WantedConnection; connector: Connector },
): Promise<void> {
  const companyId = await findCompany(tx, wanted);
  if (companyId === undefined) return;
  const { sourceType } = connector.platform;
  const connections = (await findConnections(tx, companyId)).map(({ status, platform_key: key }) => ({
    status,
    sourceType: ctx.registry.find(key)?.platform.sourceType ?? '',
  }));
  if (findConflict(connections, sourceType)) throw secondConnection();
}

async function findCompany(tx: Tx, { company }: WantedConnection): Promise<string | undefined> {
  if ('companyId' in company) {
    if (await isCompanyThere(tx, company.companyId)) return company.companyId;
    throw notFound({ resource: 'company', service: 'companies' });
  }
  const [found, another] = await findCompaniesByName(tx, company.name);
  if (another === undefined) return found;
  const message = `Several companies of the account have the name "${company.name}". Give companyId instead.`;
  throw badRequest({
    service: 'companies',
    items: [{ itemId: 'companyName', message, validatorName: 'ImportValidator' }],
  });
}

async function makeCompany(
  ctx: ImportContext,
  tx: Tx,
  { wanted, principal }: { wanted: WantedConnection; principal: Principal },
): Promise<string> {
  if ('companyId' in wanted.company) throw notFound({ resource: 'company', service: 'companies' });
  const made = await createCompany(ctx, tx, { principal, company: wanted.company, isFollowed: true });
  return made.companyId;
}
