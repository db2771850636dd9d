import { badRequest } from '../../base/errors.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Tx } from '../../db/db.ts';
import { type EgressGuard, whyRefused } from '../../outbound/egress-guard.ts';
import { urlRefused } from '../refusals.ts';
import { update, type Waking } from './change-consumer.ts';
import type { ConsumerOauth } from './portal-wire.ts';
import { authorizationPlace, oauthPlace } from './wire.ts';

const noOauth = { oauth_token_url: null, oauth_client_id: null, oauth_client_secret: null, oauth_scope: null };

/**
 * Sets the Authorization header that the consumer receives; null removes it, and OAuth client credentials. Only the
 * portal and the webhook migration call this function, because API keys must not set this header.
 */
export async function setAuthorizationHeader(
  ctx: Waking & { sealer: Sealer },
  tx: Tx,
  { consumerId, value }: { consumerId: string; value: string | null },
): Promise<void> {
  if (value !== null && !/^[\x21-\x7e]([\x20-\x7e]{0,3998}[\x21-\x7e])?$/.test(value)) {
    const message = 'The Authorization header must be 1 to 4,000 visible ASCII characters.';
    throw badRequest({ service: 'webhooks', items: [{ message }] });
  }
  const sealed = value === null ? null : ctx.sealer.seal(value, authorizationPlace(tx.accountId, consumerId));
  await update(ctx, tx, consumerId, { authorization_header: sealed, ...noOauth });
}

/** Sets the client credentials for access tokens, instead of a fixed header. */
export async function setOauthClient(
  ctx: Waking & { sealer: Sealer; egressGuard: EgressGuard },
  tx: Tx,
  { consumerId, client }: { consumerId: string; client: ConsumerOauth },
): Promise<void> {
  const reason = whyRefused(ctx.egressGuard, client.tokenUrl);
  if (reason) throw urlRefused({ reason, itemId: 'tokenUrl' });
  await update(ctx, tx, consumerId, {
    authorization_header: null,
    oauth_token_url: client.tokenUrl,
    oauth_client_id: client.clientId,
    oauth_client_secret: ctx.sealer.seal(client.clientSecret, oauthPlace(tx.accountId, consumerId)),
    oauth_scope: client.scope ?? null,
  });
}
