import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, type Started, startCell } from '../../bench/start-cell.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { createClient } from '../client.ts';
import type { TestAccount } from '../harness.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';

/** The parts of chaos tests with the sandbox platform: PostgreSQL, the sandbox with a state file, server processes. */
const secretKeys = `chaos:${Buffer.alloc(32, 9).toString('base64')}`;

export async function startSandboxCell(
  undo: (() => Promise<unknown>)[],
  sandboxOptions: readonly string[] = [],
): Promise<{ cell: Cell; sandbox: Started }> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-chaos-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cell = await startCell();
  undo.push(() => cell.stop());
  const sandbox = await cell.sandbox(['--state-file', join(folder, 'sandbox.jsonl'), ...sandboxOptions]);
  return { cell, sandbox };
}

/** Starts one process with a role. `sandboxUrl` may be the URL of a proxy. */
export async function serveRole(
  cell: Cell,
  sandboxUrl: string,
  role: 'api' | 'worker',
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServerProcess({
    databaseUrl: cell.databaseUrl,
    port: await freePort(),
    secretKeys,
    env: {
      DAYBOOK_ROLE: role,
      DAYBOOK_SANDBOX_URL: sandboxUrl,
      DAYBOOK_DATABASE_UPGRADE: 'manual',
      DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
      DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
      DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
      DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      ...more,
    },
  });
}

/** Creates a paid account, and a client for it that calls the API process. */
export async function makeChaosAccount(cell: Cell, apiUrl: string): Promise<TestAccount> {
  const { accountId } = await createAccount(cell.base, { name: 'chaos', plan: 'paid' });
  const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'chaos' }));
  const client = createClient(apiUrl);
  return {
    accountId,
    key: made.secret,
    apiKeyId: made.apiKeyId,
    send: (request, options) => client(request, { key: made.secret, ...options }),
  };
}
