import type { Clock } from '../base/clock.ts';
import { notFound, wrongState } from '../base/errors.ts';
import { lockConnection } from '../connections/store.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { enter } from './lanes/settle-push.ts';
import { pushEnded } from './push-ended.ts';
import { statusCodes } from './states.ts';
import { findLaneOf, lockPush, type PushPlace } from './store.ts';
import { failure, type Validation } from './validation.ts';

/** Stores the outcome that a person found on the platform, for a push whose outcome Daybook could not determine. */
export async function resolvePush(
  ctx: { clock: Clock; emit: Emit; config: { docsUrl: string } },
  tx: Tx,
  { outcome, recordId, ...place }: PushPlace & { outcome: 'Success' | 'Failed'; recordId?: string },
): Promise<void> {
  // The lock of the connection comes before that of the push, because the next step of a group joins its queue.
  const lane = await findLaneOf(tx, place);
  if (lane) await lockConnection(tx, lane);
  const row = await lockPush(tx, place);
  if (!row) throw notFound({ resource: 'push operation', service: 'push' });
  if (row.step !== 'unknown')
    throw wrongState({
      error: `only a push operation with the step "unknown" can be resolved. This one is ${row.status} with the step "${row.step}".`,
      service: 'push',
    });
  const message = 'A person checked the platform and reported that the push was not carried out.';
  const record = recordId === undefined ? {} : { record_id: recordId };
  const set =
    outcome === 'Success'
      ? { ...record, status_code: statusCodes.Success, error_message: null }
      : {
          status_code: statusCodes.TimedOut,
          error_message: message,
          validation: JSON.stringify(
            failure(ctx.config.docsUrl, { message }, (row.validation ?? undefined) as Validation),
          ),
        };
  await enter(tx, row, outcome, { at: ctx.clock.now(), set });
  await pushEnded(ctx, tx, { ...row, ...record, status: outcome, error_message: message }, { wasTimedOut: true });
}
