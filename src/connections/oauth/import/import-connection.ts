import {
  AuthRejected,
  type Connector,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  RateLimited,
  Unavailable,
} from '@daybook/connector-kit';
import { ApiError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { Tx } from '../../../db/db.ts';
import type { Principal } from '../../../http/access/principal.ts';
import { providerHttp } from '../../provider/provider-http.ts';
import type { ConnectionIds } from '../../store.ts';
import { findApplication } from '../applications.ts';
import type { Application } from '../authorization-server.ts';
import { signedHttp } from '../signed-http.ts';
import {
  findImport,
  findTenantConnections,
  type ImportPlace,
  type ImportTokens,
  removeImport,
  tokenHashOf,
} from './import-store.ts';
import { type ImportSource, importTokens, NotRenewed, TokenEnded } from './import-tokens.ts';
import { linkImported, requireCompanyFor } from './link-imported.ts';
import type { ImportContext, Imported, WantedConnection } from './wanted-connection.ts';

/**
 * Asks the platform for the company with the given tokens and, if that works, links a connection with them. Nothing
 * else of the line is stored until then: company, connection and tokens are written in one transaction, together with
 * what `keep` writes. With `isCheck`, nothing is written and no token is renewed.
 */
export async function importConnection(
  ctx: ImportContext,
  wanted: WantedConnection,
  options: {
    isCheck: boolean;
    principal: Principal;
    keep: (tx: Tx, made: ConnectionIds) => Promise<void>;
  },
): Promise<Imported> {
  const { accountId, platformKey, tenant } = wanted;
  const connector = ctx.registry.find(platformKey);
  if (!connector?.oauth)
    return { outcome: 'refused', reason: `The platform "${platformKey}" is not enabled, or does not use OAuth 2.` };
  const place = { accountId, platformKey, tokenHash: tokenHashOf(wanted) };
  let source: ImportSource | undefined;
  const renewed = () => (source && source.newest().version > 0 ? { isRenewed: true } : {});
  try {
    const begun = await ctx.db.transaction(accountId, (tx) => begin(ctx, tx, { wanted, place, connector }));
    if ('outcome' in begun) return begun;
    const { application, given } = begun;
    const { oauth: platform } = connector;
    const { name } = connector.platform;
    if (options.isCheck && given.tokens.accessToken === '')
      return { outcome: 'notChecked', reason: 'The line has no access token, and a check does not renew tokens.' };
    source = importTokens(ctx, place, { given, application, platform, name, mayRenew: !options.isCheck });
    const http = signedHttp(
      providerHttp(ctx, { platformKey, connectionId: newId(ctx.clock) }, 'probe'),
      source,
      platform,
    );
    const tenants = await platform.listTenants?.({ http });
    if (tenants && !tenants.includes(tenant)) throw new AuthRejected(`The token is for another company at ${name}.`);
    const { companyName: nameAtPlatform } = await connector.check({ http, credentials: { tenant } });
    if (options.isCheck) return { outcome: 'works', nameAtPlatform };
    const linked = await ctx.db.transaction(accountId, async (tx) => {
      const made = await linkImported(ctx, tx, {
        ...{ wanted, application, principal: options.principal },
        held: (source as ImportSource).newest(),
      });
      await removeImport(tx, place);
      if (made.outcome === 'linked') await options.keep(tx, made);
      return made;
    });
    return { ...linked, nameAtPlatform, ...renewed() };
  } catch (error) {
    const failed = outcomeOf(error);
    // A token that was renewed is kept: after a correction, the same line continues with it.
    if (failed.outcome !== 'retry' && !options.isCheck)
      await ctx.db.transaction(accountId, (tx) =>
        removeImport(tx, place, { unlessRenewed: failed.outcome !== 'expired' }),
      );
    return { ...failed, ...renewed() };
  }
}

/** What can be known before the platform is asked. A renewal costs the old system its token, so it comes last. */
async function begin(
  ctx: ImportContext,
  tx: Tx,
  { wanted, place, connector }: { wanted: WantedConnection; place: ImportPlace; connector: Connector },
): Promise<Imported | { application: Application; given: ImportTokens }> {
  const { platformKey, clientId } = wanted;
  const [known] = await findTenantConnections(tx, wanted);
  if (known?.status === 'Linked') return { outcome: 'alreadyLinked', ...idsOf(known) };
  const application = await findApplication(ctx, tx, { platformKey, ...(clientId !== undefined && { clientId }) });
  if (!application) {
    const which = clientId === undefined ? 'No OAuth application' : `The OAuth application ${clientId}`;
    return { outcome: 'refused', reason: `${which} is set up for ${connector.platform.name}.` };
  }
  await requireCompanyFor(ctx, tx, { wanted, connector });
  const { refreshToken, accessToken = '', accessTokenExpires } = wanted;
  // Without a known end, the access token is tried.
  const expires = accessTokenExpires ?? new Date(ctx.clock.nowMs() + (accessToken ? 5 * 60_000 : 0));
  const earlier = await findImport(ctx, tx, place);
  return { application, given: earlier ?? { tokens: { accessToken, refreshToken }, expires, version: 0 } };
}

const idsOf = ({ companyId, connectionId }: ConnectionIds): ConnectionIds => ({ companyId, connectionId });

function outcomeOf(error: unknown): Imported & { reason: string } {
  if (error instanceof ApiError && error.statusCode < 500) return { outcome: 'refused', reason: error.message };
  if (!(error instanceof ProviderError)) throw error;
  const reason = error.message;
  if (error instanceof TokenEnded) return { outcome: 'expired', reason };
  if (error instanceof NotRenewed) return { outcome: 'notChecked', reason };
  if (error instanceof AuthRejected) return { outcome: 'otherTenant', reason };
  if (error instanceof PermissionDenied || error instanceof PaymentRequired) return { outcome: 'noPermission', reason };
  if (error instanceof RateLimited) return { outcome: 'retry', reason, retryAtMs: error.retryAtMs };
  if (error instanceof Unavailable) return { outcome: 'retry', reason };
  return { outcome: 'noPermission', reason };
}
