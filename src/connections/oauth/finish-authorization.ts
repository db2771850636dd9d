import { AuthRejected, PermissionDenied, ProviderError } from '@daybook/connector-kit';
import { ApiError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Tx } from '../../db/db.ts';
import { AccountMoved, findDeparted } from '../../http/access/departed.ts';
import { type AuthorizeContext, linkConnection } from '../authorize-connection.ts';
import { sealCredentials } from '../credentials.ts';
import { providerHttp } from '../provider/provider-http.ts';
import { type ConnectionIds, lockConnection } from '../store.ts';
import { findApplication } from './applications.ts';
import { authorizationServer, type Granted } from './authorization-server.ts';
import { openPending, type Pending } from './pending-seal.ts';
import { type End, recordEnd } from './record-end.ts';
import { signedHttp } from './signed-http.ts';
import { hashOf, redirectUriOf, type StartContext } from './start-authorization.ts';
import { replaceToken, takeState } from './store.ts';
import { sealTokens } from './token-seal.ts';

export type FinishContext = AuthorizeContext & StartContext & { log: Log };

/** What the owner's browser sends when it returns from the platform. */
export type Callback = { parameters: URLSearchParams; browser: string; from: End['from'] };

export type Finished =
  /**
   * No such authorization is pending in this browser, because it was never started, has expired or is already finished.
   */
  | { outcome: 'unknown' }
  | (ConnectionIds & {
      outcome: End['outcome'];
      accountId: string;
      platformKey: string;
      message: string;
      /** The client's own `state`, which is returned to the client. */
      clientState: string | undefined;
      linkToken: string | undefined;
    });

type Begun = Pending & { accountId: string; place: ConnectionIds; clientId: string; from: End['from'] };

/** Handles the OAuth callback. Exchanges the code for tokens, tests the tokens and links the connection. */
export async function finishAuthorization(ctx: FinishContext, callback: Callback): Promise<Finished> {
  const { parameters } = callback;
  const begun = await takeBegun(ctx, callback);
  const found = begun && (await ctx.db.transaction(begun.accountId, (tx) => lockConnection(tx, begun.place)));
  const connector = found && ctx.registry.find(found.platform_key);
  if (!begun || !connector?.oauth) return { outcome: 'unknown' };
  const { accountId, place, clientState, linkToken, from } = begun;
  const { key: platformKey, name } = connector.platform;
  const at = { ...place, accountId, platformKey };
  const end = { ...at, clientState, linkToken };

  async function fail(outcome: 'denied' | 'refused' | 'unavailable', message: string): Promise<Finished> {
    ctx.log.warn({ ...at, outcome, reason: message }, 'authorization failed');
    await ctx.db.transaction(accountId, (tx) =>
      recordEnd(ctx, tx, { place, outcome, reason: message, from }, () =>
        ctx.emit(tx, [{ type: 'connection.failed', ...place, message, data: { platformKey, reason: message } }]),
      ),
    );
    return { ...end, outcome, message };
  }

  const error = parameters.get('error');
  if (error === 'access_denied')
    return fail('denied', `Access to ${name} was not granted, because the person who was asked declined.`);
  if (error) return fail('refused', `${name} ended the authorization with "${error.slice(0, 100).toWellFormed()}".`);
  try {
    const granted = await exchange(ctx, begun, { platformKey, parameters });
    const plain = providerHttp(ctx, { platformKey, accountId, ...place, reason: { purpose: 'authorize' } }, 'probe');
    const token = { accessToken: granted.accessToken, version: 0 };
    const http = signedHttp(plain, { current: async () => token, insteadOf: async () => token }, connector.oauth);
    const tenant = await connector.oauth.findTenant({ http, callback: Object.fromEntries(parameters) });
    await connector.check({ http, credentials: { tenant } });
    await ctx.db.transaction(accountId, (tx) =>
      recordEnd(ctx, tx, { place, outcome: 'linked', from }, () =>
        keep(ctx, tx, begun, { granted, tenant, platformKey }),
      ),
    );
    return { ...end, outcome: 'linked', message: `${name} is linked.` };
  } catch (thrown) {
    if (thrown instanceof AuthRejected || thrown instanceof PermissionDenied) return fail('refused', thrown.message);
    if (thrown instanceof ProviderError) return fail('unavailable', thrown.message);
    if (thrown instanceof ApiError && thrown.statusCode < 500) return fail('refused', thrown.message);
    throw thrown;
  }
}

