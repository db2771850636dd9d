import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { beginClear, endClear, type Lane } from './lane.ts';
import type { LaneBoard } from './lane-board.ts';
import type { LaneConsumers } from './lane-consumer.ts';
import type { LaneConnection } from './store/lane-connection.ts';
import type { ClaimedLane } from './store/lane-store.ts';
import { cancelSome, removeOrphans, removeSome } from './store/outcome-store.ts';

type ClearParts = {
  board: LaneBoard;
  consumers: LaneConsumers;
  connection: () => LaneConnection | undefined;
  isPaused: () => boolean;
};

/**
 * Cancels the pending deliveries of a disabled consumer, or deletes those of a deleted consumer. For an enabled
 * consumer, deletes the deliveries whose messages no longer exist.
 */
export async function clearLane(
  ctx: { clock: Clock; log: Log },
  parts: ClearParts,
  { lane, consumer, orphans }: Pick<ClaimedLane, 'consumer' | 'orphans'> & { lane: Lane },
): Promise<void> {
  const connection = parts.connection();
  if (!connection) return;
  const isCurrent = () => parts.connection() === connection;
  beginClear(lane);
  if (!consumer) parts.consumers.forget(lane.number);
  try {
    if (consumer?.isEnabled) await removeOrphans(connection, { lane: lane.number, messageIds: orphans });
    else while (isCurrent() && !parts.isPaused() && (await clearSome(ctx, connection, { lane, consumer })));
    if (isCurrent() && !consumer?.isEnabled) lane.hasMore = false;
  } catch (error) {
    ctx.log.warn({ err: error, lane: lane.number }, 'pending deliveries could not be cleared; a sweep will retry');
  }
  if (!isCurrent()) return;
  endClear(lane);
  parts.board.settle(lane);
}

function clearSome(
  { clock }: { clock: Clock },
  connection: LaneConnection,
  { lane, consumer }: { lane: Lane; consumer: ClaimedLane['consumer'] },
): Promise<boolean> {
  const { held, number } = lane;
  // Must be set before the batch starts. The batch skips the deliveries that are in `held` at its start. If their
  // outcomes are recorded while the batch runs, `letGo` must already know that the lane has to be cleared again.
  lane.isHalfCleared = held.size > 0;
  return consumer
    ? cancelSome(connection, { lane: number, held, nowMs: clock.nowMs() })
    : removeSome(connection, { lane: number, held });
}
