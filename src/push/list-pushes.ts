import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { columnFields, valuesOf } from '../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { pushStates, pushSteps } from './states.ts';
import { PushOperation } from './wire.ts';

/** PostgreSQL builds the JSON of a push operation for API responses. */
export const pushJson = fixedText(
  jsonObject([
    { name: 'pushId', json: jsonPlain(sql`p.push_id`) },
    { name: 'companyId', json: jsonPlain(sql`p.company_id`) },
    { name: 'connectionId', json: jsonPlain(sql`p.connection_id`) },
    { name: 'dataType', json: jsonPlain(sql`p.data_type`) },
    { name: 'operation', json: jsonPlain(sql`p.operation`) },
    { name: 'status', json: jsonPlain(sql`p.status`) },
    { name: 'statusCode', json: sql`p.status_code::text` },
    { name: 'step', json: jsonPlain(sql`p.step`) },
    { name: 'requested', json: jsonTime(sql`p.requested_at`) },
    { name: 'completed', json: jsonTime(sql`p.completed_at`), absent: sql`p.completed_at is null` },
    { name: 'resolved', json: jsonTime(sql`p.resolved_at`), absent: sql`p.resolved_at is null` },
    { name: 'timeoutInMinutes', json: sql`p.timeout_minutes::text` },
    {
      name: 'record',
      json: jsonObject([{ name: 'id', json: jsonText(sql`p.record_id`) }]),
      absent: sql`p.record_id is null`,
    },
    { name: 'errorMessage', json: jsonText(sql`p.error_message`), absent: sql`p.error_message is null` },
    { name: 'validation', json: sql`p.validation::text`, absent: sql`p.validation is null` },
    { name: 'providerStatus', json: sql`p.provider_status::text`, absent: sql`p.provider_status is null` },
    { name: 'lastPollStatus', json: sql`p.last_poll_status::text`, absent: sql`p.last_poll_status is null` },
    {
      name: 'retryAt',
      json: jsonTime(sql`p.retry_at`),
      absent: sql`(p.retry_at is null or p.step in ('known', 'unknown'))`,
    },
  ]),
);

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
    fields: columnFields({
      pushId: { kind: 'uuid', column: sql`p.push_id`, required: true },
      connectionId: { kind: 'uuid', column: sql`p.connection_id` },
      dataType: { kind: 'text', choices: dataTypes.map(({ name }) => name), column: sql`p.data_type` },
      operation: { kind: 'choice', choices: valuesOf(PushOperation.properties.operation), column: sql`p.operation` },
      status: { kind: 'choice', choices: pushStates, column: sql`p.status` },
      step: { kind: 'choice', choices: pushSteps, column: sql`p.step` },
      requested: { kind: 'time', column: sql`p.requested_at`, required: true },
      completed: { kind: 'time', column: sql`p.completed_at` },
    }),
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
