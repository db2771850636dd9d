import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { dayMs } from '../src/base/durations.ts';
import { withLongStatements } from './long-statements.ts';
import { say } from './report.ts';
import type { Cell } from './start-cell.ts';

/** A message log of 30 days: two consumers; every fiftieth message has failed for one of them after 8 attempts. */
export type SeededLog = {
  accountId: string;
  key: string;
  companyId: string;
  /** A company that a tenth of all messages belongs to, however many there are. */
  largeCompanyId: string;
  messages: number;
  attempts: number;
  failures: number;
};

export const days = 30;
/** The same number of messages per company at every size, so that the search differs only in the size of the log. */
const messagesPerCompany = 4900;

/** With these settings PostgreSQL writes no WAL for a table created in the same transaction. For seeding only. */
export const seedingSettings = { wal_level: 'minimal', max_wal_senders: '0', max_parallel_maintenance_workers: '0' };

export async function seedMessageLog(cell: Cell, wanted: { messages: number }): Promise<SeededLog> {
  const { db } = cell.base;
  const { accountId } = await createAccount(cell.base, { name: 'Log', plan: 'paid' });
  const { secret } = await db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
  const companies = 1 + Math.ceil(wanted.messages / messagesPerCompany);
  const companyIds = Array.from({ length: companies }, () => randomUUID());
  const consumerIds = [randomUUID(), randomUUID()];
  await db.pool.query(makeConsumers, [accountId, consumerIds]);
  const now = Date.now();
  const today = Math.floor(now / dayMs) * dayMs;
  const todo = Array.from({ length: days }, (_, n) => today - n * dayMs);
  const [untilNow, perMs] = [now - 60_000, wanted.messages / (now - 60_000 - (today - (days - 1) * dayMs))];
  const fill = () =>
    withLongStatements(db, async (client) => {
      await client.query("set work_mem = '256MB'");
      for (let day = todo.pop(); day !== undefined; day = todo.pop()) {
        const until = Math.min(day + dayMs, untilNow);
        const count = Math.max(1, Math.round((until - day) * perMs));
        await fillDay(client, { accountId, companyIds, consumerIds, day, until, count });
        if (count > 50_000) say(`seeded ${new Date(day).toISOString().slice(0, 10)}: ${count} messages`);
      }
    });
  await Promise.all([fill(), fill()]);
  await db.pool.query('checkpoint');
  const { rows } = await db.pool.query(
    `select (select count(*) from message) as messages, (select count(*) from attempt) as attempts,
      (select count(*) from failure) as failures`,
  );
  return { accountId, key: secret, companyId: companyIds[1] ?? '', largeCompanyId: companyIds[0] ?? '', ...rows[0] };
}

type Day = {
  accountId: string;
  companyIds: string[];
  consumerIds: string[];
  day: number;
  until: number;
  count: number;
};

/** Fills, then indexes, then attaches the partition: much faster than inserting through the parent table. */
async function fillDay(
  client: pg.Client,
  { accountId, companyIds, consumerIds, day, until, count }: Day,
): Promise<void> {
  const name = new Date(day).toISOString().slice(0, 10);
  const suffix = name.replaceAll('-', '');
  const step = (until - day) / count;
  await client.query('begin');
  for (const parent of ['message', 'failure', 'attempt']) {
    await client.query(`create table ${parent}_${suffix} (like ${parent} including defaults including constraints)`);
  }
  await client.query(fillMessages(`message_${suffix}`), [accountId, companyIds, count, day, step]);
  await client.query(fillFailures(suffix), [consumerIds]);
  await client.query(fillAttempts(suffix), [consumerIds]);
  for (const [parent, indexes] of Object.entries(indexesOf)) {
    await client.query(`alter table ${parent}_${suffix} add primary key (account_id, ${indexes.key})`);
    for (const columns of indexes.others) await client.query(`create index on ${parent}_${suffix} (${columns})`);
  }
  await client.query('commit');
  for (const parent of ['message', 'failure', 'attempt']) {
    await client.query(`alter table ${parent} attach partition ${parent}_${suffix} for values
      from (first_id_of('${name}')) to (first_id_of('${name}'::date + 1))`);
    await client.query(`vacuum (analyze) ${parent}_${suffix}`);
  }
}

const indexesOf = {
  message: {
    key: 'message_id',
    others: ['account_id, company_id, message_id', 'account_id, event_type, message_id'],
  },
  failure: {
    key: 'message_id, consumer_id',
    others: ['account_id, consumer_id, message_id', 'account_id, company_id, message_id'],
  },
  attempt: { key: 'message_id, attempt_id', others: ['account_id, consumer_id, message_id, attempt_id'] },
};

const makeConsumers = `insert into consumer (account_id, consumer_id, name, url, event_types, secret, is_enabled, created_at)
  select $1, id, 'bench', 'http://127.0.0.1:9/', '{*}', 'sealed', false, now() from unnest($2::uuid[]) id`;

/** About 250 bytes of body. One in fifty has the type "sync.failed", which `fillFailures` selects. */
const fillMessages = (table: string) => `insert into ${table}
    (account_id, message_id, event_type, company_id, recipients, created_at, body)
  select $1::uuid, (lpad(to_hex(ms), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
    case when n % 50 = 7 then 'sync.failed' when n % 3 = 0 then 'dataset.changed' else 'sync.completed' end,
    ($2::uuid[])[case when n / 50 % 10 = 0 then 1 else 2 + n / 50 % (cardinality($2::uuid[]) - 1) end], 2, to_timestamp(ms / 1000.0),
    '{"EventId":"' || h || '","RuleType":"sync.completed","GeneratedAt":"2026-11-15T08:00:00.000Z","ClientId":"' || $1 ||
      '","ClientName":"Log","Message":"A sync has completed.","Data":{"dataType":"invoices","records":' || n || '}}'
  from (select n, md5(n::text || $4) as h, ($4::float8 + (n - 1) * $5::float8)::bigint as ms from generate_series(1, $3::int) n) made`;

const fillFailures = (
  suffix: string,
) => `insert into failure_${suffix} (account_id, message_id, consumer_id, company_id, reason, ended_at)
  select account_id, message_id, ($1::uuid[])[2], company_id, 'exhausted', created_at + interval '28 hours'
  from message_${suffix} where event_type = 'sync.failed'`;

const fillAttempts = (suffix: string) => `insert into attempt_${suffix}
    (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, started_at, duration_ms)
  select account_id, message_id, (replace(substr(message_id::text, 1, 15), '-', '') || substr(md5(message_id::text || c.n || k), 1, 19))::uuid,
    ($1::uuid[])[c.n], k, 'e', case when not is_failed then 'd' when k = 8 then 'x' else 'f' end,
    case when is_failed then 500 else 204 end, created_at, 20
  from (select *, event_type = 'sync.failed' as failed from message_${suffix}) m cross join generate_series(1, 2) c (n)
  cross join lateral (select failed and c.n = 2 as is_failed) f
  cross join lateral generate_series(1, case when is_failed then 8 else 1 end) k`;
