import { sql } from 'kysely';
import { type Eraser, tableEraser } from '../../companies/erase-rows.ts';
import type { Tx } from '../../db/db.ts';
import type { Row } from '../../db/tables.ts';
import type { Condition } from '../conditions/condition.ts';
import type { Validation } from '../validation.ts';

/** SQL on `push_group` and `push_group_step`. */
export type GroupRow = Row<'push_group'>;
export type StepRow = Row<'push_group_step'>;
export type GroupPlace = { companyId: string; groupId: string };

/**
 * What a step sends, with references to earlier steps. `record` is JSON text, so that no digit is lost. So is `undo`, the
 * record of the update that undoes the step.
 */
export type Wanted = { record?: string; recordId?: unknown; condition?: Condition; undo?: string };

export type NewStep = Pick<StepRow, 'step_key' | 'data_type' | 'operation' | 'undo'> & {
  wanted: Wanted;
  validation: Validation | null;
};

export async function insertGroup(
  tx: Tx,
  made: GroupPlace & {
    connectionId: string;
    onFailure: GroupRow['on_failure'];
    timeoutMinutes: number;
    at: Date;
    steps: readonly NewStep[];
  },
): Promise<void> {
  const place = { account_id: tx.accountId, company_id: made.companyId, group_id: made.groupId };
  await tx
    .insertInto('push_group')
    .values({
      ...place,
      connection_id: made.connectionId,
      status: 'Running',
      on_failure: made.onFailure,
      timeout_minutes: made.timeoutMinutes,
      requested_at: made.at,
      completed_at: null,
    })
    .execute();
  const rows = made.steps.map(({ wanted, validation, ...step }, position) => ({
    ...place,
    ...step,
    position,
    wanted: JSON.stringify(wanted),
    validation: validation && JSON.stringify(validation),
    outcome: 'notStarted' as const,
    record_id: null,
    error_message: null,
    push_id: null,
    undo_push_id: null,
  }));
  await tx.insertInto('push_group_step').values(rows).execute();
}

/** Locks the group until the transaction ends, and returns it with its steps in order. */
export async function lockGroup(
  tx: Tx,
  { companyId, groupId }: GroupPlace,
): Promise<{ group: GroupRow; steps: StepRow[] } | undefined> {
  const group = await tx
    .selectFrom('push_group')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('group_id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
  if (!group) return undefined;
  const steps = await tx
    .selectFrom('push_group_step')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('group_id', '=', groupId)
    .orderBy('position')
    .execute();
  return { group, steps };
}

export type StepChange = Partial<Pick<StepRow, 'outcome' | 'record_id' | 'error_message' | 'push_id' | 'undo_push_id'>>;

export async function changeStep(tx: Tx, step: StepRow, set: StepChange): Promise<void> {
  await tx
    .updateTable('push_group_step')
    .set(set)
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', step.company_id)
    .where('group_id', '=', step.group_id)
    .where('position', '=', step.position)
    .execute();
  Object.assign(step, set);
}

export async function changeGroup(
  tx: Tx,
  group: GroupRow,
  set: Partial<Pick<GroupRow, 'status' | 'completed_at'>>,
): Promise<void> {
  await tx
    .updateTable('push_group')
    .set(set)
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', group.company_id)
    .where('group_id', '=', group.group_id)
    .execute();
  Object.assign(group, set);
}

/** Removes groups that ended long ago, with their steps. */
export const oldGroups = (before: Date, limit: number) => sql`delete from push_group where ctid = any (array(
  select ctid from push_group where completed_at < ${before} order by completed_at limit ${limit}))`;

export const groupErasers: readonly Eraser[] = [
  tableEraser({ name: 'pushGroupSteps', table: 'push_group_step', key: { group_id: 'uuid', position: 'int' } }),
  tableEraser({ name: 'pushGroups', table: 'push_group', key: { group_id: 'uuid' } }),
];
