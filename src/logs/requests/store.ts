import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { dayOf } from '../../base/days.ts';
import { firstIdAt } from '../../base/id-times.ts';
import { openValues } from '../../base/open-values.ts';
import type { Tx } from '../../db/db.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';
import { column, columns, group } from '../../lists/columns.ts';
import { pinnedRows } from '../../lists/page/pin.ts';
import type { List } from '../../lists/page/read-page.ts';
import { uuid } from '../../lists/wire.ts';
import { compareTime } from '../log-days.ts';
import type { RequestBatch } from './request-batch.ts';

/** SQL on `request_log` and `request_log_count`. */
const ofSender = [
  ['account_id', 'uuid'],
  ['actor_kind', 'text'],
  ['actor_id', 'uuid'],
  ['actor_name', 'text'],
  ['address', 'text'],
] as const;
const ofRequest = [
  ['request_id', 'uuid'],
  ['sender', 'int4'],
  ['method', 'text'],
  ['operation', 'text'],
  ['path', 'text'],
  ['query', 'text'],
  ['company_id', 'uuid'],
  ['status', 'int2'],
  ['code', 'text'],
  ['duration_ms', 'float4'],
  ['bytes', 'int8'],
] as const;
const ofDay = [
  ['account_id', 'uuid'],
  ['day', 'date'],
  ['total', 'int8'],
] as const;
type Typed = readonly (readonly [name: string, type: string])[];

const columnNames = sql.raw(
  [...ofSender, ...ofRequest]
    .map(([name]) => name)
    .filter((name) => name !== 'sender')
    .join(', '),
);

/** Parallel arrays as the source `alias`. Senders also get their places, by which requests refer to them. */
function unnested(arrays: readonly unknown[], types: Typed, alias: 'r' | 's' | 'd'): RawBuilder<unknown> {
  const given = types.map(([, type], at) => sql`${arrays[at]}::${sql.raw(type)}[]`);
  const names = types.map(([name]) => name);
  const isPlaced = alias === 's';
  return sql`unnest(${sql.join(given)}) ${isPlaced ? sql`with ordinality` : sql``}
    as ${sql.raw(`${alias} (${[...names, ...(isPlaced ? ['place'] : [])].join(', ')})`)}`;
}

const insertion = (requests: readonly unknown[], senders: readonly unknown[]) =>
  sql`insert into request_log (${columnNames}) select ${columnNames}
    from ${unnested(requests, ofRequest, 'r')} join ${unnested(senders, ofSender, 's')} on s.place = r.sender`;
const addUp = sql`on conflict (account_id, day) do update set total = c.total + excluded.total`;

/** Inserts a batch and adds it to the counts, in one statement. */
export const insertRequests = fixedStatement(
  ({ requests, senders, days }: RequestBatch) => [...requests, ...senders, ...days],
  (given) => {
    const [toSenders, toDays] = [ofRequest.length, ofRequest.length + ofSender.length];
    const [requests, senders] = [given.slice(0, toSenders), given.slice(toSenders, toDays)];
    const days = given.slice(toDays);
    return sql`with made as (${insertion(requests, senders)})
      insert into request_log_count as c (account_id, day, total)
      select account_id, day, total from ${unnested(days, ofDay, 'd')} ${addUp}`;
  },
);

/** The same for a batch of which some rows may already be stored. */
export const insertRequestsAgain = fixedStatement(
  ({ requests, senders }: RequestBatch) => [...requests, ...senders],
  (given) => sql`with made as (${insertion(given.slice(0, ofRequest.length), given.slice(ofRequest.length))}
        on conflict do nothing returning account_id, request_id)
      insert into request_log_count as c (account_id, day, total)
      select account_id, (id_time(request_id) at time zone 'UTC')::date, count(*) from made group by 1, 2 order by 1, 2
      ${addUp}`,
);

