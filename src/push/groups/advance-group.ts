import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { Emit } from '../../events/emit.ts';
import { insertPush, type PushRow, takeNumber } from '../store.ts';
import type { Validation } from '../validation.ts';
import { undoOperation } from './plan-undo.ts';
import { replaceReferences, stepOf } from './references.ts';
import { changeGroup, changeStep, type GroupRow, lockGroup, type StepRow, type Wanted } from './store.ts';

type AdvanceContext = { clock: Clock; emit: Emit };
type Group = { group: GroupRow; steps: StepRow[]; platformKey: string };

/**
 * Stores the outcome of the step that the push carries out or undoes, and starts what follows. Runs in the transaction
 * that stores the outcome of the push, so a process that is killed leaves both or neither.
 */
export async function advanceGroup(ctx: AdvanceContext, tx: Tx, push: PushRow): Promise<void> {
  if (!push.group_id) return;
  const found = await lockGroup(tx, { companyId: push.company_id, groupId: push.group_id });
  const step = found?.steps.find(({ step_key: key }) => key === push.group_step);
  const ended = endOf(push);
  if (!found || !step || !ended) return;
  const group = { ...found, platformKey: push.platform_key };
  if (push.push_id === step.undo_push_id) return settleUndo(ctx, tx, group, step, { push, ended });
  if (step.outcome !== 'running') return;
  if (ended === 'failed') return failStep(ctx, tx, group, step, push.error_message);
  await changeStep(tx, step, { outcome: 'succeeded', record_id: push.record_id, error_message: null });
  return startNext(ctx, tx, group);
}

/**
 * How the push has ended. Undefined while nobody knows: a push that timed out after it was sent ends when its outcome is
 * found, or when a person reports it.
 */
function endOf({ status, step }: PushRow): 'succeeded' | 'failed' | undefined {
  if (status === 'Success') return 'succeeded';
  if (status === 'Failed') return 'failed';
  return status === 'TimedOut' && step === 'waiting' ? 'failed' : undefined;
}

/** Starts the first step that has not been started, or ends the group. */
export async function startNext(ctx: AdvanceContext, tx: Tx, of: Group): Promise<void> {
  const step = of.steps.find(({ outcome }) => outcome === 'notStarted');
  if (!step) return endGroup(ctx, tx, of, 'Succeeded');
  const wanted = JSON.parse(step.wanted) as Wanted;
  let recordId: string | undefined;
  let recordText: string | undefined;
  try {
    recordId = idFor(of, wanted.recordId);
    recordText =
      wanted.record === undefined ? undefined : replaceReferences(wanted.record, (key) => requireId(of, key));
  } catch (error) {
    if (!(error instanceof UnknownId)) throw error;
    return failStep(ctx, tx, of, step, error.message);
  }
  const pushId = await addPush(ctx, tx, of, step, {
    operation: step.operation,
    ...(recordId !== undefined && { recordId }),
    ...(recordText !== undefined && { recordText }),
    ...(wanted.condition && { condition: JSON.stringify(wanted.condition) }),
    validation: (step.validation ?? null) as Validation | null,
  });
  await changeStep(tx, step, { outcome: 'running', push_id: pushId });
}

/** The step before has succeeded, but a person who reported this did not name its record. */
class UnknownId extends Error {}

function requireId({ steps }: Group, key: string): string {
  const id = steps.find(({ step_key }) => step_key === key)?.record_id;
  if (!id) throw new UnknownId(`The record of the step "${key}" is not known, so nothing was sent.`);
  return id;
}

function idFor(of: Group, given: unknown): string | undefined {
  const key = stepOf(given);
  return key === undefined ? (given as string | undefined) : requireId(of, key);
}

async function failStep(ctx: AdvanceContext, tx: Tx, of: Group, step: StepRow, message: string | null): Promise<void> {
  await changeStep(tx, step, { outcome: 'failed', error_message: message });
  if (of.group.on_failure === 'stop') return endGroup(ctx, tx, of, 'Failed');
  await changeGroup(tx, of.group, { status: 'Undoing' });
  return undoNext(ctx, tx, of);
}

