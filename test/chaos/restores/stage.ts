import assert from 'node:assert/strict';
import { startSandbox } from '@daybook/sandbox';
import { startXeroServer, type XeroServer } from '../../../connectors/xero/contract-server/xero-server.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { createApiKey } from '../../../src/accounts/create-api-key.ts';
import { createLog } from '../../../src/base/log.ts';
import { openBase } from '../../../src/context.ts';
import { createClient } from '../../client.ts';
import { authorizeInBrowser } from '../../connections/authorize-in-browser.ts';
import { type TestAccount, testConfig } from '../../harness.ts';
import { linkPushing, type PushingCompany } from '../../push/pushing-company.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { runProgram, secretKeys } from './run-program.ts';

/** What survives the loss of the cluster: the platforms, the client, and its receiver. */
export type Stage = {
  control: ReturnType<typeof controlSandbox>;
  xero: XeroServer;
  receiver: Receiver;
  account: TestAccount;
  /** Companies that the client pushes to. */
  companies: (PushingCompany & { name: string })[];
  /** A company whose pushes wait at the chosen moment. */
  held: PushingCompany & { name: string };
  /** Connections with OAuth tokens. */
  connections: { rotated: Linked; idle: Linked; inGrace: Linked };
  server(): ServerProcess;
  /** Starts Daybook on a database, always under the same URL. */
  serve(databaseUrl: string): Promise<ServerProcess>;
  close(): Promise<void>;
};

export type Linked = { companyId: string; connectionId: string };

export async function openStage(databaseUrl: string, companies: number): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await open(databaseUrl, companies, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  databaseUrl: string,
  count: number,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const sandbox = await startSandbox({});
  undo.push(() => sandbox.stop());
  const xero = await startXeroServer({
    limits: { perMinute: 100_000, perDay: 100_000, atOnce: 100 },
    invoices: 3,
    bills: 2,
  });
  undo.push(() => xero.stop());
  const receiver = await startReceiver();
  undo.push(() => receiver.stop());
  const port = await freePort();
  let server: ServerProcess | undefined;
  undo.push(async () => server?.kill());
  async function serve(url: string) {
    server = await startServerProcess({
      databaseUrl: url,
      port,
      secretKeys,
      env: {
        DAYBOOK_DATABASE_UPGRADE: 'manual',
        DAYBOOK_SANDBOX_URL: sandbox.url,
        DAYBOOK_XERO_URL: xero.url,
        DAYBOOK_XERO_CLIENT_ID: xero.oauth.client.clientId,
        DAYBOOK_XERO_CLIENT_SECRET: xero.oauth.client.clientSecret,
        DAYBOOK_PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8',
        DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
        DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      },
    });
    return server;
  }
  await runProgram(databaseUrl, ['db', 'upgrade']);
  const { url } = await serve(databaseUrl);
  const account = await makeAccount(databaseUrl, url);
  const consumer = await account.send('POST /webhooks/consumers', { body: { name: 'client', url: receiver.url } });
  assert.equal(consumer.status, 201, consumer.text);
  const names = Array.from({ length: count }, (_, n) => `restore${n}-100`);
  const [held, ...companies] = await Promise.all(
    ['held-100', ...names].map(async (name) => ({
      name,
      ...(await linkPushing(account, name, ['invoices', 'bills', 'transfers'])),
    })),
  );
  assert.ok(held);
  const connections = {
    rotated: await linkXero(account, url),
    idle: await linkXero(account, url),
    inGrace: await linkXero(account, url),
  };
  const running = () => {
    assert.ok(server);
    return server;
  };
  const control = controlSandbox(sandbox.url);
  return { control, xero, receiver, account, companies, held, connections, server: running, serve };
}

async function makeAccount(databaseUrl: string, url: string): Promise<TestAccount> {
  const config = testConfig(databaseUrl, { databasePoolSize: 2 });
  const base = openBase(config, { log: createLog({ level: 'error' }) });
  try {
    const { accountId } = await createAccount(base, { name: 'restore', plan: 'paid' });
    const made = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'restore' }));
    const client = createClient(url);
    return {
      accountId,
      key: made.secret,
      apiKeyId: made.apiKeyId,
      send: (request, options) => client(request, { key: made.secret, ...options }),
    };
  } finally {
    await base.db.end();
  }
}

/** Links a company to the OAuth platform as its owner does, by the link page. It is synced only on request. */
async function linkXero(account: TestAccount, url: string): Promise<Linked> {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'OAuth' } })).body;
  const path = `/companies/${companyId}`;
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const quiet = settings.map((setting: object) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' }));
  await account.send(`PUT ${path}/syncSettings`, { body: { settings: quiet } });
  const made = await account.send(`POST ${path}/connections`, { body: { platformKey: 'xero' } });
  assert.equal(made.status, 200, made.text);
  const started = await fetch(`${url}/links/${made.body.linkUrl.split('/').at(-1)}/connections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platformKey: 'xero' }),
  });
  const { authorizeUrl } = (await started.json()) as { authorizeUrl: string };
  const back = await authorizeInBrowser(authorizeUrl, `${url}/oauth/callback`);
  const headers = { cookie: started.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const answer = await fetch(back, { redirect: 'manual', headers });
  assert.match(answer.headers.get('location') ?? '', /outcome=linked/);
  return { companyId, connectionId: made.body.connectionId };
}
