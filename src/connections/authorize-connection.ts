import type { Connector, Credentials } from '@daybook/connector-kit';
import { AuthRejected, PermissionDenied, ProviderError } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { badRequest, notFound, wrongState } from '../base/errors.ts';
import type { Sealer } from '../base/secrets.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Outbound } from '../outbound/http.ts';
import type { ConnectionChanged } from './connection-changed.ts';
import { sealCredentials } from './credentials.ts';
import { isConflict } from './one-accounting.ts';
import { secretsOf } from './provider/call-log.ts';
import type { ProviderBudgets } from './provider/provider-budget.ts';
import { providerHttp } from './provider/provider-http.ts';
import { downstreamForbidden, downstreamUnavailable, secondConnection } from './refusals.ts';
import { type ConnectionIds, enterState, lockConnection, refreshSummary, resolveErrors } from './store.ts';

export type AuthorizeContext = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  registry: Registry;
  outbound: Outbound;
  budgets: ProviderBudgets;
  connectionChanged: ConnectionChanged;
  emit: Emit;
};

/** Tests the credentials with the provider and, if they are accepted, encrypts them and links the connection. */
export async function authorizeConnection(
  ctx: AuthorizeContext,
  {
    accountId,
    place,
    credentials,
    keep,
  }: {
    accountId: string;
    place: ConnectionIds;
    credentials: Credentials;
    /** Writes the audit log entry, in the transaction that links the connection. */
    keep: (tx: Tx) => Promise<void>;
  },
): Promise<void> {
  const found = await ctx.db.transaction(accountId, (tx) => lockConnection(tx, place));
  if (!found) throw notFound({ resource: 'connection', service: 'connections' });
  const connector = ctx.registry.find(found.platform_key);
  if (!connector) throw downstreamUnavailable({ platform: found.platform_key, error: 'this platform is not enabled.' });
  if (connector.oauth) {
    const error = `${connector.platform.name} uses OAuth 2. Send the connection's linkUrl to the company's owner.`;
    throw wrongState({ error, service: 'connections' });
  }
  requireFields(connector, credentials);
  // Test the credentials before opening a database transaction, because the provider may respond slowly.
  await tryCredentials(ctx, { connector, credentials, accountId, place });
  const sealed = sealCredentials(ctx.sealer, { accountId, connectionId: place.connectionId }, credentials);
  await ctx.db.transaction(accountId, async (tx) => {
    await linkConnection(ctx, tx, { place, platformKey: found.platform_key, credentials: sealed });
    await keep(tx);
  });
}

/** Links the connection in the same database transaction that stores its credentials or tokens. */
export async function linkConnection(
  ctx: AuthorizeContext,
  tx: Tx,
  { place, platformKey, credentials }: { place: ConnectionIds; platformKey: string; credentials: string },
): Promise<void> {
  const at = ctx.clock.now();
  const isLinked = await enterState(tx, place, { state: 'Linked', credentials, at }).catch((error) => {
    throw isConflict(error) ? secondConnection() : error;
  });
  if (!isLinked) throw notFound({ resource: 'connection', service: 'connections' });
  await resolveErrors(tx, place, at);
  await refreshSummary(tx, place.companyId, ctx.registry.names);
  await ctx.connectionChanged(tx, { ...place, platformKey, to: 'Linked' });
}

function requireFields(connector: Connector, credentials: Credentials): void {
  const wanted = connector.credentialFields.map((field) => field.name);
  const missing = wanted.filter((name) => !credentials[name]).map((name) => [name, 'is missing']);
  const unknown = Object.keys(credentials)
    .filter((name) => !wanted.includes(name))
    .map((name) => [name, `is not a credential field of ${connector.platform.name}`]);
  const items = [...missing, ...unknown].map(([name, problem]) => ({
    itemId: `credentials.${name}`,
    message: `The field "credentials.${name}" ${problem}.`,
    validatorName: 'CredentialsValidator',
  }));
  if (items[0]) throw badRequest({ service: 'connections', items });
}

async function tryCredentials(
  ctx: AuthorizeContext,
  tried: { connector: Connector; credentials: Credentials; accountId: string; place: ConnectionIds },
): Promise<void> {
  const { connector, credentials, accountId, place } = tried;
  const platform = connector.platform.key;
  try {
    await connector.check({
      http: providerHttp(
        ctx,
        {
          ...{ platformKey: platform, accountId, ...place, reason: { purpose: 'authorize' } },
          secrets: secretsOf(connector.credentialFields, credentials),
        },
        'probe',
      ),
      credentials,
    });
  } catch (error) {
    if (error instanceof AuthRejected || error instanceof PermissionDenied) {
      const message = `${connector.platform.name} rejected the credentials.`;
      const data = { platformKey: platform, reason: error.message };
      await ctx.db.transaction(accountId, (tx) =>
        ctx.emit(tx, [{ type: 'connection.failed', ...place, message, data }]),
      );
      throw downstreamForbidden({ platform, error: error.message });
    }
    if (error instanceof ProviderError) throw downstreamUnavailable({ platform, error: error.message });
    throw error;
  }
}
