import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { column, columns, notInLists, optionalGroup, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { pushStates, pushSteps } from './states.ts';
import { open, recordIdText, Validation } from './wire.ts';

const pushColumns = columns({
  pushId: column(sql`p.push_id`, uuid),
  companyId: shown(sql`p.company_id`, uuid),
  connectionId: column(sql`p.connection_id`, uuid),
  dataType: column(sql`p.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  operation: column(sql`p.operation`, Type.Enum(['create', 'update', 'delete'], { description: open })),
  status: column(
    sql`p.status`,
    Type.Enum(pushStates, {
      description: `A \`Pending\` operation becomes \`Success\`, \`Failed\` or \`TimedOut\`. A timed-out operation becomes \`Success\` or \`Failed\` when its outcome is known. ${open}`,
    }),
  ),
  statusCode: shown(
    sql`p.status_code`,
    Type.Integer({
      description:
        '202 while the operation is pending, 200 after success, 504 after a timeout. After a failure, a status that describes the cause.',
    }),
  ),
  step: column(
    sql`p.step`,
    Type.Enum([...pushSteps], {
      description: `Progress on the platform. \`waiting\`: nothing has been sent. \`sent\`: the request was sent, and Daybook is determining its outcome. \`accepted\`: the platform is processing the request. \`known\`: the outcome is known. \`unknown\`: the outcome cannot be determined; check on the platform, then call \`resolve\`. ${open}`,
    }),
  ),
  requested: column(sql`p.requested_at`, time),
  completed: column(sql`p.completed_at`, Type.Optional(time)),
  resolved: shown(
    sql`p.resolved_at`,
    Type.Optional(Type.String({ format: 'date-time', description: 'When a timed-out operation was resolved.' })),
  ),
  timeoutInMinutes: shown(sql`p.timeout_minutes`, Type.Integer()),
  record: optionalGroup(sql`p.record_id is null`, { id: shown(sql`p.record_id`, Type.String()) }, recordIdText),
  errorMessage: shown(sql`p.error_message`, Type.Optional(Type.String())),
  validation: shown(sql`p.validation::text`, Type.Optional(Validation), { absent: sql`p.validation is null` }),
  providerStatus: shown(
    sql`p.provider_status`,
    Type.Optional(
      Type.Integer({
        description:
          "HTTP status of the platform's response to the request. It can differ from `statusCode`. For example, it is still 202 after the operation has finished with 200.",
      }),
    ),
  ),
  lastPollStatus: shown(
    sql`p.last_poll_status`,
    Type.Optional(
      Type.Integer({
        description:
          "HTTP status of the platform's response when Daybook last asked for the outcome, which it does after a 202 or after a lost response.",
      }),
    ),
  ),
  retryAt: shown(
    sql`p.retry_at`,
    Type.Optional(Type.String({ format: 'date-time', description: 'When a waiting operation is retried.' })),
    { absent: sql`(p.retry_at is null or p.step in ('known', 'unknown'))` },
  ),
  group: optionalGroup(
    sql`p.group_id is null`,
    {
      pushGroupId: column(sql`p.group_id`, uuid),
      step: shown(sql`p.group_step`, Type.String({ description: 'Key of the step.' })),
    },
    { description: 'The push group whose step the operation carries out or undoes.' },
  ),
  sent: notInLists(
    Type.Optional(Type.Unknown({ description: 'The record exactly as the client sent it. Not included in lists.' })),
  ),
});
export const PushOperation = Type.Object(pushColumns.shape, { title: 'PushOperation' });
export const pushJson = pushColumns.json;

type Scope = { accountId: string; companyId: string };
const own = ({ accountId, companyId }: Scope) =>
  sql<boolean>`p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid`;

const pastPushes = ({ accountId, companyId }: Scope) =>
  ({ table: 'push', alias: 'p', id: 'push_id', scopeId: companyId, accountId }) as const;

/** The company's push operations, newest first. */
export function pushList(scope: Scope): List {
  return countedList({
    name: `pushes of ${scope.companyId}`,
    from: sql`push p`,
    pinned: pinnedVersions(pastPushes(scope)),
    scope: own(scope),
    record: pushJson,
    fields: pushColumns.fields,
    key: { expression: sql`p.push_id`, type: sql`uuid`, descending: true },
  });
}

export function pushStatement(scope: Scope, pushId: string) {
  return sql<{ json: string; isPending: boolean }>`select ${pushJson} as json, p.status = 'Pending' as "isPending"
    from push p where ${own(scope)} and p.push_id = ${pushId}::uuid`;
}

/** Selects one operation, with the record as the client sent it. */
export function pushWithRecordStatement(scope: Scope, pushId: string) {
  const json = sql`case when p.record is null then ${pushJson} else left(${pushJson}, -1) || ',"sent":' || p.record || '}' end`;
  return sql<{ json: string }>`select ${json} as json
    from push p where ${own(scope)} and p.push_id = ${pushId}::uuid`;
}
