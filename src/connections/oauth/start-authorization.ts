import { createHash, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import * as oauth from 'oauth4webapi';
import type { CellTag } from '../../base/cell-tag.ts';
import type { Clock } from '../../base/clock.ts';
import { wrongState } from '../../base/errors.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Tx } from '../../db/db.ts';
import type { ConnectionIds } from '../store.ts';
import { findApplication, type HouseApplications } from './applications.ts';
import { sealPending } from './pending-seal.ts';
import { insertState } from './store.ts';

export type StartContext = {
  clock: Clock;
  sealer: Sealer;
  tag: CellTag;
  registry: Registry;
  applications: HouseApplications;
  baseUrl: string;
};

/** Time limit of an authorization. It is long enough to look up a password and find the phone for the second factor. */
const stateMinutes = 30;

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
export const redirectUriOf = (baseUrl: string) => `${baseUrl}/oauth/callback`;

/**
 * Each pending authorization has its own cookie, so that two tabs of one browser do not overwrite each other's cookie.
 */
const cookieName = (state: string, baseUrl: string) =>
  `${baseUrl.startsWith('https:') ? '__Host-' : ''}daybook_authorization_${hashOf(state).slice(0, 16)}`;

type Cookie = { state: string; value: string; maxAgeSeconds: number };

/** Binds an authorization to the browser that started it, because only that browser sends the cookie back. */
function browserCookie({ state, value, maxAgeSeconds }: Cookie, baseUrl: string): string {
  // The name prefix `__Host-` requires Path=/ and Secure.
  const reach = baseUrl.startsWith('https:') ? 'Path=/; Secure' : 'Path=/oauth';
  // SameSite must be Lax, because the callback is a navigation that starts on another site.
  return `${cookieName(state, baseUrl)}=${value}; ${reach}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
}

/** Deletes the cookie after use. */
export function endedBrowserCookie(state: string, baseUrl: string): string {
  return browserCookie({ state, value: '', maxAgeSeconds: 0 }, baseUrl);
}

/** Also accepts the cookie `daybook_authorization`, which an older release has set. */
export function readBrowserCookie(header: string | undefined, { state, baseUrl }: { state: string; baseUrl: string }) {
  const cookies = parseCookie(header ?? '');
  return cookies[cookieName(state, baseUrl)] ?? cookies.daybook_authorization ?? '';
}

/** Returns the URL where the owner gives consent. Only hashes of the state and of the cookie's value are stored. */
export async function startAuthorization(
  ctx: StartContext,
  tx: Tx,
  started: ConnectionIds & { platformKey: string; linkToken: string; clientState?: string | undefined },
): Promise<{ authorizeUrl: string; cookie: string }> {
  const { platformKey, linkToken, clientState, ...place } = started;
  const connector = ctx.registry.find(platformKey);
  const name = ctx.registry.names.get(platformKey) ?? platformKey;
  const refuse = (error: string) => wrongState({ error, service: 'connections' });
  if (!connector?.oauth) throw refuse(`${name} is authorized with credentials, not with OAuth 2.`);
  const application = await findApplication(ctx, tx, { platformKey });
  if (!application)
    throw refuse(`no OAuth application for ${name} is set up. Set one with PUT /platforms/${platformKey}/application.`);
  const [state, browser, codeVerifier] = [ctx.tag(newSecret()), newSecret(), oauth.generateRandomCodeVerifier()];
  const stateHash = hashOf(state);
  await insertState(tx, {
    ...place,
    stateHash,
    browserHash: hashOf(browser),
    clientId: application.clientId,
    pending: sealPending(ctx.sealer, { accountId: tx.accountId, stateHash }, { codeVerifier, linkToken, clientState }),
    expires: new Date(ctx.clock.nowMs() + stateMinutes * 60_000),
  });
  const url = new URL(connector.oauth.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: redirectUriOf(ctx.baseUrl),
    scope: connector.oauth.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value);
  const cookie = browserCookie({ state, value: browser, maxAgeSeconds: stateMinutes * 60 }, ctx.baseUrl);
  return { authorizeUrl: url.toString(), cookie };
}

const newSecret = () => randomBytes(32).toString('base64url');
