import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Tx } from '../../db/db.ts';
import type { EgressGuard } from '../../outbound/egress-guard.ts';
import { consumerLimitExceeded } from '../refusals.ts';
import { checkConsumer } from './check-consumer.ts';
import { newSecret } from './secret.ts';
import { insertConsumer, lockAndCountConsumers } from './store.ts';
import { headersPlace, type NewConsumer, secretPlace } from './wire.ts';

export type ConsumerContext = {
  clock: Clock;
  sealer: Sealer;
  egressGuard: EgressGuard;
  config: { consumersPerAccount: number; docsUrl: string };
};

/**
 * Returns the signing secret, which is never shown again. The consumer receives events that are emitted after this
 * transaction commits.
 */
export async function createConsumer(
  ctx: ConsumerContext,
  tx: Tx,
  wanted: NewConsumer,
): Promise<{ consumerId: string; secret: string }> {
  await checkConsumer(ctx, tx, wanted);
  const limit = ctx.config.consumersPerAccount;
  if ((await lockAndCountConsumers(tx)) >= limit) throw consumerLimitExceeded({ limit });
  const consumerId = newId(ctx.clock);
  const secret = newSecret();
  await insertConsumer(tx, {
    consumer_id: consumerId,
    name: wanted.name,
    url: wanted.url,
    event_types: wanted.eventTypes ?? ['*'],
    channels: wanted.channels?.length ? wanted.channels : null,
    headers: sealHeaders(ctx.sealer, { accountId: tx.accountId, consumerId, headers: wanted.headers ?? {} }),
    secret: ctx.sealer.seal(secret, secretPlace(tx.accountId, consumerId)),
    rate_limit_per_second: wanted.rateLimitPerSecond ?? null,
    concurrency_max: wanted.concurrencyMax ?? null,
    is_ordered: wanted.isOrdered ?? false,
    is_disabled_by_410: wanted.disableOn410 ?? false,
    created_at: ctx.clock.now(),
  });
  return { consumerId, secret };
}

export function sealHeaders(
  sealer: Sealer,
  { accountId, consumerId, headers }: { accountId: string; consumerId: string; headers: Record<string, string> },
): string | null {
  if (Object.keys(headers).length === 0) return null;
  return sealer.seal(JSON.stringify(headers), headersPlace(accountId, consumerId));
}
