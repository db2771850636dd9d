import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createLog } from '../src/base/log.ts';
import { setDatabaseDefaults } from '../src/db/upgrade.ts';
import { upgradeDatabase } from '../src/upgrade-database.ts';

/** A database with the whole schema, created once per run. Every test file gets a copy, which takes milliseconds. */
const templateName = 'daybook_template';

export async function buildTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${templateName} with (force)`);
    await client.query(`create database ${templateName} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  });
  await upgradeDatabase({ url: databaseUrl(serverUrl, templateName), log: createLog({ level: 'error' }) });
}

export async function cloneTemplate(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `daybook_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${templateName}`));
  const url = databaseUrl(serverUrl, name);
  // Copying a database does not copy its settings.
  await onServer(url, (client) => setDatabaseDefaults(client));
  return {
    url,
    drop: () => onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** Creates an empty database, for tests of the upgrade itself. */
export async function emptyDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `daybook_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`),
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
