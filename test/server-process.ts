import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../dev/embedded-postgres.ts';
import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import type { PlanName } from '../src/accounts/plans.ts';
import { openBase } from '../src/context.ts';
import { createLog } from '../src/log.ts';
import { createClient, type Send } from './client.ts';
import { testConfig, testSecretKeys } from './harness.ts';
import { waitFor } from './wait-for.ts';

/** `daybook serve` as a process of its own, for tests that stop or kill it. */
export type RunningServer = {
  url: string;
  pid: number;
  send: Send;
  account(options?: { plan?: PlanName }): Promise<{ accountId: string; key: string }>;
  /** Asks the process to stop; answers with its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
};

export async function openServer(options: {
  databaseUrl: string;
  env?: Record<string, string>;
}): Promise<RunningServer> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'serve'], {
    env: {
      PATH: process.env.PATH,
      DAYBOOK_DATABASE_URL: options.databaseUrl,
      DAYBOOK_SECRET_KEYS: testSecretKeys,
      DAYBOOK_PORT: String(port),
      DAYBOOK_LOG_LEVEL: 'error',
      DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
      DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      ...options.env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`daybook serve ended with ${child.exitCode}`);
    return fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
  }, 30_000);
  return {
    url,
    pid: child.pid ?? 0,
    send: createClient(url),
    async account({ plan = 'paid' } = {}) {
      const base = openBase(testConfig(options.databaseUrl, { databasePoolSize: 2 }), {
        log: createLog({ level: 'error' }),
      });
      const { accountId } = await createAccount(base, { name: 'test', plan });
      const { secret } = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'test' }));
      await base.db.end();
      return { accountId, key: secret };
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}
