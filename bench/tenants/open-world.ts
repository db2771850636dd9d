import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { newId } from '../../src/base/ids.ts';
import { openBase } from '../../src/context.ts';
import { lookForConditions } from '../../src/notices/run-notices.ts';
import { makeSecretToken } from '../../src/people/sessions/secret-token.ts';
import { hashPassword } from '../../src/people/sign-in/password.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { keepDays } from '../../src/webhooks/messages/message-days.ts';
import { basic } from '../client.ts';
import { withLongStatements } from '../long-statements.ts';
import { round, say } from '../report.ts';
import type { Cell } from '../start-cell.ts';
import { seedTenants } from './seed-tenants.ts';

/** A database with so many accounts, and some of these accounts whose keys and sessions are known. */
export type World = {
  accounts: number;
  databaseUrl: string;
  base: Cell['base'];
  tenants: readonly Tenant[];
  /** Cookies of the operator, and of a person who is a member of very many accounts. */
  operator: string;
  agency: string;
};
export type Tenant = { accountId: string; key: string; cookie: string; email: string; name: string; messageId: string };

export const password = 'plum harbour ninety kites';

/** Tenants that are called: each one for the first time in its round, so that nothing about it is in memory. */
const tenantsCalled = 150;

export async function openWorld(cell: Cell, accounts: number): Promise<World> {
  const name = `tenants_${accounts}`;
  await cell.base.db.pool.query(`create database ${name}`);
  const databaseUrl = cell.databaseUrl.replace(/[^/]+$/, name);
  await upgradeDatabase({ url: databaseUrl, log: cell.base.log });
  const base = openBase({ ...cell.base.config, databaseUrl, databasePoolSize: 3 }, { log: cell.base.log });
  await keepDays(base);
  const startedAt = performance.now();
  await seedTenants(base.db, { from: 0, to: accounts, passwordHash: await hashPassword(password) });
  await base.db.pool.query('create extension if not exists pg_stat_statements');
  // Notices about what is wrong in the seeded accounts, which an installation would have sent long ago.
  await lookForConditions(base);
  await base.db.pool.query('update notice set due_at = null, told_at = now()');
  const world = { accounts, databaseUrl, base, ...(await callTenants(base, accounts)) };
  // Otherwise the seeded rows would be written to disk while something is measured.
  await withLongStatements(base.db, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  say(`${accounts} accounts after ${round((performance.now() - startedAt) / 1000)} s`);
  return world;
}

type Found = { account_id: string; name: string; person_id: string; email: string; message_id: string };

async function callTenants(base: Cell['base'], accounts: number) {
  const { rows } = await base.db.pool.query<Found>(chosenTenants, [tenantsCalled]);
  if (rows.length === 0) throw new Error(`No tenant was found among ${accounts} accounts.`);
  const tenants: Tenant[] = [];
  for (const row of rows) {
    const { secret } = await base.db.transaction(row.account_id, (tx) => createApiKey(base, tx, { name: 'bench' }));
    const cookie = await makeSession(base, row.person_id, row.account_id);
    const { email, name, message_id: messageId } = row;
    tenants.push({ accountId: row.account_id, key: basic(secret), cookie, email, name, messageId });
  }
  const { rows: agencies } = await base.db.pool.query<{ person_id: string; account_id: string }>(
    "select m.person_id, m.account_id from person p join member m using (person_id) where p.email = 'person1@example.com' limit 1",
  );
  const [agency] = agencies;
  if (!agency) throw new Error('There is no person with many accounts.');
  const operatorId = newId(base.clock);
  await base.db.pool.query(
    `insert into person (person_id, email, name, is_operator, email_verified_at, created_at)
      values ($1, 'operator@example.com', 'Operator', true, now(), now())`,
    [operatorId],
  );
  return {
    tenants,
    operator: await makeSession(base, operatorId, null),
    agency: await makeSession(base, agency.person_id, agency.account_id),
  };
}

/** Spread over all accounts. */
const chosenTenants = `select a.account_id, a.name, p.person_id, p.email, m.message_id
  from (select *, row_number() over (order by md5(account_id::text)) as place from account where webhook_generation = 'newer') a
  join lateral (select p.person_id, p.email from member m join person p using (person_id)
    where m.account_id = a.account_id and m.role = 'administrator' limit 1) p on true
  join lateral (select message_id from message m where m.account_id = a.account_id order by message_id desc limit 1) m on true
  where p.email <> 'person1@example.com'
  order by a.place limit $1`;

async function makeSession(base: Cell['base'], personId: string, accountId: string | null): Promise<string> {
  const { token, hash } = makeSecretToken(base);
  await base.db.pool.query(
    `insert into session (session_id, token_hash, person_id, in_account, created_at, last_seen_at, address, user_agent,
        signed_in_by, proved_at)
      values ($1, $2, $3, $4, now(), now(), '127.0.0.1', 'bench', 'password', now())`,
    [newId(base.clock), hash, personId, accountId],
  );
  return `daybook_session=${token}`;
}
