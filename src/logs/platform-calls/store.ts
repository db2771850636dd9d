import { sql } from 'kysely';
import Type from 'typebox';
import { firstIdAt } from '../../base/id-times.ts';
import { openValues } from '../../base/open-values.ts';
import { callPurposes, type PlatformCall } from '../../connections/provider/call-log.ts';
import { plainArray, textArray } from '../../db/array-text.ts';
import type { Tx } from '../../db/db.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';
import { column, columns } from '../../lists/columns.ts';
import { countedList } from '../../lists/page/counted-list.ts';
import { pinnedRows } from '../../lists/page/pin.ts';
import type { List } from '../../lists/page/read-page.ts';
import { uuid } from '../../lists/wire.ts';
import { compareTime } from '../log-days.ts';

/** SQL on `platform_call`. */
const stored: [name: string, type: string, of: (calls: readonly PlatformCall[]) => string][] = [
  ['account_id', 'uuid', (calls) => plainArray(calls.map(({ accountId }) => accountId))],
  ['call_id', 'uuid', (calls) => plainArray(calls.map(({ callId }) => callId))],
  ['company_id', 'uuid', (calls) => plainArray(calls.map(({ companyId }) => companyId))],
  ['connection_id', 'uuid', (calls) => plainArray(calls.map(({ connectionId }) => connectionId))],
  ['purpose', 'text', (calls) => plainArray(calls.map(({ purpose }) => purpose))],
  ['sync_id', 'uuid', (calls) => plainArray(calls.map(({ syncId }) => syncId ?? null))],
  ['push_id', 'uuid', (calls) => plainArray(calls.map(({ pushId }) => pushId ?? null))],
  ['data_type', 'text', (calls) => plainArray(calls.map(({ dataType }) => dataType ?? null))],
  ['method', 'text', (calls) => plainArray(calls.map(({ method }) => method))],
  ['host', 'text', (calls) => textArray(calls.map(({ host }) => host))],
  ['path', 'text', (calls) => textArray(calls.map(({ path }) => path))],
  ['query', 'text', (calls) => textArray(calls.map(({ query }) => query ?? null))],
  ['status', 'int2', (calls) => plainArray(calls.map(({ status }) => status ?? null))],
  ['error', 'text', (calls) => textArray(calls.map(({ error }) => error ?? null))],
  ['duration_ms', 'float4', (calls) => plainArray(calls.map(({ durationMs }) => tenth(durationMs)))],
  ['bytes', 'int8', (calls) => plainArray(calls.map(({ bytes }) => bytes))],
  ['waited_ms', 'float4', (calls) => plainArray(calls.map(({ waitedMs }) => tenth(waitedMs)))],
  ['retry_at', 'timestamptz', (calls) => textArray(calls.map(({ retryAtMs }) => timeText(retryAtMs)))],
];

const tenth = (ms: number) => Math.round(ms * 10) / 10;
const timeText = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** Inserts a batch. A batch is repeated if it is uncertain whether it was stored. */
export const insertCalls = fixedStatement(
  (calls: readonly PlatformCall[]) => stored.map(([, , of]) => of(calls)),
  (arrays) => {
    const given = arrays.map((array, at) => sql`${array}::${sql.raw(stored[at]?.[1] ?? '')}[]`);
    const names = sql.raw(stored.map(([name]) => name).join(', '));
    return sql`insert into platform_call (${names}, at) select r.*, id_time(r.call_id)
      from unnest(${sql.join(given)}) as r (${names}) on conflict do nothing`;
  },
);

const callColumns = columns({
  callId: column(sql`c.call_id`, uuid),
  at: column(sql`c.at`, Type.String({ format: 'date-time', description: 'When the request was sent.' }), {
    field: {
      compare: compareTime(sql`c.at`, sql`c.call_id`),
      order: { expression: sql`c.call_id`, type: sql`uuid`, indexed: true },
    },
  }),
  purpose: column(
    sql`c.purpose`,
    Type.Enum([...callPurposes], {
      description: openValues(
        '`sync`: to read data. `push`: to change data. `authorize`: to check new credentials. `content`: to read the content of an attachment. `passThrough`: a request of a client.',
      ),
    }),
  ),
  syncId: column(sql`c.sync_id`, Type.Optional(uuid)),
  pushId: column(sql`c.push_id`, Type.Optional(uuid)),
  dataType: column(sql`c.data_type`, Type.Optional(Type.String()), { plain: true }),
  method: column(sql`c.method`, Type.String(), { plain: true }),
  host: column(sql`c.host`, Type.String({ description: 'Host and port of the platform.' })),
  path: column(sql`c.path`, Type.String({ description: 'The path, with secrets masked.' })),
  query: column(sql`c.query`, Type.Optional(Type.String({ description: 'The query, decoded, with secrets masked.' }))),
  status: column(
    sql`c.status`,
    Type.Optional(Type.Integer({ description: 'The HTTP status. Absent if there was no complete response.' })),
  ),
  error: column(sql`c.error`, Type.Optional(Type.String({ description: 'Why there was no complete response.' }))),
  durationMs: column(
    sql`c.duration_ms`,
    Type.Number({ description: 'Time from sending the request to the last byte of the response.' }),
  ),
  waitedMs: column(
    sql`c.waited_ms`,
    Type.Number({
      description: 'How long the request waited for the request limits of the platform before it was sent.',
    }),
  ),
  bytes: column(sql`c.bytes`, Type.Integer({ description: 'Size of the body of the response.' })),
  retryAt: column(
    sql`c.retry_at`,
    Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'After a response with 429: until when no further requests are sent for the connection.',
      }),
    ),
  ),
});
export const Call = Type.Object(callColumns.shape, { title: 'PlatformCall' });

/** The calls of a connection, newest first. */
export function callList(of: { accountId: string; companyId: string; connectionId: string; oldestMs: number }): List {
  return countedList({
    name: `calls ${of.connectionId}`,
    from: sql`platform_call c`,
    pinned: pinnedRows('platform_call', 'c'),
    scope: sql<boolean>`c.account_id = ${of.accountId}::uuid and c.connection_id = ${of.connectionId}::uuid
      and c.company_id = ${of.companyId}::uuid and c.call_id >= ${firstIdAt(of.oldestMs)}::uuid`,
    record: callColumns.json,
    fields: callColumns.fields,
    key: { expression: sql`c.call_id`, type: sql`uuid`, descending: true },
  });
}

/** Deletes the calls of an erased company. */
export const callEraser = {
  name: 'platformCalls',
  async erase(tx: Tx, { companyId, limit }: { companyId: string; limit: number }): Promise<{ rows: number }> {
    const { numAffectedRows } = await sql`delete from platform_call c using (
        select l.call_id from platform_call l where l.account_id = ${tx.accountId}::uuid
          and l.company_id = ${companyId}::uuid limit ${limit}) found
      where c.account_id = ${tx.accountId}::uuid and c.call_id = found.call_id`.execute(tx);
    return { rows: Number(numAffectedRows ?? 0) };
  },
};
