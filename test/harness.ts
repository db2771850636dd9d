import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { pino } from 'pino';
import { startPgBouncer } from '../bench/pgbouncer.ts';
import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey, type KeyToCreate } from '../src/accounts/create-api-key.ts';
import type { PlanName } from '../src/accounts/plans.ts';
import type { WebhookGeneration } from '../src/accounts/webhook-generation.ts';
import { type App, startApp } from '../src/app.ts';
import type { Clock } from '../src/base/clock.ts';
import { createLog } from '../src/base/log.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { loadConnectors } from '../src/connectors/load-connectors.ts';
import type { Registry } from '../src/connectors/registry.ts';
import { type Context, openContext } from '../src/context.ts';
import type { Alerts } from '../src/legacy/send-alerts.ts';
import { declarationsOf } from '../src/load-config.ts';
import type { PushLanes } from '../src/push/lanes/run-lanes.ts';
import type { Lanes } from '../src/webhooks/lanes/start-lanes.ts';
import { type Answer, createClient, type Send } from './client.ts';
import { cloneTemplate } from './template.ts';

/** A running Daybook with its own database. Started before the tests of a file and removed after them. */
export type TestApp = {
  ctx: Context;
  url: string;
  databaseUrl: string;
  /** The webhook deliveries of this process; `sweep` immediately looks for due deliveries. */
  lanes: Lanes;
  /** The alert deliveries (older webhooks); `look` immediately sends what is due. */
  alerts: Alerts;
  /** The pushes of this process; `sweep` immediately looks for due pushes. */
  pushLanes: PushLanes;
  /** All parsed log lines of the process. */
  logLines: Record<string, unknown>[];
  /** Sends a request with the given key. Every response is checked against the OpenAPI document. */
  send: Send;
  account(options?: { plan?: PlanName; name?: string; webhooks?: WebhookGeneration }): Promise<TestAccount>;
  key(accountId: string, options?: Partial<KeyToCreate>): Promise<{ apiKeyId: string; secret: string }>;
};

export type TestAccount = {
  accountId: string;
  key: string;
  apiKeyId: string;
  send: (request: string, options?: Parameters<Send>[1]) => Promise<Answer>;
};

export type AppOptions = {
  clock?: Clock;
  /** Clock of the machine; the process adjusts it to PostgreSQL's. */
  machineClock?: Clock;
  /** Replaces the platforms that the settings enable. */
  registry?: Registry;
  config?: TestSettings;
  env?: Record<string, string>;
  jitter?: () => number;
};

export function serverUrl(): string {
  const url = process.env.DAYBOOK_TEST_DATABASE_URL;
  if (!url) throw new Error('Run tests through "npm test" (or "npm test -- FILE"): it starts PostgreSQL.');
  return url;
}

export const testSecretKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;

const connectors = declarationsOf(await loadConnectors([]));

/** `sandboxUrl` enables the sandbox platform. */
export type TestSettings = Partial<Config> & { sandboxUrl?: string };

/** Limits are too high to be reached, unless a test sets them. */
export function testConfig(databaseUrl: string, overrides: TestSettings = {}): Config {
  const env = {
    DAYBOOK_DATABASE_URL: databaseUrl,
    DAYBOOK_SECRET_KEYS: testSecretKeys,
    DAYBOOK_PORT: '0',
    DAYBOOK_BASE_URL: 'http://api.test',
    DAYBOOK_DOCS_URL: 'https://docs.test',
    DAYBOOK_DATABASE_POOL_SIZE: '10',
    DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
    DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
    DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
    DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
    DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1',
  };
  const { sandboxUrl = '', connectorSettings, ...others } = overrides;
  const config = readConfig(env, connectors);
  const sandbox = { url: sandboxUrl };
  return { ...config, ...others, connectorSettings: { ...config.connectorSettings, sandbox, ...connectorSettings } };
}

function nothingHere<T extends object>(): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Error('A process with the role "api" has no workers.');
    },
  });
}
const noLanes = nothingHere<Lanes>();
const noAlerts = nothingHere<Alerts>();

export function useApp(options: AppOptions = {}): TestApp {
  const holder: { app?: TestApp; stop?: () => Promise<void>; problem?: unknown } = {};
  before(async () => {
    // The runner calls the next hooks of a file even if this one fails, and would report only what they say.
    Object.assign(holder, await openApp(options).catch((problem: unknown) => ({ problem })));
    if (holder.problem) throw holder.problem;
  });
  after(async () => holder.stop?.());
  return new Proxy({} as TestApp, {
    get: (_target, name) => {
      if (holder.problem) throw holder.problem;
      if (!holder.app) throw new Error('The app is available only inside tests.');
      return holder.app[name as keyof TestApp];
    },
  });
}

let isThroughPooler = false;
/** Makes all apps that this file starts later connect through PgBouncer. */
export function reachThroughPooler(): void {
  isThroughPooler = true;
}

export async function openApp(options: AppOptions = {}): Promise<{ app: TestApp; stop: () => Promise<void> }> {
  const database = await cloneTemplate(serverUrl());
  const bouncer = isThroughPooler ? await startPgBouncer(database.url) : undefined;
  const pooled = bouncer && { databaseUrl: bouncer.url, directDatabaseUrl: database.url, databasePooler: true };
  const started = await startOn(database.url, { ...options, config: { ...options.config, ...pooled } });
  return {
    app: started.app,
    async stop() {
      await started.stop();
      await bouncer?.stop();
      await database.drop();
    },
  };
}

/** Starts a process on a given database; start two to test a cell with several processes. */
export async function startOn(
  databaseUrl: string,
  options: AppOptions = {},
): Promise<{ app: TestApp; stop: () => Promise<void> }> {
  const logLines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) } as pino.DestinationStream;
  const log = createLog({ level: 'info', destination });
  const ctx = await openContext(testConfig(databaseUrl, options.config), {
    log,
    ...(options.clock && { clock: options.clock }),
    ...(options.machineClock && { machineClock: options.machineClock }),
    ...(options.registry && { registry: options.registry }),
  });
  const running: App = await startApp(ctx, options.jitter ? { jitter: options.jitter } : {});
  const send = createClient(running.url);

  async function key(accountId: string, wanted: Partial<KeyToCreate> = {}) {
    return ctx.db.transaction(accountId, (tx) =>
      createApiKey({ ...ctx, cell: 'main' }, tx, { name: 'test', ...wanted }),
    );
  }
  const app: TestApp = {
    ctx,
    url: running.url,
    databaseUrl,
    lanes: running.lanes ?? noLanes,
    pushLanes: running.pushLanes ?? nothingHere<PushLanes>(),
    alerts: running.alerts ?? noAlerts,
    logLines,
    send,
    key,
    async account(wanted = {}) {
      const { accountId } = await createAccount(ctx, {
        name: wanted.name ?? `account ${randomBytes(4).toString('hex')}`,
        plan: wanted.plan ?? 'paid',
        webhooks: wanted.webhooks ?? 'newer',
      });
      const made = await key(accountId);
      return {
        accountId,
        key: made.secret,
        apiKeyId: made.apiKeyId,
        send: (request, sendOptions) => send(request, { key: made.secret, ...sendOptions }),
      };
    },
  };
  return {
    app,
    async stop() {
      await running.stop();
      await ctx.dispose();
    },
  };
}
