import { companyLink, writeAudit } from '../audit/write-audit.ts';
import { ApiError, badRequest } from '../base/errors.ts';
import { type AuthorizeContext, authorizeConnection } from '../connections/authorize-connection.ts';
import { createConnection } from '../connections/create-connection.ts';
import { deauthorizeConnection } from '../connections/deauthorize-connection.ts';
import { type StartContext, startAuthorization } from '../connections/oauth/start-authorization.ts';
import { removeToken } from '../connections/oauth/store.ts';
import { findConflict } from '../connections/one-accounting.ts';
import { lockConnection } from '../connections/store.ts';
import type { Tx } from '../db/db.ts';
import type { Call } from '../http/route.ts';
import { type LinkContext, openLink, returnUrlOf } from './read-link.ts';
import { companyLinkUnknown, linkCredentialsRefused, linkedAlready, linkPlatformUnavailable } from './refusals.ts';
import type { LinkPlace, LinkRow } from './store.ts';
import type { LinkOrder, LinkOutcome } from './wire.ts';

export type LinkingContext = LinkContext & AuthorizeContext & StartContext;

/**
 * Connects the company to a platform on behalf of its owner. The steps are the same as in the API: create a connection
 * and authorize it. A pending or disconnected connection to the platform is reused.
 */
export async function linkPlatform(
  ctx: LinkingContext,
  { token, order, from }: { token: string; order: LinkOrder; from: LinkCall },
): Promise<{ outcome: LinkOutcome; cookie?: string }> {
  const { platformKey, credentials = {}, state } = order;
  const { place, row, expires } = await openLink(ctx, token);
  const connector = ctx.registry.find(platformKey);
  if (!connector) {
    const message = `The field "platformKey" must name an enabled platform. Enabled: ${[...ctx.registry.names.keys()].join(', ') || 'none'}.`;
    throw badRequest({
      service: 'links',
      items: [{ itemId: 'platformKey', message }],
    });
  }
  requireFree(ctx, row, connector.platform.sourceType);
  const accountId = place.account_id;
  const companyId = place.company_id;
  const connectionId = takenUp(place, row, platformKey) ?? (await create(ctx, { place, platformKey, from }));
  const at = { companyId, connectionId };
  // Without a file there is nothing to read. The first confirmed one links the connection.
  if (connector.uploads) {
    const { status } = row.connections.find((one) => one.connectionId === connectionId) ?? { status: 'PendingAuth' };
    return { outcome: { kind: 'upload', connectionId, status } };
  }
  if (connector.oauth) {
    const started = await ctx.db.transaction(accountId, async (tx) => {
      await keepChange(ctx, tx, { operation: 'linkPlatform', at, from, after: { platformKey, status: 'PendingAuth' } });
      // After the authorization, the browser opens the link page of this connection. The URL of that page expires at
      // the same time as the URL that the person opened first.
      const linkToken = ctx.companyLinks.tokenOf({ ...at, expires, rotation: place.rotation });
      return startAuthorization(ctx, tx, { ...at, platformKey, linkToken, clientState: state });
    });
    const { authorizeUrl, cookie } = started;
    return { outcome: { kind: 'authorize', connectionId, status: 'PendingAuth', authorizeUrl }, cookie };
  }
  const keep = (tx: Tx) =>
    keepChange(ctx, tx, { operation: 'linkPlatform', at, from, after: { platformKey, status: 'Linked' } });
  await authorizeConnection(ctx, { accountId, place: at, credentials, keep }).catch((error) => {
    throw inPlainWords(error, connector.platform.name);
  });
  const back =
    row.return_url === null
      ? {}
      : { returnUrl: returnUrlOf(row.return_url, { companyId, connectionId, status: 'linked', state }) };
  return { outcome: { kind: 'linked', connectionId, status: 'Linked', ...back } };
}

export type LinkCall = Pick<Call, 'address' | 'correlationId'>;

async function keepChange(
  ctx: LinkingContext,
  tx: Tx,
  done: { operation: string; at: { companyId: string; connectionId: string }; from: LinkCall; after: object },
): Promise<void> {
  await writeAudit(ctx, tx, {
    accountId: tx.accountId,
    actor: companyLink,
    operation: done.operation,
    subject: { kind: 'connection', id: done.at.connectionId },
    companyId: done.at.companyId,
    after: done.after,
    address: done.from.address,
    correlationId: done.from.correlationId,
  });
}

/**
 * Called before the owner authorizes anything. Throws if the company already has a linked accounting system. The error
 * names that system.
 */
function requireFree(ctx: LinkingContext, row: LinkRow, sourceType: string): void {
  const linked = findConflict(row.connections, sourceType);
  if (linked) throw linkedAlready({ platformName: ctx.registry.names.get(linked.platformKey) ?? linked.platformKey });
}

function takenUp({ connection_id }: LinkPlace, { connections }: LinkRow, platformKey: string): string | undefined {
  const fitting = connections.filter((one) => one.platformKey === platformKey && one.status !== 'Linked');
  return (fitting.find((one) => one.connectionId === connection_id) ?? fitting[0])?.connectionId;
}

async function create(
  ctx: LinkingContext,
  { place, platformKey, from }: { place: LinkPlace; platformKey: string; from: LinkCall },
): Promise<string> {
  const { account_id, company_id: companyId } = place;
  return ctx.db.transaction(account_id, async (tx) => {
    const { connectionId } = await createConnection(ctx, tx, { companyId, platformKey });
    const at = { companyId, connectionId };
    const after = { platformKey, status: 'PendingAuth' };
    await keepChange(ctx, tx, { operation: 'createConnection', at, from, after });
    return connectionId;
  });
}

/** Rewrites an API error, which is written for developers, so that the owner of a company understands it. */
export function inPlainWords(error: unknown, platformName: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, error: text } = error.parts;
  if (code === 'downstreamForbidden') {
    const reason = text.replace(/^.*credentials: /, '').replace(/[.\s]+$/, '');
    return linkCredentialsRefused({ platformName, reason });
  }
  if (code === 'downstreamUnavailable') return linkPlatformUnavailable({ platformName });
  // Another request has linked an accounting system in the meantime. The name of that system is not known here.
  if (code === 'secondConnection') return linkedAlready({ platformName: 'an accounting system' });
  return error;
}

/** Withdraws the owner's authorization. Syncing stops, and the stored credentials or tokens are deleted. */
export async function unlinkPlatform(
  ctx: LinkingContext,
  { token, connectionId, from }: { token: string; connectionId: string; from: LinkCall },
): Promise<void> {
  const { place, row } = await openLink(ctx, token);
  if (!row.connections.some((one) => one.connectionId === connectionId)) throw companyLinkUnknown();
  const message = "The company's owner has withdrawn the authorization.";
  const at = { companyId: place.company_id, connectionId };
  await ctx.db.transaction(place.account_id, async (tx) => {
    await deauthorizeConnection(ctx, tx, { ...at, message, isForgotten: true });
    await removeToken(tx, at);
    const left = await lockConnection(tx, at);
    await keepChange(ctx, tx, { operation: 'unlinkPlatform', at, from, after: { status: left?.status } });
  });
}
