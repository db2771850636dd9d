import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { CompanyParams } from '../companies/wire.ts';
import { byPreference } from '../connections/store.ts';
import { sourceType } from '../connections/wire.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db } from '../db/db.ts';
import { isHeldSync } from '../db/sync-states.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { syncStates } from './states.ts';

const time = Type.String({ format: 'date-time' });

const DataStatus = Type.Object(
  {
    dataType: Type.String(),
    status: Type.Enum(['NotRequested', ...syncStates], {
      description: openValues('Status of the latest sync, or `NotRequested` if none was ever requested.'),
    }),
    lastSuccessfulSync: Type.Optional(time),
    latestSyncId: Type.Optional(Type.String({ format: 'uuid' })),
    latestSuccessfulSyncId: Type.Optional(Type.String({ format: 'uuid' })),
    nextSync: Type.Optional(Type.String({ format: 'date-time', description: 'When the next scheduled sync is due.' })),
    heldSyncId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The sync whose new state a check holds. Until a person confirms it, readers get the last good one.',
      }),
    ),
    totalRecords: Type.Integer({ minimum: 0, description: 'Number of records that can be read now.' }),
    generation: Type.Integer({
      minimum: 0,
      description:
        'Number of the generation (published state) that can be read now. It is 0 until the first sync is complete.',
    }),
    connectionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The connection that this status is about. Absent if no sync was ever requested.',
      }),
    ),
    platformKey: Type.Optional(Type.String({ description: 'The platform of that connection.' })),
    sourceType: Type.Optional(sourceType),
  },
  { title: 'DataStatus' },
);
type DataStatus = Static<typeof DataStatus>;

export function dataStatusRoute(ctx: { db: Db; registry: Registry }): Route {
  return route({
    method: 'GET',
    path: '/companies/{companyId}/dataStatus',
    operationId: 'getDataStatus',
    tag: 'Syncs',
    summary: 'Get the status of all data sets of a company',
    description:
      "Returns an object with one property for each data type that the platforms of the company's connections support. If several connections support a data type, the status is that of the connection whose records you get when you list the company's data.",
    scope: 'read',
    params: CompanyParams,
    answers: {
      200: {
        description: 'The status of every data type',
        schema: Type.Record(Type.String(), DataStatus),
        headers: ['ETag'],
      },
    },
    async read(call) {
      const { accountId } = call.principal;
      const statuses = await readStatuses(ctx, { accountId, companyId: call.params.companyId });
      return taggedReply(call, JSON.stringify(statuses));
    },
  });
}

type CompanyIds = { accountId: string; companyId: string };

async function readStatuses(
  ctx: { db: Db; registry: Registry },
  place: CompanyIds,
): Promise<Record<string, DataStatus>> {
  const [row] = await ctx.db.read(place.accountId, statusStatement(place));
  const supported = (row?.platforms ?? []).flatMap((key) => Object.keys(ctx.registry.find(key)?.pull ?? {}));
  const known = new Map((row?.dataSets ?? []).map((dataSet) => [dataSet.dataType, dataSet]));
  const statuses: Record<string, DataStatus> = {};
  for (const { name } of dataTypes) {
    const dataSet = known.get(name);
    if (!dataSet && !supported.includes(name)) continue;
    const nextSync = row?.next?.[name];
    statuses[name] = {
      ...(dataSet ?? { dataType: name, status: 'NotRequested', totalRecords: 0, generation: 0 }),
      ...(nextSync !== undefined && { nextSync: new Date(nextSync).toISOString() }),
    };
  }
  return statuses;
}

type Row = { platforms: string[]; dataSets: DataStatus[]; next: Record<string, string> | null };

/**
 * The statement returns one row. If a data set is published but its latest sync is no longer stored, its status is
 * `Complete`.
 */
function statusStatement({ accountId, companyId }: CompanyIds) {
  const own = (alias: string) => {
    const table = sql.ref(alias);
    return sql`${table}.account_id = ${accountId}::uuid and ${table}.company_id = ${companyId}::uuid`;
  };
  const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql<Row>`select
    array(select distinct n.platform_key from connection n where ${own('n')}) as platforms,
    (select jsonb_object_agg(m.data_type, m.next_at) from (select u.data_type, min(u.next_at) as next_at
      from (select x.data_type, x.next_at from sync_schedule x where ${own('x')}
        union all select y.data_type, y.next_at from connection_sync_schedule y where ${own('y')}) u
      group by 1) m) as next,
    (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('dataType', b.data_type,
        'status', coalesce(b.status, case when b.published_generation > 0 then 'Complete' else 'NotRequested' end),
        'lastSuccessfulSync', ${utc('b.last_successful_at')}, 'latestSyncId', b.latest_sync_id,
        'latestSuccessfulSyncId', b.latest_successful_sync_id, 'heldSyncId', b.held_sync_id, 'totalRecords', b.total,
        'generation', b.published_generation, 'connectionId', b.connection_id, 'platformKey', b.platform_key,
        'sourceType', b.source_type))), '[]')
      from (select distinct on (d.data_type) d.*, s.status,
          case when ${isHeldSync('s')} then s.sync_id end as held_sync_id, n.platform_key, n.source_type
        from data_set d join connection n on ${own('n')} and n.connection_id = d.connection_id
        left join sync s on ${own('s')} and s.sync_id = d.latest_sync_id
        where ${own('d')}
        order by d.data_type, (d.published_generation > 0) desc, ${byPreference}, d.data_set_id desc) b) as "dataSets"`;
}
