import {
  AuthRejected,
  type Connector,
  type Credentials,
  NotSent,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  type ProviderHttp,
  type ProviderRequest,
  RateLimited,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';
import { byCall, completeAudit, openAudit } from '../audit/write-audit.ts';
import { ApiError, notFound } from '../base/errors.ts';
import type { Sealer } from '../base/secrets.ts';
import { openCredentials } from '../connections/credentials.ts';
import { connectionHttp } from '../connections/oauth/connection-http.ts';
import { secretsOf } from '../connections/provider/call-log.ts';
import { maskUrl } from '../connections/provider/mask-url.ts';
import {
  connectionNotLinked,
  downstreamForbidden,
  downstreamUnavailable,
  platformBusy,
} from '../connections/refusals.ts';
import { readConnection } from '../connections/store.ts';
import type { Db, Tx } from '../db/db.ts';
import { fingerprintOf, type KeyedRequest, readIdempotencyKey, reserveKey, settleKey } from '../http/idempotency.ts';
import type { Call, Reply } from '../http/route.ts';
import { closedHttp } from './closed-http.ts';
import { rawRequest } from './raw-request.ts';
import { passThroughKeyMissing, passThroughNotSupported, passThroughUnknown } from './refusals.ts';
import { shownResponse } from './shown-response.ts';
import type { PassThroughRequest } from './wire.ts';

export type PassThroughContext = Parameters<typeof connectionHttp>[0] & { db: Db; sealer: Sealer };

export type PassThroughCall = Call<{ companyId: string; connectionId: string }, unknown, PassThroughRequest>;

/** A larger response of a write is stored without its body. */
const storedBytesMax = 256 * 1024;

type Prepared = { connector: Connector; credentials: Credentials; base: string; request: ProviderRequest };

/**
 * Sends one request of a client to the platform of a connection. Before it is sent, the audit entry and, for a write,
 * its key are committed. So no request is without an entry, and a write whose answer was lost is never sent again.
 */
export async function passThrough(ctx: PassThroughContext, call: PassThroughCall): Promise<Reply> {
  const { accountId } = call.principal;
  const prepared = await prepare(ctx, call);
  const { connector, request } = prepared;
  const key = keyOf(call);
  const shown = { method: request.method, ...placeOf(prepared) };
  const service = connector.platform.key;
  let auditId = '';
  const stored = await ctx.db.transaction(accountId, async (tx) => {
    const before = key && (await reserveKey(ctx, tx, key, { statusCode: 409, headers: {}, body: null }));
    if (!before) auditId = await openEntry(ctx, tx, call, shown);
    return before;
  });
  if (stored) {
    if (stored.body === null) throw passThroughUnknown({ platform: service, reason: 'it was sent before.' });
    return { json: stored.body, headers: { 'idempotency-replayed': 'true' } };
  }
  const end = (after: object, change: (tx: Tx) => Promise<void> = async () => {}) =>
    ctx.db.transaction(accountId, async (tx) => {
      await completeAudit(tx, { auditId, after: { ...shown, ...after } });
      await change(tx);
    });
  try {
    const { status, json } = await send(ctx, call, prepared);
    await end({ status }, async (tx) => {
      if (key) await settleKey(ctx, tx, key, { statusCode: 200, headers: {}, body: storable(json, status) });
    });
    return { json };
  } catch (error) {
    const { refusal, isUnknown } = refusalOf(error, { connector, request, nowMs: ctx.clock.nowMs() });
    const errorCode = refusal instanceof ApiError ? refusal.parts.code : 'internalError';
    // The key is free again if the platform has certainly done nothing.
    await end({ error: errorCode }, async (tx) => {
      if (key && !isUnknown) await settleKey(ctx, tx, key, undefined);
    });
    throw refusal;
  }
}

async function prepare(ctx: PassThroughContext, call: PassThroughCall): Promise<Prepared> {
  const place = { accountId: call.principal.accountId, ...call.params };
  const connection = await readConnection(ctx.db, place);
  if (!connection) throw notFound({ resource: 'connection', service: 'connections' });
  if (connection.status !== 'Linked' || connection.credentials === null)
    throw connectionNotLinked({ status: connection.status, service: 'passThrough' });
  const connector = ctx.registry.find(connection.platform_key);
  if (!connector) throw passThroughNotSupported({ platform: connection.platform_key });
  const credentials = openCredentials(ctx.sealer, place, connection.credentials);
  const given = { credentials, wanted: call.body, bodyText: call.bodyText };
  return { connector, credentials, ...rawRequest(connector, given) };
}

function keyOf(call: PassThroughCall): KeyedRequest | undefined {
  const key = readIdempotencyKey(call.header('idempotency-key'));
  if (call.body.method === 'GET') return undefined;
  if (key === undefined) throw passThroughKeyMissing();
  const fingerprint = fingerprintOf({ method: 'POST', url: call.self, body: call.body });
  return { accountId: call.principal.accountId, key, fingerprint };
}

/** Without the query, which may contain names and amounts. */
function placeOf({ request, connector, credentials }: Prepared): { platform: string; path: string } {
  const { path } = maskUrl(request.url, { secrets: secretsOf(connector.credentialFields, credentials) });
  return { platform: connector.platform.key, path };
}

function openEntry(ctx: PassThroughContext, tx: Tx, call: PassThroughCall, after: object): Promise<string> {
  const { companyId, connectionId } = call.params;
  const subject = { kind: 'connection', id: connectionId };
  return openAudit(ctx, tx, { ...byCall(call), operation: 'passThrough', subject, companyId, after });
}

async function send(ctx: PassThroughContext, call: PassThroughCall, prepared: Prepared) {
  const { connector, credentials, base, request } = prepared;
  const { rawRequests } = connector;
  if (!rawRequests) throw new Error('The connector has no raw requests.');
  const secrets = secretsOf(connector.credentialFields, credentials);
  const http = connectionHttp(
    ctx,
    {
      ...{ accountId: call.principal.accountId, ...call.params, platformKey: connector.platform.key },
      ...{ reason: { purpose: 'passThrough' as const }, secrets },
    },
    { use: 'passThrough', wrap: (inner) => closedHttp(inner, { base, secrets }) },
  );
  const answer = await (rawRequests.send ?? sendPlain)({ http, credentials, request });
  if (answer.status === 401) throw new AuthRejected('The platform does not accept the credentials.');
  if (answer.status === 429)
    throw new RateLimited('The platform has had too many requests.', ctx.clock.nowMs() + waitWithoutAdviceMs);
  return { status: answer.status, json: shownResponse(answer, rawRequests) };
}

const waitWithoutAdviceMs = 60_000;

const sendPlain = ({ http, request }: { http: ProviderHttp; request: ProviderRequest }) => http.request(request);

function storable(json: string, status: number): string {
  const isSmall = Buffer.byteLength(json) <= storedBytesMax;
  return isSmall ? json : JSON.stringify({ status, headers: {}, isBodyLeftOut: true });
}

/** The platform's error as ours, and whether the platform may nevertheless have carried out the request. */
function refusalOf(
  error: unknown,
  { connector, request, nowMs }: { connector: Connector; request: ProviderRequest; nowMs: number },
): { refusal: unknown; isUnknown: boolean } {
  const { key: platform, name } = connector.platform;
  if (!(error instanceof ProviderError)) return { refusal: error, isUnknown: !(error instanceof ApiError) };
  const { message } = error;
  const known = (refusal: ApiError) => ({ refusal, isUnknown: false });
  if (error instanceof RateLimited) {
    const retryAfterSeconds = Math.max(1, Math.ceil((error.retryAtMs - nowMs) / 1000));
    return known(platformBusy({ platform, error: message, retryAfterSeconds }));
  }
  const isForbidden = [AuthRejected, PermissionDenied, PaymentRequired].some((Class) => error instanceof Class);
  if (isForbidden) return known(downstreamForbidden({ platform, error: message }));
  if (error instanceof Unsupported) return known(passThroughNotSupported({ platform: name, reason: message }));
  if (error instanceof NotSent || request.method === 'GET' || !(error instanceof Unavailable))
    return known(downstreamUnavailable({ platform, error: message }));
  return { refusal: passThroughUnknown({ platform, reason: message }), isUnknown: true };
}
