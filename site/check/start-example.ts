import { startCell } from '../../bench/start-cell.ts';
import { createClient } from '../../sdk/src/daybook.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { scopes } from '../../src/http/access/principal.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';

export type Delivery = { secret: string; headers: Record<string, string>; body: string };
export type Example = { env: Record<string, string>; delivery: Delivery; stop(): Promise<void> };

/** A real Daybook with an account, a company that is linked to the sandbox and synced, and one delivery that was sent. */
export async function startExample(): Promise<Example> {
  const cell = await startCell({ settings: { shared_buffers: '128MB' } });
  const receiver = await startReceiver();
  const stop = async () => {
    await receiver.stop();
    await cell.stop();
  };
  try {
    const sandbox = await cell.sandbox();
    const { url } = await cell.serve({
      DAYBOOK_ROLE: 'all',
      DAYBOOK_SANDBOX_URL: sandbox.url,
      DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
    });
    const { accountId } = await createAccount(cell.base, { name: 'Lender', plan: 'paid' });
    const { secret: apiKey } = await cell.base.db.transaction(accountId, (tx) =>
      createApiKey(cell.base, tx, { name: 'guides', scopes }),
    );
    const daybook = createClient({ baseUrl: url, apiKey });
    const { companyId } = await daybook.createCompany({ body: { name: 'Harbour Café', tags: { region: 'EU' } } });
    const { connectionId } = await daybook.createConnection({ companyId, body: { platformKey: 'sandbox' } });
    const credentials = { company: 'demo-100', secret: 'sandbox-demo-100' };
    await daybook.authorizeConnection({ companyId, connectionId, body: { credentials } });
    await untilSynced(() => daybook.getDataStatus({ companyId }));
    const { consumerId, secret } = await daybook.createConsumer({ body: { name: 'hook', url: receiver.url } });
    await daybook.testConsumer({ consumerId });
    const [received] = await receiver.waitFor(1);
    if (!received || secret === undefined) throw new Error('No delivery arrived.');
    const headers = Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)]));
    const env = {
      ...{ DAYBOOK_URL: url, DAYBOOK_KEY: apiKey, COMPANY_ID: companyId, CONNECTION_ID: connectionId },
      ...{ CONSUMER_ID: consumerId, WEBHOOK_URL: receiver.url },
    };
    return { env, delivery: { secret: secret ?? '', headers, body: received.body }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first sync of every data type has ended. */
async function untilSynced(read: () => Promise<unknown>): Promise<void> {
  for (const untilMs = Date.now() + 60_000; Date.now() < untilMs; ) {
    const text = JSON.stringify(await read());
    if (!/"(Queued|Fetching|Publishing|Waiting)"/.test(text) && text.includes('"Complete"')) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('The first syncs did not end within a minute.');
}
