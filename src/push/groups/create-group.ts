import type { PreparedPush } from '@daybook/connector-kit';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { Emit } from '../../events/emit.ts';
import type { CreateContext } from '../create-push.ts';
import { pushLaneJob } from '../lanes/push-lane-job.ts';
import { startNext } from './advance-group.ts';
import { planGroup } from './plan-group.ts';
import { insertGroup, lockGroup } from './store.ts';
import type { GroupInput } from './wire.ts';

type Wanted = { companyId: string; group: GroupInput; timeoutMinutes: number; bodyText: string };

/** Stores the group and its first push, and queues a job that starts the queue of the connection. */
export async function createGroup(ctx: CreateContext & { emit: Emit }, tx: Tx, wanted: Wanted): Promise<string> {
  const { companyId, group, timeoutMinutes } = wanted;
  const plan = await planGroup(ctx, tx, wanted);
  const groupId = newId(ctx.clock);
  const steps = plan.map(({ step_key, data_type, operation, undo, wanted: sent, validation }) => ({
    ...{ step_key, data_type, operation, undo, validation },
    wanted: sent,
  }));
  const { connectionId, onFailure } = group;
  await insertGroup(tx, { companyId, groupId, connectionId, onFailure, timeoutMinutes, at: ctx.clock.now(), steps });
  const made = await lockGroup(tx, { companyId, groupId });
  const platformKey = plan[0]?.platformKey ?? '';
  if (made) await startNext(ctx, tx, { ...made, platformKey });
  await ctx.jobs.enqueue(tx, pushLaneJob(platformKey), { accountId: tx.accountId, companyId, connectionId });
  return groupId;
}

/** Runs the same checks as `createGroup` and returns the requests that would be sent. Writes nothing. */
export async function dryRunGroup(ctx: CreateContext, tx: Tx, wanted: Wanted): Promise<object> {
  const plan = await planGroup(ctx, tx, wanted);
  const shown = ({ headers = {}, ...rest }: PreparedPush) => ({ ...rest, headers });
  const steps = plan.map(({ step_key: key, data_type: dataType, operation, undo, known: validation, ...step }) => {
    const undoing = step.undoRequest();
    return {
      ...{ key, dataType, operation, ...(undo && { undo }), request: shown(step.request()) },
      ...(undoing && { undoRequest: shown(undoing) }),
      validation,
    };
  });
  return { dryRun: true, onFailure: wanted.group.onFailure, steps };
}
