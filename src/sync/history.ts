import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../base/open-values.ts';
import { remappedCount } from '../base/remapped.ts';
import { column, columns, group, optionalGroup, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { syncStates } from './states.ts';

const state = Type.Enum(syncStates, {
  description: openValues(
    'A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that it is paused by a rate limit or an outage, or until a person decides. A sync can also end in an error state or in `Cancelled`.',
  ),
});
const count = Type.Integer({ minimum: 0 });

const syncColumns = columns({
  syncId: column(sql`s.sync_id`, uuid),
  companyId: shown(sql`s.company_id`, uuid),
  connectionId: column(sql`s.connection_id`, uuid),
  dataType: column(sql`s.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  status: column(sql`s.status`, state),
  requested: column(sql`s.requested_at`, time),
  started: column(sql`s.started_at`, Type.Optional(time)),
  completed: column(sql`s.completed_at`, Type.Optional(time)),
  trigger: column(
    sql`s.trigger`,
    Type.Enum(['first', 'schedule', 'manual', 'mapping'], {
      description: openValues(
        'What caused the sync. With `mapping`, it computes the records again from what is stored, because their mapping has changed, and does not call the platform.',
      ),
    }),
  ),
  isFull: column(
    sql`s.is_full`,
    Type.Optional(Type.Boolean({ description: 'Whether the sync fetches all records, not only changes.' })),
  ),
  progress: group({
    pages: shown(sql`s.pages`, count),
    records: shown(sql`s.records`, count),
    total: shown(
      sql`s.expected`,
      Type.Optional(
        Type.Integer({ minimum: 0, description: 'How many records the sync will fetch, if the platform says it.' }),
      ),
    ),
  }),
  counts: group({
    added: shown(sql`s.added`, count),
    updated: shown(sql`s.updated`, count),
    unchanged: shown(sql`s.unchanged`, count),
    deleted: shown(sql`s.deleted`, count),
    remapped: shown(
      sql`nullif(s.remapped, 0)`,
      Type.Optional(
        Type.Integer({
          minimum: 1,
          description: remappedCount,
        }),
      ),
    ),
    unmapped: shown(
      sql`nullif(s.unmapped, 0)`,
      Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'How many records could not be computed again with a changed mapping, because what the platform sent is not stored or cannot be read. They stay as they were until the platform is read again.',
        }),
      ),
    ),
    unreadable: shown(
      sql`nullif(s.unreadable, 0)`,
      Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'How many values of the written records could not be read as the type of their custom field. They are absent in `customFields`.',
        }),
      ),
    ),
  }),
  error: optionalGroup(
    sql`s.error_code is null`,
    {
      code: shown(sql`s.error_code`, Type.String()),
      message: shown(sql`s.error_message`, Type.String()),
      retryAt: shown(sql`s.retry_at`, Type.Optional(time)),
    },
    {
      description:
        'Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and `retryAt` is absent, it waits for the decision of a person.',
    },
  ),
  timeline: shown(
    sql`s.timeline::text`,
    Type.Array(Type.Object({ at: time, state, message: Type.String(), until: Type.Optional(time) }), {
      description:
        'What the sync did and what it waited for. Long timelines keep the first entry and the newest entries.',
    }),
  ),
});
export const Sync = Type.Object(syncColumns.shape, { title: 'Sync' });
export const syncJson = syncColumns.json;

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
    fields: syncColumns.fields,
    key: { expression: sql`s.sync_id`, type: sql`uuid`, descending: true },
  });
}

export function syncsStatement(scope: Scope, syncIds: readonly string[]) {
  return sql<{ json: string }>`select ${syncJson} as json from sync s
    where ${own(scope)} and s.sync_id = any (${syncIds}::uuid[]) order by s.sync_id`;
}