/** For groups that were made by a program that did not store the record of an undo. */
const voided = '{"status":"Void"}';

/** Undoes the last step that has succeeded, or ends the group. */
async function undoNext(ctx: AdvanceContext, tx: Tx, of: Group): Promise<void> {
  const step = of.steps.findLast(({ outcome }) => outcome === 'succeeded');
  if (!step) return endGroup(ctx, tx, of, 'Undone');
  if (step.record_id === null || step.undo === null) {
    const message = 'The record of the step is not known, so it was not undone.';
    await changeStep(tx, step, { outcome: 'undoFailed', error_message: message });
    return endGroup(ctx, tx, of, 'UndoFailed');
  }
  const { undo = voided } = JSON.parse(step.wanted) as Wanted;
  const operation = undoOperation(step.undo);
  const undoPushId = await addPush(ctx, tx, of, step, {
    ...{ operation, recordId: step.record_id, validation: null },
    ...(operation === 'update' && { recordText: replaceReferences(undo, (key) => requireId(of, key)) }),
  });
  await changeStep(tx, step, { outcome: 'undoing', undo_push_id: undoPushId });
}

async function settleUndo(
  ctx: AdvanceContext,
  tx: Tx,
  of: Group,
  step: StepRow,
  { push, ended }: { push: PushRow; ended: 'succeeded' | 'failed' },
): Promise<void> {
  if (step.outcome !== 'undoing') return;
  const isUndone = ended === 'succeeded';
  await changeStep(tx, step, {
    outcome: isUndone ? 'undone' : 'undoFailed',
    error_message: isUndone ? null : push.error_message,
  });
  return isUndone ? undoNext(ctx, tx, of) : endGroup(ctx, tx, of, 'UndoFailed');
}

/** Adds the push at the end of the connection's queue, which is due at once. */
async function addPush(
  ctx: AdvanceContext,
  tx: Tx,
  { group, platformKey }: Group,
  step: StepRow,
  sent: {
    operation: PushRow['operation'];
    recordId?: string;
    recordText?: string;
    condition?: string;
    validation: Validation | null;
  },
): Promise<string> {
  const requested = ctx.clock.now();
  const lane = { companyId: group.company_id, connectionId: group.connection_id, platformKey };
  const pushId = newId(ctx.clock);
  await insertPush(tx, {
    ...lane,
    pushId,
    number: await takeNumber(tx, lane, requested),
    dataType: step.data_type,
    operation: sent.operation,
    recordId: sent.recordId ?? null,
    record: sent.recordText ?? null,
    requested,
    timeoutMinutes: group.timeout_minutes,
    validation: sent.validation,
    condition: sent.condition,
    group: { groupId: group.group_id, step: step.step_key },
  });
  return pushId;
}

const ends = {
  Succeeded: 'succeeded',
  Failed: 'failed',
  Undone: 'failed, and its steps were undone',
  UndoFailed: 'failed, and a step could not be undone',
};

async function endGroup(ctx: AdvanceContext, tx: Tx, of: Group, status: keyof typeof ends): Promise<void> {
  const { group, steps } = of;
  await changeGroup(tx, group, { status, completed_at: ctx.clock.now() });
  await ctx.emit(tx, [
    {
      type: 'pushGroup.ended',
      companyId: group.company_id,
      connectionId: group.connection_id,
      message: `The push group ${ends[status]}.`,
      data: {
        pushGroupId: group.group_id,
        status,
        steps: steps.map((step) => ({
          key: step.step_key,
          dataType: step.data_type,
          operation: step.operation,
          outcome: step.outcome,
          ...(step.push_id !== null && { pushId: step.push_id }),
          ...(step.record_id !== null && { recordId: step.record_id }),
          ...(step.error_message !== null && { errorMessage: step.error_message }),
        })),
      },
    },
  ]);
}
