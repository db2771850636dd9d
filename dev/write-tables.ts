import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../src/base/log.ts';
import { upgradeSchema } from '../src/db/upgrade.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { describeTables } from './table-types.ts';

/** `npm run tables` writes src/db/tables.gen.ts: it applies the schema to a new database and reads its catalog. */
const folder = await mkdtemp(join(tmpdir(), 'daybook-tables-'));
const postgres = await startEmbeddedPostgres({ folder, durable: false });
try {
  const url = postgres.url('postgres');
  await upgradeSchema({ url, log: createLog({ level: 'error' }) });
  const client = new pg.Client(url);
  await client.connect();
  await writeFile(new URL('../src/db/tables.gen.ts', import.meta.url), await describeTables(client));
  await client.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
