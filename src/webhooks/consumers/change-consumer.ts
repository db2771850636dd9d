import type { Clock } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Tx } from '../../db/db.ts';
import type { Row } from '../../db/tables.ts';
import { requireEventFields } from '../content/choose-fields.ts';
import { subscribedTypes } from '../content/event-fields.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';
import { authorizationStays } from '../refusals.ts';
import { checkConsumer } from './check-consumer.ts';
import { type ConsumerContext, filterColumns, sealHeaders } from './create-consumer.ts';
import { kindOfKey, newSigningKey, type SignatureKind } from './secret.ts';
import { type ConsumerColumns, lockConsumer, removeConsumer, updateConsumer } from './store.ts';
import { type ConsumerChange, overlapDefaultSeconds, secretPlace } from './wire.ts';

export const consumerMissing = () => notFound({ resource: 'consumer', service: 'webhooks' });

/**
 * Column values that clear the failure state of a consumer. They are written when the URL changes or a disabled
 * consumer is enabled.
 */
const freshStart = { failing_since: null, warned_at: null, hold_until: null };

export type Waking = { laneWakeups: LaneWakeups };

export async function changeConsumer(
  ctx: ConsumerContext & Waking,
  tx: Tx,
  { consumerId, change, isByKey }: { consumerId: string; change: ConsumerChange; isByKey: boolean },
): Promise<void> {
  const before = await required(tx, consumerId);
  await checkConsumer(ctx, tx, change);
  // A client with an API key cannot read the Authorization header. Without this check, it could change the URL and
  // receive the header, or the access token, on its own server.
  const hasAuthorization = before.authorization_header !== null || before.oauth_client_secret !== null;
  if (isByKey && hasAuthorization && change.url && !isSameServer(change.url, before.url))
    throw authorizationStays({ docsUrl: ctx.config.docsUrl });
  const { name, url, eventTypes, channels, headers, rateLimitPerSecond, concurrencyMax, isOrdered, disableOn410 } =
    change;
  await update(ctx, tx, consumerId, {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(url !== undefined && url !== before.url && freshStart),
    ...(eventTypes && { event_types: eventTypes }),
    ...(channels && { channels: channels.length > 0 ? channels : null }),
    ...changedContent(before, change),
    ...(headers && { headers: sealHeaders(ctx.sealer, { accountId: tx.accountId, consumerId, headers }) }),
    ...(rateLimitPerSecond !== undefined && { rate_limit_per_second: rateLimitPerSecond }),
    ...(concurrencyMax !== undefined && { concurrency_max: concurrencyMax }),
    ...(isOrdered !== undefined && { is_ordered: isOrdered }),
    ...(isOrdered === false && { hold_until: null }),
    ...(disableOn410 !== undefined && { is_disabled_by_410: disableOn410 }),
  });
}

/**
 * The columns for a changed filter or choice of fields. Both are also checked if only the event types change, because
 * they can name only fields of these types.
 */
function changedContent(
  before: Pick<Row<'consumer'>, 'event_types' | 'filter' | 'fields'>,
  { eventTypes = before.event_types, filter, fields }: ConsumerChange,
): ConsumerColumns {
  const types = subscribedTypes(eventTypes);
  const [nextFilter, nextFields] = [
    filter === undefined ? before.filter : filter,
    fields === undefined ? before.fields : fields,
  ];
  if (nextFields) requireEventFields(nextFields, types);
  return { ...filterColumns(nextFilter, types), fields: nextFields };
}

function isSameServer(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}

export async function enableConsumer(ctx: Waking, tx: Tx, { consumerId }: { consumerId: string }): Promise<void> {
  const { is_enabled } = await required(tx, consumerId);
  if (is_enabled) return;
  await update(ctx, tx, consumerId, { is_enabled: true, disabled_at: null, disabled_reason: null, ...freshStart });
}

/** Stops new deliveries to the consumer. A worker cancels its pending deliveries; `recover` can send them again. */
export async function disableConsumer(
  ctx: Waking & { clock: Clock },
  tx: Tx,
  { consumerId }: { consumerId: string },
): Promise<void> {
  const { is_enabled } = await required(tx, consumerId);
  if (!is_enabled) return;
  await update(ctx, tx, consumerId, { is_enabled: false, disabled_at: ctx.clock.now(), disabled_reason: 'client' });
}

export async function deleteConsumer(ctx: Waking, tx: Tx, { consumerId }: { consumerId: string }): Promise<void> {
  wake(ctx, tx, await removeConsumer(tx, consumerId));
}

/**
 * Creates a new signing secret or key, of the same kind or of another one. During the overlap, deliveries are signed with
 * the new and the previous one. Older ones are dropped.
 */
export async function rotateSecret(
  ctx: Waking & { clock: Clock; sealer: Sealer },
  tx: Tx,
  wanted: { consumerId: string; overlapSeconds?: number | undefined; signature?: SignatureKind | undefined },
): Promise<{ secret?: string; publicKey?: string }> {
  const { consumerId, overlapSeconds = overlapDefaultSeconds } = wanted;
  const before = await required(tx, consumerId);
  const { secret, publicKey } = newSigningKey(wanted.signature ?? kindOfKey(before.public_key));
  const until = new Date(ctx.clock.nowMs() + overlapSeconds * 1000);
  const overlap = overlapSeconds > 0;
  await update(ctx, tx, consumerId, {
    secret: ctx.sealer.seal(secret, secretPlace(tx.accountId, consumerId)),
    public_key: publicKey,
    previous_secret: overlap ? before.secret : null,
    previous_public_key: overlap ? before.public_key : null,
    previous_secret_until: overlap ? until : null,
  });
  return publicKey ? { publicKey } : { secret };
}

async function required(tx: Tx, consumerId: string) {
  const found = await lockConsumer(tx, consumerId);
  if (!found) throw consumerMissing();
  return found;
}

export async function update(ctx: Waking, tx: Tx, consumerId: string, columns: ConsumerColumns): Promise<void> {
  wake(ctx, tx, await updateConsumer(tx, consumerId, columns));
}

function wake(ctx: Waking, tx: Tx, lane: number | undefined): void {
  if (lane === undefined) throw consumerMissing();
  tx.afterCommit(() => ctx.laneWakeups.wake([lane]));
}
