import type { Clock } from '../base/clock.ts';
import type { PublishedPush } from '../data/write/publish-pushed.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { emitPushEvent } from './emit-push-event.ts';
import { advanceGroup } from './groups/advance-group.ts';
import type { PushRow } from './store.ts';

/**
 * What follows when a push has entered a state: its events, and the next step of its group. `row` has the new state.
 * Runs in the transaction that stores the state.
 */
export async function pushEnded(
  ctx: { clock: Clock; emit: Emit },
  tx: Tx,
  row: PushRow,
  about: { wasTimedOut: boolean; published?: PublishedPush | undefined },
): Promise<void> {
  await emitPushEvent(ctx, tx, row, about);
  await advanceGroup(ctx, tx, row);
}
