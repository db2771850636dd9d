import type pg from 'pg';
import { openClient } from './connections.ts';
import { type Entry, type Kind, kinds, readCatalogue } from './read-catalogue.ts';
import { functionsSql, readSchema, type Schema, sqlInTransaction } from './schema-files.ts';
import { databaseDefaults, findPending, namesOf, SchemaMismatch, setDatabaseDefaults } from './upgrade.ts';

/**
 * `checkSchema` compares the database with the result of the schema files. It applies the files to a scratch schema in
 * a transaction that it rolls back, so the check leaves nothing behind and needs no other database.
 */
export type Finding = {
  kind: Kind | 'role' | 'setting';
  name: string;
  problem: 'missing' | 'different' | 'unexpected';
  /**
   * The repair as SQL statements, or 'database defaults' for the settings that an upgrade applies. Null if the check
   * cannot repair the finding.
   */
  repair: string[] | 'database defaults' | null;
  isRepaired: boolean;
  error?: string;
};

export async function checkSchema(options: { url: string; repair: boolean }): Promise<Finding[]> {
  const client = await openClient({ url: options.url, name: 'daybook-db-check' });
  try {
    const schema = await readSchema();
    const pending = namesOf(await findPending(client, schema));
    if (pending.length > 0)
      throw new SchemaMismatch(
        `The database lacks schema changes: ${pending.join(', ')}. Run "daybook db upgrade" first, then check again.`,
      );
    // The role comes first, because without it neither the schema files nor the policies can be applied.
    const findings = await checkRole(client);
    if (options.repair || findings.length === 0) await repairAll(client, findings);
    if (findings.every(({ isRepaired }) => isRepaired)) {
      const objects = compare(await readExpected(client, schema), await readActual(client));
      const found = [...objects, ...(await checkSettings(client))];
      if (options.repair) await repairAll(client, found);
      findings.push(...found);
    }
    return findings;
  } finally {
    await client.end();
  }
}

const scratch = 'daybook_check';

async function readExpected(client: pg.Client, { changes, functions }: Schema): Promise<Entry[]> {
  await client.query('begin');
  try {
    await client.query(`create schema ${scratch}`);
    for (const sql of [...changes.map((change) => sqlInTransaction(change, functions)), functionsSql(functions)]) {
      await client.query(`set local search_path = ${scratch}, pg_catalog`);
      await client.query(sql);
    }
    return await readCatalogue(client, scratch);
  } finally {
    await client.query('rollback');
  }
}

async function readActual(client: pg.Client): Promise<Entry[]> {
  await client.query('begin');
  try {
    return await readCatalogue(client, 'public');
  } finally {
    await client.query('rollback');
  }
}

/** True for the tables that the upgrade itself creates, without a schema file. */
const ownTable = (name: string) => /^(table )?schema_(change|functions)\b/.test(name);

function compare(expected: Entry[], actual: Entry[]): Finding[] {
  const keyOf = ({ kind, name }: Entry) => `${kind} ${name}`;
  const there = new Map(actual.map((entry) => [keyOf(entry), entry]));
  const wanted = new Map(expected.map((entry) => [keyOf(entry), entry]));
  const findings: Finding[] = [];
  for (const entry of expected) {
    const found = there.get(keyOf(entry));
    if (found && formOf(found) === formOf(entry)) continue;
    findings.push({
      kind: entry.kind,
      name: entry.name,
      problem: found ? 'different' : 'missing',
      repair: repairOf(entry, found),
      isRepaired: false,
    });
  }
  // Report unexpected objects only if they can affect access. The operator may, for example, add indexes.
  for (const entry of actual) {
    if (wanted.has(keyOf(entry)) || ownTable(entry.name) || !['policy', 'grant', 'trigger'].includes(entry.kind))
      continue;
    findings.push({ kind: entry.kind, name: entry.name, problem: 'unexpected', repair: null, isRepaired: false });
  }
  return findings.sort((one, other) => orderOf(one) - orderOf(other));
}

/** PostgreSQL prints fewer parentheses after a restore, so they are ignored, except in policies and functions. */
const formOf = ({ kind, definition }: Entry) =>
  kind === 'policy' || kind === 'function' ? definition : definition.replace(/[()\s]+/g, ' ').trim();

const orderOf = ({ kind }: Finding) => (kinds as readonly string[]).indexOf(kind);

function repairOf(entry: Entry, found: Entry | undefined): string[] | null {
  if (entry.repair === null) return null;
  if (!found || entry.kind === 'function' || entry.kind === 'view') return [entry.repair];
  const [table = '', own = ''] = entry.name.split('.');
  if (entry.kind === 'index') return [`drop index ${entry.name}`, entry.repair];
  if (entry.kind === 'policy') return [`drop policy ${own} on ${table}`, entry.repair];
  if (entry.kind === 'trigger') return [`drop trigger ${own} on ${table}`, entry.repair];
  if (entry.kind === 'grant') {
    const [object = '', grantee = ''] = entry.name.split(' to ');
    return [`revoke all on ${object} from ${grantee}`, entry.repair];
  }
  return null;
}

/** Statements that create the role. Roles belong to the cluster, so a dump of the database does not contain them. */
const makeRole = [
  'create role daybook_program nologin nobypassrls nosuperuser nocreatedb nocreaterole',
  'grant daybook_program to current_user',
];

/** Prepares an empty database in a new cluster, before a dump is restored into it. */
export async function prepareDatabase(options: { url: string }): Promise<{ made: string[] }> {
  const client = await openClient({ url: options.url, name: 'daybook-db-prepare' });
  try {
    const findings = await checkRole(client);
    await repairAll(client, findings);
    const failed = findings.find(({ isRepaired }) => !isRepaired);
    if (failed) throw new Error(`The ${failed.kind} ${failed.name} could not be created: ${failed.error}`);
    await setDatabaseDefaults(client);
    return { made: findings.map(({ kind, name }) => `${kind} ${name}`) };
  } finally {
    await client.end();
  }
}

async function checkRole(client: pg.Client): Promise<Finding[]> {
  const name = 'daybook_program';
  const finding = { kind: 'role', name, isRepaired: false } as const;
  const { rows } = await client.query(
    `select r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb as too_much,
      pg_has_role(current_user, r.oid, 'member') as member from pg_roles r where rolname = $1`,
    [name],
  );
  if (!rows[0]) return [{ ...finding, problem: 'missing', repair: makeRole }];
  if (rows[0].too_much)
    return [
      {
        ...finding,
        problem: 'different',
        repair: ['alter role daybook_program nobypassrls nosuperuser nocreatedb nocreaterole'],
      },
    ];
  if (!rows[0].member) return [{ ...finding, problem: 'different', repair: makeRole.slice(1) }];
  return [];
}

async function checkSettings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where d.datname = current_database() and s.setrole = 0`,
  );
  const set = new Set(rows.map(({ setting }) => setting.toLowerCase()));
  return Object.entries(databaseDefaults).flatMap(([name, value]) =>
    set.has(`${name}=${value}`.toLowerCase())
      ? []
      : [{ kind: 'setting', name, problem: 'missing', repair: 'database defaults', isRepaired: false }],
  );
}

async function repairAll(client: pg.Client, findings: Finding[]): Promise<void> {
  for (const finding of findings) {
    if (finding.repair === null) continue;
    try {
      if (finding.repair === 'database defaults') await setDatabaseDefaults(client);
      else for (const statement of finding.repair) await client.query(statement);
      finding.isRepaired = true;
    } catch (error) {
      finding.error = (error as Error).message;
    }
  }
}
