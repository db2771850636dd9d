import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../app.ts';
import { createLog, type Log } from '../../base/log.ts';
import type { Config } from '../../config/config.ts';
import { openContext } from '../../context.ts';
import { openClient } from '../../db/connections.ts';
import { readSchema } from '../../db/schema-files.ts';
import { findPending, namesOf, SchemaMismatch } from '../../db/upgrade.ts';
import { loadConfig } from '../../load-config.ts';
import { upgradeDatabase } from '../../upgrade-database.ts';
import type { Command } from '../command.ts';

/** Time to print why the process cannot start. */
const exitAfterMs = 1000;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until it receives SIGTERM or SIGINT',
  examples: ['daybook serve', 'DAYBOOK_ROLE=worker daybook serve'],
  async run({ env }) {
    const { config } = await loadConfig(env);
    const log = createLog({ level: config.logLevel });
    await prepareSchema(config, log);
    await serveUntilStopped(config, { log });
    return undefined;
  },
};

export async function prepareSchema(config: Config, log: Log): Promise<void> {
  if (config.databaseUpgrade === 'auto') await upgradeDatabase({ url: config.directDatabaseUrl, log });
  else await requireCurrentSchema(config.directDatabaseUrl);
}

export async function serveUntilStopped(
  config: Config,
  { log, onReady }: { log: Log; onReady?: () => void },
): Promise<void> {
  const ctx = await openContext(config, { log });
  const app = await startApp(ctx).catch((error) => {
    // Connections and timers that are open already would keep a process alive that serves nothing.
    setTimeout(() => process.exit(1), exitAfterMs).unref();
    throw error;
  });
  log.info({ role: config.role, url: app.url, cell: config.cell, pid: process.pid }, 'daybook is ready');
  onReady?.();
  // Write the compile cache now. Node writes it only when the process exits, and not at all if the process is killed.
  flushCompileCache();

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  // After SIGTERM, accept requests a little longer, because a load balancer keeps sending them until it sees that the
  // process is not ready. SIGINT comes from a person at the keyboard and needs no delay.
  const delayMs = signal === 'SIGTERM' ? Math.min(config.stopDelayMs, config.stopTimeoutMs / 2) : 0;
  log.info(
    { signal, delayMs },
    'stopping: first /health/ready returns 503, then new requests are rejected and open requests finish',
  );
  const timer = setTimeout(() => {
    log.error(
      { stopTimeoutMs: config.stopTimeoutMs },
      'shutdown timed out; the next process resumes the unfinished work',
    );
    process.exit(1);
  }, config.stopTimeoutMs);
  app.turnUnready();
  await sleep(delayMs);
  await app.stop();
  await ctx.dispose();
  clearTimeout(timer);
  log.info('stopped');
}

async function requireCurrentSchema(url: string): Promise<void> {
  const client = await openClient({ url, name: 'daybook-serve' });
  try {
    const pending = namesOf(await findPending(client, await readSchema()));
    if (pending.length)
      throw new SchemaMismatch(
        `The database lacks schema changes: ${pending.join(', ')}. Run "daybook db upgrade" first.`,
      );
  } finally {
    await client.end();
  }
}
