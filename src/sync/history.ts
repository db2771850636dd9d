import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { columnFields, valuesOf } from '../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { syncStates } from './states.ts';
import { Sync } from './wire.ts';

const number = (column: string) => sql`s.${sql.id(column)}::text`;

/** PostgreSQL builds the JSON of a sync for API responses. */
export const syncJson = fixedText(
  jsonObject([
    { name: 'syncId', json: jsonPlain(sql`s.sync_id`) },
    { name: 'companyId', json: jsonPlain(sql`s.company_id`) },
    { name: 'connectionId', json: jsonPlain(sql`s.connection_id`) },
    { name: 'dataType', json: jsonPlain(sql`s.data_type`) },
    { name: 'status', json: jsonPlain(sql`s.status`) },
    { name: 'requested', json: jsonTime(sql`s.requested_at`) },
    { name: 'started', json: jsonTime(sql`s.started_at`), absent: sql`s.started_at is null` },
    { name: 'completed', json: jsonTime(sql`s.completed_at`), absent: sql`s.completed_at is null` },
    { name: 'trigger', json: jsonPlain(sql`s.trigger`) },
    { name: 'isFull', json: sql`s.is_full::text`, absent: sql`s.is_full is null` },
    {
      name: 'progress',
      json: jsonObject([
        { name: 'pages', json: number('pages') },
        { name: 'records', json: number('records') },
      ]),
    },
    {
      name: 'counts',
      json: jsonObject([
        { name: 'added', json: number('added') },
        { name: 'updated', json: number('updated') },
        { name: 'unchanged', json: number('unchanged') },
        { name: 'deleted', json: number('deleted') },
      ]),
    },
    {
      name: 'error',
      absent: sql`s.error_code is null`,
      json: jsonObject([
        { name: 'code', json: jsonText(sql`s.error_code`) },
        { name: 'message', json: jsonText(sql`s.error_message`) },
        { name: 'retryAt', json: jsonTime(sql`s.retry_at`), absent: sql`s.retry_at is null` },
      ]),
    },
    { name: 'timeline', json: sql`s.timeline::text` },
  ]),
);

type Scope = { accountId: string; companyId: string };
const own = ({ accountId, companyId }: Scope) =>
  sql<boolean>`s.account_id = ${accountId}::uuid and s.company_id = ${companyId}::uuid`;

const pastSyncs = ({ accountId, companyId }: Scope) =>
  ({ table: 'sync', alias: 's', id: 'sync_id', scopeId: companyId, accountId }) as const;

/** The company's syncs, newest first. */
export function syncList(scope: Scope): List {
  return countedList({
    name: `syncs of ${scope.companyId}`,
    from: sql`sync s`,
    pinned: pinnedVersions(pastSyncs(scope)),
    scope: own(scope),
    record: syncJson,
    fields: columnFields({
      syncId: { kind: 'uuid', column: sql`s.sync_id`, required: true },
      connectionId: { kind: 'uuid', column: sql`s.connection_id` },
      dataType: { kind: 'text', choices: dataTypes.map(({ name }) => name), column: sql`s.data_type` },
      status: { kind: 'choice', choices: syncStates, column: sql`s.status` },
      trigger: { kind: 'choice', choices: valuesOf(Sync.properties.trigger), column: sql`s.trigger` },
      isFull: { kind: 'boolean', column: sql`s.is_full` },
      requested: { kind: 'time', column: sql`s.requested_at`, required: true },
      started: { kind: 'time', column: sql`s.started_at` },
      completed: { kind: 'time', column: sql`s.completed_at` },
    }),
    key: { expression: sql`s.sync_id`, type: sql`uuid`, descending: true },
  });
}

export function syncsStatement(scope: Scope, syncIds: readonly string[]) {
  return sql<{ json: string }>`select ${syncJson} as json from sync s
    where ${own(scope)} and s.sync_id = any (${syncIds}::uuid[]) order by s.sync_id`;
}
