import { freePort } from '../dev/embedded-postgres.ts';
import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import type { PlanName } from '../src/accounts/plans.ts';
import { createLog } from '../src/base/log.ts';
import { openBase } from '../src/context.ts';
import { createClient, type Send } from './client.ts';
import { testConfig, testSecretKeys } from './harness.ts';
import { startServerProcess } from './start-server-process.ts';

/** Runs `daybook serve` in a separate process, with accounts and a client, for tests that stop it or need several. */
export type RunningServer = {
  url: string;
  pid: number;
  send: Send;
  account(options?: { plan?: PlanName }): Promise<{ accountId: string; key: string }>;
  /** Stops the process and returns its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
};

export async function openServer(options: {
  databaseUrl: string;
  env?: Record<string, string>;
  cwd?: string;
}): Promise<RunningServer> {
  const limits = { DAYBOOK_REQUESTS_PER_MINUTE: '1000000', DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000' };
  const { url, child, stop, kill } = await startServerProcess({
    databaseUrl: options.databaseUrl,
    port: await freePort(),
    secretKeys: testSecretKeys,
    env: { ...limits, ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  return {
    url,
    pid: child.pid ?? 0,
    send: createClient(url),
    async account({ plan = 'paid' } = {}) {
      const config = testConfig(options.env?.DAYBOOK_DIRECT_DATABASE_URL ?? options.databaseUrl, {
        databasePoolSize: 2,
      });
      const base = openBase(config, { log: createLog({ level: 'error' }) });
      const { accountId } = await createAccount(base, { name: 'test', plan });
      const { secret } = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'test' }));
      await base.db.end();
      return { accountId, key: secret };
    },
    async stop() {
      await stop();
      return child.exitCode;
    },
    kill,
  };
}
