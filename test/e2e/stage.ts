import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, startCell } from '../../bench/start-cell.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { startAuthorizationServer, type TestAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { type MailBox, startMailBox } from './mail-box.ts';

/** The environment of the run: PostgreSQL, the server process, the sandbox platform, mail server, webhook receiver. */
export type Stage = {
  cell: Cell;
  server: ServerProcess;
  mail: MailBox;
  receiver: Receiver;
  oauth: TestAuthorizationServer;
  sandbox: ReturnType<typeof controlSandbox>;
  /** Runs the operator's command line on this database. */
  daybook(...args: string[]): Promise<string>;
  account(name: string, options?: { webhooks?: 'older' | 'newer' }): Promise<{ accountId: string; key: string }>;
  stop(): Promise<void>;
};

const secretKeys = `e2e:${Buffer.alloc(32, 11).toString('base64')}`;

/** `prepare` runs before the server starts, to write directly into the tables. */
export async function startStage(prepare: (cell: Cell) => Promise<void>): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await open(undo, prepare)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  undo: (() => Promise<unknown>)[],
  prepare: (cell: Cell) => Promise<void>,
): Promise<Omit<Stage, 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cell = await startCell({ settings: { shared_buffers: '512MB', max_wal_size: '4GB' } });
  undo.push(() => cell.stop());
  await prepare(cell);
  const platform = await cell.sandbox(['--state-file', join(folder, 'sandbox.jsonl')]);
  const mail = await startMailBox();
  undo.push(() => mail.stop());
  const receiver = await startReceiver();
  undo.push(() => receiver.stop());
  const port = await freePort();
  // The authorization server of a simulated Xero, for the check of OAuth applications.
  const oauth = await startAuthorizationServer({
    redirectUri: `http://127.0.0.1:${port}/oauth/callback`,
    paths: { '/identity/connect/authorize': '/auth', '/connect/token': '/token' },
  });
  undo.push(() => oauth.stop());
  const env = {
    DAYBOOK_XERO_URL: oauth.issuer,
    DAYBOOK_FILES: 'true',
    DAYBOOK_PROOFS: 'true',
    DAYBOOK_SANDBOX_URL: platform.url,
    DAYBOOK_SMTP_URL: mail.url,
    DAYBOOK_MAIL_FROM: 'Daybook <daybook@example.com>',
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1',
    DAYBOOK_DATABASE_UPGRADE: 'manual',
    // The run makes a day of requests within minutes, so the limits are raised.
    DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
    DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
    DAYBOOK_REQUESTS_PER_MINUTE: '100000',
    DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
  };
  const server = await startServerProcess({
    databaseUrl: cell.databaseUrl,
    port,
    secretKeys,
    env,
  });
  undo.push(() => server.stop());
  return {
    cell,
    server,
    mail,
    receiver,
    oauth,
    sandbox: controlSandbox(platform.url),
    daybook: (...args) =>
      runDaybook(args, {
        ...env,
        DAYBOOK_DATABASE_URL: cell.databaseUrl,
        DAYBOOK_SECRET_KEYS: secretKeys,
        DAYBOOK_BASE_URL: server.url,
      }),
    async account(name, { webhooks = 'newer' } = {}) {
      const { accountId } = await createAccount(cell.base, { name, plan: 'paid', webhooks });
      const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'server' }));
      return { accountId, key: made.secret };
    },
  };
}

async function runDaybook(args: string[], env: Record<string, string>): Promise<string> {
  const [out, err]: [string[], string[]] = [[], []];
  const print = (text: string) => out.push(text);
  const code = await runCommand({ args, env, print, printError: (text) => err.push(text) });
  if (code !== 0) throw new Error(`daybook ${args.join(' ')}: ${err.join('\n')}`);
  return out.join('\n');
}
