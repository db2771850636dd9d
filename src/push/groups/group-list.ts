import { dataTypes } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { time, uuid } from '../../lists/wire.ts';
import { recordIdText } from '../wire.ts';
import { onFailure, undo } from './wire.ts';

const Step = Type.Object(
  {
    key: Type.String(),
    dataType: Type.Enum(dataTypes.map(({ name }) => name)),
    operation: Type.Enum(['create', 'update', 'delete']),
    outcome: Type.Enum(['notStarted', 'running', 'succeeded', 'failed', 'undoing', 'undone', 'undoFailed'], {
      description: openValues(
        '`running`: its push is under way, or waits until its outcome is known. `undone`: it had succeeded, and its record was voided, deleted or archived. `undoFailed`: its record is still there.',
      ),
    }),
    undo,
    pushId: Type.Optional(Type.String({ format: 'uuid', description: 'The push that carries out the step.' })),
    undoPushId: Type.Optional(Type.String({ format: 'uuid', description: 'The push that undoes the step.' })),
    recordId: Type.Optional(Type.String(recordIdText)),
    errorMessage: Type.Optional(Type.String({ description: 'Why the step, or its undo, has failed.' })),
  },
  { title: 'PushGroupStep' },
);

const groupColumns = columns({
  pushGroupId: column(sql`g.group_id`, uuid),
  companyId: shown(sql`g.company_id`, uuid),
  connectionId: column(sql`g.connection_id`, uuid),
  status: column(
    sql`g.status`,
    Type.Enum(['Running', 'Undoing', 'Succeeded', 'Failed', 'Undone', 'UndoFailed'], {
      description: openValues(
        '`Running`: a step is under way. `Undoing`: a step has failed, and the steps before it are being undone. `Succeeded`: all steps have succeeded. `Failed`: a step has failed, and no further one was started. `Undone`: a step has failed, and all steps before it were undone. `UndoFailed`: a step has failed, and a step before it could not be undone.',
      ),
    }),
  ),
  onFailure: column(sql`g.on_failure`, onFailure),
  requested: column(sql`g.requested_at`, time),
  completed: column(
    sql`g.completed_at`,
    Type.Optional(Type.String({ format: 'date-time', description: 'When the last step ended.' })),
  ),
  timeoutInMinutes: shown(sql`g.timeout_minutes`, Type.Integer({ description: 'Of each step, from its start.' })),
  steps: shown(sql`g.steps::text`, Type.Array(Step, { description: 'In the order in which they are carried out.' })),
});
export const PushGroup = Type.Object(groupColumns.shape, { title: 'PushGroup' });

/** A list that may be long is read and stored completely at page 1. */
export const groupsMax = 5000;

type Company = { accountId: string; companyId: string };

const groupsOf = ({ accountId, companyId }: Company, one: RawBuilder<unknown> = sql``) =>
  sql`(select c.*, p.steps from push_group c join company o on o.account_id = c.account_id and o.company_id = c.company_id
      cross join lateral (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', p.step_key,
          'dataType', p.data_type, 'operation', p.operation, 'outcome', p.outcome, 'undo', p.undo, 'pushId', p.push_id,
          'undoPushId', p.undo_push_id, 'recordId', p.record_id, 'errorMessage', p.error_message)) order by p.position),
          '[]') as steps
      from push_group_step p where p.account_id = c.account_id and p.company_id = c.company_id
        and p.group_id = c.group_id) p
    where c.account_id = ${accountId}::uuid and c.company_id = ${companyId}::uuid
      and coalesce(o.deleted_at, 'infinity') = 'infinity' ${one}
    order by c.group_id desc limit ${groupsMax}) g`;

/** The push groups of a company, newest first. */
export function groupList(company: Company): List {
  return {
    name: `push groups of ${company.companyId}`,
    unversioned: true,
    small: true,
    head: sql`(select 0::bigint as version, 0::bigint as total)`,
    from: groupsOf(company),
    scope: sql<boolean>`g.account_id = ${company.accountId}::uuid`,
    asOf: () => sql`true`,
    record: groupColumns.json,
    fields: groupColumns.fields,
    key: { expression: sql`g.group_id`, type: sql`uuid`, descending: true },
  };
}

export const groupStatement = (company: Company, groupId: string) =>
  sql<{ json: string }>`select ${groupColumns.json} as json
    from ${groupsOf(company, sql`and c.group_id = ${groupId}::uuid`)}`;
