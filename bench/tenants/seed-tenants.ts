import type { Db } from '../../src/db/db.ts';
import { withoutIndexes } from '../growth/copy-rows.ts';
import { withLongStatements } from '../long-statements.ts';

/**
 * Accounts as an installation with many small clients has them. Every account has a key, a consumer, ten companies, an
 * administrator with a session, and an audit trail; three of the companies are linked and have a schedule. One account
 * in a hundred uses the older webhooks, and has a disabled or failing consumer. Rows are numbered by their account, so
 * that an installation of any size contains a smaller one.
 */
export const companiesEach = 10;
const linkedEach = 3;
/** People with very many accounts: each of the first `agencies` people is also a member of this many accounts. */
export const agencies = 5;
export const accountsOfAgency = 1000;
/** Today and yesterday: the program makes the partitions of these days. */
const messageDays = 2;

/** Adds the accounts with the numbers from + 1 to `to`. */
export async function seedTenants(db: Db, range: { from: number; to: number; passwordHash: string }): Promise<void> {
  await withLongStatements(db, async (client) => {
    // Checks of foreign keys take longer than the rows themselves. Triggers do not fire either: `countRows` does it.
    await client.query("set session_replication_role = 'replica'");
    await client.query('set synchronous_commit = off');
    await client.query("set maintenance_work_mem = '512MB'");
    await withoutIndexes(client, ['company'], async () => {
      for (const statement of statements) await client.query(statement, valuesOf(statement, range));
    });
    for (const statement of countRows) await client.query(statement);
    await client.query("set session_replication_role = 'origin'");
    await client.query('analyze');
  });
}

function valuesOf(statement: string, range: { from: number; to: number; passwordHash: string }): unknown[] {
  const values = [range.from + 1, range.to];
  return statement.includes('$3') ? [...values, range.passwordHash] : values;
}

/** An id that depends only on a number: that of version 7 with a time in 2025, one second for each number. */
const id = (kind: string, n: string) =>
  `(lpad(to_hex(1735689600000 + (${n}) * 1000::bigint), 12, '0') || '7' || substr(md5('${kind}' || (${n})), 1, 3) || 'a' ||
    substr(md5('${kind}' || (${n})), 4, 15))::uuid`;
const account = id('account', 'n');
const company = (c: string) => id('company', `n * ${companiesEach}::bigint + ${c}`);
const connection = id('connection', `n * ${companiesEach}::bigint + c`);
const accounts = 'generate_series($1::bigint, $2::bigint) n';
const linked = `${accounts} cross join generate_series(0, ${linkedEach - 1}) c`;
const at = `'2025-01-01'::timestamptz + n * interval '1 second'`;
const words = `(array['Aldine','Birch','Delta','Elm Street','Foss','Gault','Ivory','Juniper','Kestrel','Lumen'])`;
/** Today's and earlier ids of messages, in the order of time, as the program would have written them. */
const messageId = `(lpad(to_hex((extract(epoch from date_trunc('day', now()) - d * interval '1 day') * 1000
    + (n % 40000000))::bigint), 12, '0') || '7' || substr(md5('message' || n || d), 1, 3) || 'a' || substr(md5('message' || n || d), 4, 15))::uuid`;

