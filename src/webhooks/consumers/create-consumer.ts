import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Tx } from '../../db/db.ts';
import type { EventName } from '../../events/event-types.ts';
import type { EgressGuard } from '../../outbound/egress-guard.ts';
import { requireEventFields } from '../content/choose-fields.ts';
import { compileEventFilter } from '../content/compile-event-filter.ts';
import { subscribedTypes } from '../content/event-fields.ts';
import { consumerLimitExceeded } from '../refusals.ts';
import { checkConsumer } from './check-consumer.ts';
import { newSigningKey } from './secret.ts';
import { insertConsumer, lockAndCountConsumers } from './store.ts';
import { headersPlace, type NewConsumer, secretPlace } from './wire.ts';

export type ConsumerContext = {
  clock: Clock;
  sealer: Sealer;
  egressGuard: EgressGuard;
  config: { consumersPerAccount: number; docsUrl: string };
};

/**
 * Returns the signing secret, which is never shown again, or the public key. The consumer receives events that are emitted after this
 * transaction commits.
 */
export async function createConsumer(
  ctx: ConsumerContext,
  tx: Tx,
  wanted: NewConsumer,
): Promise<{ consumerId: string; secret?: string; publicKey?: string }> {
  await checkConsumer(ctx, tx, wanted);
  const limit = ctx.config.consumersPerAccount;
  if ((await lockAndCountConsumers(tx)) >= limit) throw consumerLimitExceeded({ limit });
  const consumerId = newId(ctx.clock);
  const { secret, publicKey } = newSigningKey(wanted.signature ?? 'sharedSecret');
  await insertConsumer(tx, {
    consumer_id: consumerId,
    name: wanted.name,
    url: wanted.url,
    event_types: wanted.eventTypes ?? ['*'],
    channels: wanted.channels?.length ? wanted.channels : null,
    ...contentOf(wanted),
    headers: sealHeaders(ctx.sealer, { accountId: tx.accountId, consumerId, headers: wanted.headers ?? {} }),
    secret: ctx.sealer.seal(secret, secretPlace(tx.accountId, consumerId)),
    public_key: publicKey,
    rate_limit_per_second: wanted.rateLimitPerSecond ?? null,
    concurrency_max: wanted.concurrencyMax ?? null,
    is_ordered: wanted.isOrdered ?? false,
    is_disabled_by_410: wanted.disableOn410 ?? false,
    created_at: ctx.clock.now(),
  });
  return { consumerId, ...(publicKey ? { publicKey } : { secret }) };
}

type Content = { filter?: string | null; fields?: string[] | null; eventTypes?: string[] };

/** The columns for the filter and the fields of a new consumer, which are checked here. */
function contentOf({ filter = null, fields = null, eventTypes = ['*'] }: Content) {
  const types = subscribedTypes(eventTypes);
  if (fields) requireEventFields(fields, types);
  return { ...filterColumns(filter, types), fields };
}

export function filterColumns(filter: string | null, types: readonly EventName[]) {
  const rules = filter === null ? null : JSON.stringify(compileEventFilter(filter, types));
  return { filter, filter_rules: rules };
}

export function sealHeaders(
  sealer: Sealer,
  { accountId, consumerId, headers }: { accountId: string; consumerId: string; headers: Record<string, string> },
): string | null {
  if (Object.keys(headers).length === 0) return null;
  return sealer.seal(JSON.stringify(headers), headersPlace(accountId, consumerId));
}