const requestColumns = columns({
  correlationId: column(
    sql`r.request_id`,
    Type.String({ format: 'uuid', description: 'The header `X-Correlation-Id` of the response.' }),
  ),
  at: column(
    sql`id_time(r.request_id)`,
    Type.String({ format: 'date-time', description: 'When the request arrived.' }),
    {
      field: {
        compare: compareTime(sql`id_time(r.request_id)`, sql`r.request_id`),
        order: { expression: sql`r.request_id`, type: sql`uuid`, indexed: true },
      },
    },
  ),
  actor: group(
    {
      kind: column(
        sql`r.actor_kind`,
        Type.Enum(['key', 'person', 'operator'], {
          description: openValues(
            '`key`: an API key. `person`: a member of the account. `operator`: someone who runs the service.',
          ),
        }),
      ),
      id: column(sql`r.actor_id`, Type.Optional(uuid)),
      name: column(sql`r.actor_name`, Type.String({ description: 'The name at the time of the request.' })),
    },
    { description: 'Who sent the request.' },
  ),
  method: column(sql`r.method`, Type.String(), { plain: true }),
  operation: column(
    sql`r.operation`,
    Type.Optional(Type.String({ description: 'The operationId. Absent if no operation has this method and path.' })),
    { plain: true },
  ),
  path: column(sql`r.path`, Type.String({ description: 'The path that was requested.' })),
  query: column(
    sql`r.query`,
    Type.Optional(
      Type.String({
        description: 'The query string as it was sent. Contains only parameters of the operation, without `cursor`.',
      }),
    ),
  ),
  companyId: column(sql`r.company_id`, Type.Optional(uuid)),
  status: column(
    sql`r.status`,
    Type.Optional(
      Type.Integer({ description: 'The HTTP status. Absent if the client disconnected before the response began.' }),
    ),
  ),
  code: column(
    sql`r.code`,
    Type.Optional(
      Type.String({
        description: openValues(
          'The code of the error. `clientDisconnected`: the client disconnected before the response was complete.',
        ),
      }),
    ),
    { plain: true },
  ),
  durationMs: column(
    sql`r.duration_ms`,
    Type.Number({ description: 'Time from the first byte of the request to the last byte of the response.' }),
  ),
  bytes: column(sql`r.bytes`, Type.Integer({ description: 'Size of the response as it was sent, with its headers.' })),
  address: column(sql`r.address`, Type.Optional(Type.String({ description: 'IP address of the client.' }))),
});
export const LoggedRequest = Type.Object(requestColumns.shape, { title: 'LoggedRequest' });

/** The requests of the account, newest first. The total of the whole log is stored, because the log is large. */
export function requestList({ accountId, oldestMs }: { accountId: string; oldestMs: number }): List {
  const head = sql<{
    version: number;
    total: number;
  }>`(select 0::bigint as version, coalesce(sum(c.total), 0)::bigint as total
    from request_log_count c where c.account_id = ${accountId}::uuid and c.day >= ${dayOf(oldestMs)}::date)`;
  return {
    name: 'requests',
    unversioned: true,
    head,
    bareHead: sql`(select 0::bigint as version, 0::bigint as total)`,
    asOf: () => sql`true`,
    from: sql`request_log r`,
    pinned: pinnedRows('request_log', 'r'),
    scope: sql<boolean>`r.account_id = ${accountId}::uuid and r.request_id >= ${firstIdAt(oldestMs)}::uuid`,
    record: requestColumns.json,
    fields: requestColumns.fields,
    key: { expression: sql`r.request_id`, type: sql`uuid`, descending: true },
  };
}

/** Deletes the requests of an erased company, because a query can contain names and numbers of its records. */
export const requestEraser = {
  name: 'requestLog',
  async erase(tx: Tx, { companyId, limit }: { companyId: string; limit: number }): Promise<{ rows: number }> {
    const { rows } = await sql<{ rows: number }>`with gone as (
        delete from request_log r using (select l.request_id from request_log l where l.account_id = ${tx.accountId}::uuid
          and l.company_id = ${companyId}::uuid limit ${limit}) found
        where r.account_id = ${tx.accountId}::uuid and r.request_id = found.request_id returning r.request_id),
      fewer as (select (id_time(request_id) at time zone 'UTC')::date as day, count(*) as total from gone group by 1),
      counted as (update request_log_count c set total = c.total - f.total from fewer f
        where c.account_id = ${tx.accountId}::uuid and c.day = f.day)
      select count(*) as rows from gone`.execute(tx);
    return { rows: Number(rows[0]?.rows ?? 0) };
  },
};
