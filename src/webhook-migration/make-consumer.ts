import type { Tx } from '../db/db.ts';
import { openAuthorization } from '../legacy/profile-routes.ts';
import { type ConsumerContext, createConsumer } from '../webhooks/consumers/create-consumer.ts';
import { setAuthorizationHeader } from '../webhooks/consumers/set-authorization.ts';
import type { LaneWakeups } from '../webhooks/lanes/lane-wakeups.ts';
import type { PlannedConsumer } from './plan-migration.ts';
import { noteConsumer } from './store.ts';

export type MakeContext = ConsumerContext & { laneWakeups: LaneWakeups };

/**
 * Creates a consumer as the API does, and sets its Authorization header as the portal does. Records in
 * `migration_consumer` that the migration or a rehearsal has created the consumer.
 */
export async function makeConsumer(
  ctx: MakeContext,
  tx: Tx,
  planned: PlannedConsumer,
  more: {
    sealedAuthorization: string | undefined;
    rehearsal?: { rehearsalId: string; until: Date; headers: Record<string, string>; toUrl: string | undefined };
  },
): Promise<string> {
  const { key, name, url, eventTypes, channels, headers, hasAuthorization } = planned;
  const { rehearsal, sealedAuthorization } = more;
  const { consumerId } = await createConsumer(ctx, tx, {
    name: rehearsal ? name.replace(/^Migrated/, 'Rehearsal') : name,
    url: rehearsal?.toUrl ?? url,
    eventTypes,
    channels,
    headers: { ...headers, ...rehearsal?.headers },
  });
  const value = openAuthorization(ctx, tx.accountId, sealedAuthorization ?? null);
  if (hasAuthorization && value !== undefined) await setAuthorizationHeader(ctx, tx, { consumerId, value });
  await noteConsumer(tx, {
    consumer_id: consumerId,
    rehearsal_id: rehearsal?.rehearsalId ?? null,
    plan_key: key,
    url,
    made_at: ctx.clock.now(),
    ...(rehearsal && { retired_at: rehearsal.until }),
  });
  return consumerId;
}
