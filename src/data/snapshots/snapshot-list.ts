import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { time, uuid } from '../../lists/wire.ts';
import { totalRecords } from '../read/publication-list.ts';

export const snapshotName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

const PinnedSet = Type.Object(
  {
    dataType: Type.String(),
    connectionId: uuid,
    generation: Type.Integer({ minimum: 1, description: 'Number of the published state that is pinned.' }),
    totalRecords,
    publishedAt: time,
    readFrom: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the sync that read this state from the platform began.' }),
    ),
    readTo: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When that sync ended, or when a push added the newest record of this state after it.',
      }),
    ),
    isFresh: Type.Boolean({
      description: 'With `fresh`: whether the sync that read this state began after the snapshot was requested.',
    }),
    changedMeanwhile: Type.Boolean({
      description:
        'Whether it was known when the snapshot was taken that the platform has newer data: since the sync began, the platform has reported a change, a running sync has found one, or a push has changed what this data set contains. Also true if the outcome of such a push is not known.',
    }),
    isHeld: Type.Boolean({
      description:
        'Whether a check held a newer state of the data set when the snapshot was taken. The snapshot has the last good one.',
    }),
  },
  { title: 'SnapshotDataSet' },
);

const snapshotColumns = columns({
  snapshotId: column(sql`s.snapshot_id`, uuid),
  companyId: shown(sql`s.company_id`, uuid),
  name: column(sql`s.name`, Type.Optional(snapshotName)),
  status: column(
    sql`s.status`,
    Type.Enum(['pending', 'ready', 'ended'], {
      description: openValues(
        '`pending`: waits for the syncs that it has requested. `ready`: can be read. `ended`: its time is over, or it was deleted.',
      ),
    }),
  ),
  requested: column(sql`s.requested_at`, time),
  taken: column(
    sql`s.taken_at`,
    Type.Optional(Type.String({ format: 'date-time', description: 'The moment that the states belong to.' })),
  ),
  keepUntil: column(
    sql`s.kept_until`,
    Type.String({ format: 'date-time', description: 'Until when the snapshot can be read.' }),
  ),
  spreadSeconds: column(
    sql`s.spread`,
    Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'How far apart the data sets were read at the platform: from the first `readFrom` to the last `readTo`.',
      }),
    ),
  ),
  maxSpreadSeconds: column(
    sql`s.max_spread_seconds`,
    Type.Optional(
      Type.Integer({ minimum: 1, description: 'How far apart they may have been read, if that was asked for.' }),
    ),
  ),
  isSpreadMet: column(
    sql`s.is_spread_met`,
    Type.Optional(
      Type.Boolean({ description: 'Whether `spreadSeconds` is at most `maxSpreadSeconds`. Absent until it is taken.' }),
    ),
  ),
  rounds: column(
    sql`nullif(s.rounds, 0)`,
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'With `fresh`: how many times all data sets were synced for it.',
      }),
    ),
  ),
  changedMeanwhile: column(
    sql`s.is_changed`,
    Type.Boolean({ description: 'Whether any of its data sets has `changedMeanwhile`.' }),
  ),
  dataSets: shown(sql`s.sets::text`, Type.Array(PinnedSet)),
});

const Held = Type.Object(
  {
    versions: Type.Integer({
      minimum: 0,
      description: 'Versions of records that would have been removed by now without this snapshot and others.',
    }),
    bytes: Type.Integer({ minimum: 0, description: 'Their size on disk, without indexes.' }),
  },
  {
    title: 'SnapshotDisk',
    description:
      'What the snapshot holds on disk. Only in the response with one snapshot, and not if it takes too long to count.',
  },
);
export const Snapshot = Type.Object(snapshotColumns.shape, { title: 'Snapshot' });
export const SnapshotWithDisk = Type.Object(
  { ...snapshotColumns.shape, held: Type.Optional(Held) },
  { title: 'SnapshotWithDisk' },
);

/** A list that may be long is read and stored completely at page 1. */
export const snapshotsMax = 5000;

type Company = { accountId: string; companyId: string };

/** The snapshots of a company with what they pin. */
const snapshotsOf = ({ accountId, companyId }: Company, now: Date, one: RawBuilder<unknown> = sql``) =>
  sql`(select c.*, p.*, case when c.taken_at is not null then coalesce(p.spread, 0) <= c.max_spread_seconds end as is_spread_met,
      case when c.kept_until <= ${now}::timestamptz or c.is_released then 'ended'
      when c.taken_at is null then 'pending' else 'ready' end as status
    from company_snapshot c join company o on o.account_id = c.account_id and o.company_id = c.company_id
      cross join lateral (select coalesce(bool_or(p.is_changed), false) as is_changed,
        extract(epoch from max(p.read_to) - min(p.read_from))::float8 as spread,
        coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('dataType', p.data_type, 'connectionId', p.connection_id,
          'generation', p.generation, 'totalRecords', p.total, 'publishedAt', ${utc(sql`p.published_at`)},
          'readFrom', ${utc(sql`p.read_from`)}, 'readTo', ${utc(sql`p.read_to`)}, 'isFresh', p.is_fresh,
          'changedMeanwhile', p.is_changed, 'isHeld', p.is_held)) order by p.data_type, p.data_set_id), '[]') as sets
      from company_snapshot_set p where p.account_id = c.account_id and p.company_id = c.company_id
        and p.snapshot_id = c.snapshot_id) p
    where c.account_id = ${accountId}::uuid and c.company_id = ${companyId}::uuid 
      and coalesce(o.deleted_at, 'infinity') = 'infinity' ${one}
    order by c.snapshot_id desc limit ${snapshotsMax}) s`;

const utc = (value: RawBuilder<unknown>) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function snapshotList(company: Company, now: Date): List {
  return {
    name: `snapshots of ${company.companyId}`,
    unversioned: true,
    small: true,
    head: sql`(select 0::bigint as version, 0::bigint as total)`,
    from: snapshotsOf(company, now),
    scope: sql<boolean>`s.account_id = ${company.accountId}::uuid`,
    asOf: () => sql`true`,
    record: snapshotColumns.json,
    fields: snapshotColumns.fields,
    key: { expression: sql`s.snapshot_id`, type: sql`uuid`, descending: true },
  };
}

export const snapshotStatement = (company: Company, snapshotId: string, now: Date) =>
  sql<{ json: string }>`select ${snapshotColumns.json} as json
    from ${snapshotsOf(company, now, sql`and c.snapshot_id = ${snapshotId}::uuid`)}`;