const statements = [
  `insert into account (account_id, name, plan, created_at, webhook_generation)
    select ${account}, ${words}[1 + n % 10] || ' ' || substr(md5('name' || n), 1, 8) || ' ' || n, 'paid', ${at},
      case when n % 100 = 7 then 'older' else 'newer' end from ${accounts}`,
  `insert into api_key (account_id, api_key_id, name, prefix, hash, scopes, created_at, last_used_at)
    select ${account}, ${id('key', 'n')}, 'Production', 'dbk_main_' || substr(md5('p' || n), 1, 6), sha256(('key ' || n)::bytea),
      '{read,write,manage,webhooks}', ${at}, now() - (n % 1000) * interval '1 minute' from ${accounts}`,
  `insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at, is_enabled, disabled_at,
      disabled_reason, failing_since)
    select ${account}, ${id('consumer', 'n')}, 'Receiver', 'https://receiver' || n % 5000 || '.example/hook', '{*}', 'sealed', ${at},
      n % 100 <> 11, case when n % 100 = 11 then now() - interval '9 days' end, case when n % 100 = 11 then 'client' end,
      case when n % 100 = 13 then now() - interval '3 hours' end from ${accounts}`,
  `insert into company (account_id, company_id, name, tags, created_at, created_by, last_sync_at)
    select ${account}, ${company('c')}, ${words}[1 + (n + c) % 10] || ' ' || substr(md5('company' || n || ' ' || c), 1, 8) || ' Ltd',
      '{"region": "EU"}', ${at}, 'bench', case when c < ${linkedEach} then now() - interval '1 hour' end
    from ${accounts} cross join generate_series(0, ${companiesEach - 1}) c`,
  `insert into company_count (account_id, shard, version, total)
    select ${account}, 0, ${companiesEach}, ${companiesEach} from ${accounts}`,
  `insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at, linked_at)
    select ${account}, ${company('c')}, ${connection}, 'sandbox', 'Accounting',
      case when n % 100 = 17 and c = 0 then 'Deauthorized' else 'Linked' end, ${at}, ${at} from ${linked}`,
  `insert into sync_schedule (account_id, company_id, data_type, schedule, next_at)
    select ${account}, ${company('c')}, 'invoices', 'daily',
      now() + interval '2 hours' + ((n * ${linkedEach} + c) % 70000) * interval '1 second' from ${linked}`,
  `insert into data_set (account_id, company_id, connection_id, data_type, published_generation, published_at, total,
      latest_sync_id, latest_successful_sync_id, last_successful_at, requested_at)
    select ${account}, ${company('c')}, ${connection}, 'invoices', 1, now() - interval '1 hour', 0,
      ${id('sync', `n * ${companiesEach}::bigint + c`)}, ${id('sync', `n * ${companiesEach}::bigint + c`)}, now() - interval '1 hour',
      now() - interval '1 hour' from ${linked}`,
  `insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status,
      requested_at, started_at, completed_at, generation, is_full)
    select d.account_id, d.company_id, d.latest_sync_id, d.data_set_id, d.connection_id, 'sandbox', 'invoices', 'schedule',
      'Complete', now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour', 1, true
    from data_set d where d.data_set_id > coalesce((select max(data_set_id) from sync), 0) and $1::bigint <= $2::bigint`,
  `insert into provider_budget (budget, busy_until, granted)
    select 'connection ' || ${connection}, now() - interval '1 hour', 1 from ${linked}`,
  `insert into request_quota (account_id, minute_start, minute_used, day_start, day_used, granted)
    select ${account}, date_trunc('minute', now()) - interval '1 hour', 5, date_trunc('day', now()), 100, 5 from ${accounts}`,
  `insert into person (person_id, email, name, password_hash, email_verified_at, created_at, last_seen_at)
    select ${id('person', 'n')}, 'person' || n || '@example.com', 'Person ' || n, $3::text, ${at}, ${at}, now() from ${accounts}`,
  `insert into member (account_id, person_id, role, joined_at)
    select ${account}, ${id('person', 'n')}, 'administrator', ${at} from ${accounts}`,
  `insert into member (account_id, person_id, role, joined_at)
    select ${account}, ${id('person', 'p')}, 'developer', ${at}
    from ${accounts} cross join generate_series(1, ${agencies}) p where n > p and n <= p + ${accountsOfAgency - 1} on conflict do nothing`,
  `insert into session (session_id, token_hash, person_id, in_account, created_at, last_seen_at, address, user_agent)
    select ${id('session', 'n')}, sha256(('session ' || n)::bytea), ${id('person', 'n')}, ${account}, now() - interval '2 hours',
      now() - interval '1 hour', '192.0.2.1', 'bench' from ${accounts}`,
  // Everybody gets an e-mail about failing consumers, and a tenth is also notified of the other kinds.
  `insert into notice_choice (account_id, person_id, kind, medium)
    select ${account}, ${id('person', 'n')}, k, 'email' from ${accounts}
    cross join unnest(array['consumerFailing', 'connectionDeauthorized', 'syncsFailing']) k
    where k = 'consumerFailing' or n % 10 = 7`,
  `insert into message (account_id, message_id, event_type, company_id, recipients, created_at, body, made_by)
    select ${account}, ${messageId}, 'company.created', ${company('0')}, 1, now() - d * interval '1 day',
      '{"id":"' || n || '","payload":"' || repeat('x', 300) || '"}', null
    from generate_series(0, ${messageDays - 1}) d cross join ${accounts} order by d desc, n`,
  `insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, started_at,
      duration_ms, made_by)
    select ${account}, ${messageId}, ${id('attempt', 'n * 10 + d')}, ${id('consumer', 'n')}, 1, 'e', 'd', 200,
      now() - d * interval '1 day', 20, null
    from generate_series(0, ${messageDays - 1}) d cross join ${accounts} order by d desc, n`,
  `insert into delivery (account_id, message_id, consumer_id, lane, due_at, attempts, first_at)
    select k.account_id, gen_random_uuid(), k.consumer_id, k.lane, now() + interval '3 hours', 3, now()
    from consumer k where k.failing_since is not null and k.lane > coalesce((select max(lane) from delivery), 0)
      and $1::bigint <= $2::bigint`,
  `insert into audit (account_id, audit_id, at, actor_kind, actor_name, operation, subject_kind, made_by)
    select ${account}, ${id('audit', 'n')}, now() - interval '30 days', 'operator', 'bench', 'createClientAccount', 'account', null from ${accounts}`,
  `insert into migration_step (account_id, step_id, kind, at, by_whom, source)
    select ${account}, ${id('step', 'n')}, 'requested', ${at}, 'bench', 'client' from ${accounts} where n % 100 = 7`,
];

/** Numbers that triggers would have counted. */
const countRows = [
  'truncate cell_count',
  "insert into cell_count (counted, shard, total) select 'accounts', 0, count(*) from account",
  `insert into cell_count (counted, shard, total)
    select case when is_enabled then 'consumersEnabled' else 'consumersDisabled' end, 0, count(*) from consumer group by is_enabled`,
];