/** Removes the pending state before checking anything else, so that the state can never be used twice. */
async function takeBegun(ctx: FinishContext, { parameters, browser, from }: Callback): Promise<Begun | undefined> {
  const hash = hashOf(parameters.get('state') ?? '');
  const row = await takeState(ctx.db.system, hash);
  const movedTo = row ? undefined : await findDeparted(ctx.db, 'state', hash);
  if (movedTo) throw new AccountMoved(movedTo);
  if (!row) return undefined;
  const { account_id: accountId, state_hash: stateHash } = row;
  const place = { companyId: row.company_id, connectionId: row.connection_id };
  const strange = whatIsStrange(ctx, row, browser);
  if (strange) {
    await ctx.db.transaction(accountId, (tx) =>
      recordEnd(ctx, tx, { place, outcome: 'refused', ...strange, from }, async () => {}),
    );
    return undefined;
  }
  const pending = openPending(ctx.sealer, { accountId, stateHash }, row.code_verifier);
  return { accountId, place, clientId: row.client_id, ...pending, from };
}

/** Returns why the callback must be rejected although its state is known, or undefined if it can be accepted. */
function whatIsStrange(
  ctx: FinishContext,
  row: { expires_at: Date; browser_hash: string },
  browser: string,
): Pick<End, 'reason' | 'actor'> | undefined {
  if (row.browser_hash !== hashOf(browser))
    return {
      reason: 'The authorization was started in another browser.',
      actor: { kind: 'person', name: 'unknown person, in another browser' },
    };
  if (row.expires_at <= ctx.clock.now()) return { reason: 'The authorization took too long.' };
  return undefined;
}

async function exchange(
  ctx: FinishContext,
  { accountId, clientId, codeVerifier }: Begun,
  { platformKey, parameters }: { platformKey: string; parameters: URLSearchParams },
): Promise<Granted & { refreshToken: string }> {
  const connector = ctx.registry.find(platformKey);
  const application = await ctx.db.transaction(accountId, (tx) => findApplication(ctx, tx, { platformKey, clientId }));
  if (!connector?.oauth || !application) throw new AuthRejected('The OAuth application was removed meanwhile.');
  const { name } = connector.platform;
  const server = authorizationServer(ctx, { platform: connector.oauth, application, name });
  const granted = await server.exchange({
    callback: parameters,
    redirectUri: redirectUriOf(ctx.baseUrl),
    codeVerifier,
  });
  const { refreshToken } = granted;
  if (!refreshToken) throw new AuthRejected(`${name} issued no refresh token, so access would end within an hour.`);
  return { ...granted, refreshToken };
}

async function keep(
  ctx: FinishContext,
  tx: Tx,
  { accountId, place, clientId }: Begun,
  given: { granted: Granted & { refreshToken: string }; tenant: string; platformKey: string },
): Promise<void> {
  const { granted, tenant, platformKey } = given;
  const where = { accountId, connectionId: place.connectionId };
  const { accessToken, refreshToken, expires } = granted;
  const credentials = sealCredentials(ctx.sealer, where, { tenant });
  await linkConnection(ctx, tx, { place, platformKey, credentials });
  await replaceToken(tx, place, {
    platformKey,
    tenant,
    clientId,
    tokens: sealTokens(ctx.sealer, where, { accessToken, refreshToken }),
    expires,
    renewed: ctx.clock.now(),
  });
}
