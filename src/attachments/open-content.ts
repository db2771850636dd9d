import {
  AuthRejected,
  type Connector,
  type ContentForm,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  RateLimited,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';
import type { ApiError } from '../base/errors.ts';
import type { Sealer } from '../base/secrets.ts';
import { openCredentials } from '../connections/credentials.ts';
import { connectionHttp } from '../connections/oauth/connection-http.ts';
import { secretsOf } from '../connections/provider/call-log.ts';
import type { HeldContent } from '../connections/provider/hold-content.ts';
import {
  connectionNotLinked,
  downstreamForbidden,
  downstreamUnavailable,
  platformBusy,
} from '../connections/refusals.ts';
import { readConnection } from '../connections/store.ts';
import type { DataReadContext } from '../data/read/data-set-state.ts';
import { dataTypeNotSupported } from '../data/refusals.ts';
import type { ContentSlots } from './content-slots.ts';
import { decodeContent } from './decode-content.ts';
import { contentNotFound } from './refusals.ts';

export type ContentContext = Omit<Parameters<typeof connectionHttp>[0], 'registry'> &
  Pick<DataReadContext, 'db' | 'registry'> & { sealer: Sealer };

export type ContentPlace = { accountId: string; companyId: string; connectionId: string };

/** The bytes of a file while they arrive. `length` is known if the platform announces it. */
export type OpenContent = { length: number | undefined; parts: AsyncGenerator<Buffer> };

/**
 * Asks the platform for the content of an attachment. The connector says which request gives it, and the server streams
 * the response: no part of the file goes through a connector thread, and nothing is read ahead of the client.
 */
export async function openContent(
  ctx: ContentContext & { contentSlots: ContentSlots },
  place: ContentPlace,
  { id, source }: { id: string; source: string | null },
): Promise<OpenContent> {
  const connection = await readConnection(ctx.db, place);
  if (connection?.status !== 'Linked' || connection.credentials === null)
    throw connectionNotLinked({ ...(connection && { status: connection.status }), service: 'attachments' });
  const connector = ctx.registry.find(connection.platform_key);
  if (!connector?.content) {
    const platform = ctx.registry.names.get(connection.platform_key) ?? connection.platform_key;
    throw dataTypeNotSupported({ dataType: 'attachments', platforms: [platform] });
  }
  const credentials = openCredentials(ctx.sealer, place, connection.credentials);
  const platformKey = connector.platform.key;
  const leave = ctx.contentSlots.enter({ ...place, platformKey, budget: connector.budget });
  let held: HeldContent | undefined;
  const hold = (content: HeldContent) => {
    held?.close();
    held = content;
  };
  const http = connectionHttp(
    ctx,
    {
      ...{ ...place, platformKey, reason: { purpose: 'content' as const, dataType: 'attachments' } },
      secrets: secretsOf(connector.credentialFields, credentials),
    },
    { hold },
  );
  try {
    const form = await connector.content({ http, credentials, id, ...(source !== null && { source }) });
    // The type of `held` does not show that `hold` was called meanwhile.
    const content = held as HeldContent | undefined;
    if (!content) throw new Error(`The connector ${platformKey} has read no content.`);
    return { length: lengthOf(content, form), parts: followed(content, form, leave) };
  } catch (error) {
    held?.close();
    leave();
    throw refusalOf(error, connector, { id, nowMs: ctx.clock.nowMs() });
  }
}

function lengthOf({ headers }: HeldContent, form: ContentForm): number | undefined {
  const given = headers['content-length'];
  const isPlain = form.kind === 'bytes' && (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}

async function* followed(content: HeldContent, form: ContentForm, leave: () => void): AsyncGenerator<Buffer> {
  try {
    yield* form.kind === 'bytes' ? content.parts : decodeContent(content.parts, form);
  } finally {
    content.close();
    leave();
  }
}

/** The platform's error as ours. */
export function refusalOf(
  error: unknown,
  { platform }: Pick<Connector, 'platform'>,
  { id, nowMs }: { id: string; nowMs: number },
): ApiError | unknown {
  const { key, name } = platform;
  if (!(error instanceof ProviderError)) return error;
  if (error instanceof RateLimited) {
    const retryAfterSeconds = Math.max(1, Math.ceil((error.retryAtMs - nowMs) / 1000));
    return platformBusy({ platform: key, error: error.message, retryAfterSeconds });
  }
  const isForbidden = [AuthRejected, PermissionDenied, PaymentRequired].some((Class) => error instanceof Class);
  if (isForbidden) return downstreamForbidden({ platform: key, error: error.message });
  if (error instanceof Unsupported) return contentNotFound({ id, platform: name });
  return downstreamUnavailable({ platform: key, error: error instanceof Unavailable ? error.message : String(error) });
}
