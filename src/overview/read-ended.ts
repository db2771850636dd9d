import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { dayMs, hourMs } from '../base/durations.ts';
import { inputInvalid } from '../base/errors.ts';
import { openValues } from '../base/open-values.ts';
import type { Db } from '../db/db.ts';

const spanMaxMs = 7 * dayMs;
const limitDefault = 200;

const time = Type.String({ format: 'date-time' });
const id = Type.String({ format: 'uuid' });

export const EndedQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum(['sync', 'push'], { default: 'sync' })),
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Start of the time in which they ended. The default is an hour before `until`.',
      }),
    ),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'End of that time, at most 7 days after `since`. The default is now.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: limitDefault })),
  },
  { additionalProperties: false },
);
type EndedQuery = Static<typeof EndedQuery>;

export const Ended = Type.Object(
  {
    latest: Type.Array(
      Type.Object({
        id,
        companyId: id,
        companyName: Type.String(),
        dataType: Type.String(),
        status: Type.String({ description: openValues('The status of the sync or push.') }),
        completed: time,
      }),
      { description: 'The latest first.' },
    ),
    hasMore: Type.Boolean({ description: 'Whether there are more than `limit`.' }),
  },
  { title: 'Ended' },
);

type Row = {
  id: string;
  company_id: string;
  company_name: string;
  data_type: string;
  status: string;
  completed_at: Date;
};

/** The latest syncs or pushes of all companies that ended in a span of time. Reads an index sorted by that time. */
export async function readEnded(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, kind = 'sync', limit = limitDefault, ...times }: EndedQuery & { accountId: string },
): Promise<Static<typeof Ended>> {
  const until = times.until ?? clock.now().toISOString();
  const since = times.since ?? new Date(Date.parse(until) - hourMs).toISOString();
  const lengthMs = Date.parse(until) - Date.parse(since);
  if (!(lengthMs > 0 && lengthMs <= spanMaxMs)) {
    const message = 'The parameter "until" must be a time after "since", at most 7 days later.';
    throw inputInvalid({ items: [{ itemId: 'until', message }] });
  }
  const rows = await db.read(accountId, endedListStatement({ accountId, kind, since, until, limit: limit + 1 }));
  return {
    latest: rows.slice(0, limit).map((row) => ({
      id: row.id,
      companyId: row.company_id,
      companyName: row.company_name,
      dataType: row.data_type,
      status: row.status,
      completed: row.completed_at.toISOString(),
    })),
    hasMore: rows.length > limit,
  };
}

export function endedListStatement(of: Required<EndedQuery> & { accountId: string }) {
  const { accountId, kind, since, until, limit } = of;
  return sql<Row>`select e.id, e.company_id, c.name as company_name, e.data_type, e.status, e.completed_at from (
      select ${sql.ref(`x.${kind}_id`)} as id, x.account_id, x.company_id, x.data_type, x.status, x.completed_at
      from ${sql.table(kind)} x where x.account_id = ${accountId}::uuid
        and x.completed_at >= ${since}::timestamptz and x.completed_at < ${until}::timestamptz
      order by x.completed_at desc limit ${limit}) e
    join company c on c.account_id = e.account_id and c.company_id = e.company_id and c.deleted_at is null
    order by e.completed_at desc, e.id`;
}
