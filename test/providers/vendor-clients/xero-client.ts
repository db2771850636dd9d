import { startXeroServer, type XeroServer } from '../../../connectors/xero/contract-server/xero-server.ts';
import { type Calls, textAt } from './calls.ts';
import type { VendorClient } from './run-vendor-client.ts';
import { callDocuments } from './xero-calls/documents.ts';
import { callLimits } from './xero-calls/limits.ts';
import { callLists } from './xero-calls/lists.ts';
import { callFiles, callMoney } from './xero-calls/money.ts';
import { callSettings } from './xero-calls/settings.ts';
import { xeroTouched } from './xero-touched.ts';

type Method = (...args: unknown[]) => Promise<unknown>;
/** The parts of xero-node that the script uses. */
type Client = {
  accountingApi: Record<string, Method>;
  tenants: { tenantId: string }[];
} & Record<'buildConsentUrl' | 'apiCallback' | 'refreshToken' | 'updateTenants' | 'disconnect' | 'revokeToken', Method>;

/** A call of an operation of the Accounting API for the organisation. Returns `{ response, body }`. */
export type Operation = (method: string, ...args: unknown[]) => Promise<unknown>;
export type XeroScript = { server: XeroServer; calls: Calls; api: Operation; refusedApi: Operation };

const redirectUri = 'http://localhost:5000/callback';
const unlimited = { perMinute: 100_000, perDay: 100_000, atOnce: 50 };

export const xeroClient: VendorClient = {
  packages: { 'xero-node': '20.0.0' },
  hosts: ['identity.xero.com', 'login.xero.com', 'api.xero.com'],
  touched: xeroTouched,
  async open() {
    const server = await startXeroServer({ limits: unlimited });
    return { ...server, run: (load, calls) => runScript(server, load, calls) };
  },
};

async function runScript(server: XeroServer, load: NodeJS.Require, calls: Calls): Promise<void> {
  const { XeroClient } = load('xero-node') as { XeroClient: new (config: object) => Client };
  const client = new XeroClient({
    ...server.oauth.client,
    redirectUris: [redirectUri],
    scopes: ['openid', 'profile', 'offline_access', 'accounting.invoices', 'accounting.settings'],
    state: 'a-state',
  });
  await authorize(server, client, calls);
  const { accountingApi } = client;
  const run = (method: string, args: unknown[]) => accountingApi[method]?.(server.tenant, ...args) ?? Promise.reject();
  const script: XeroScript = {
    server,
    calls,
    api: (method, ...args) => calls.call(method, () => run(method, args)),
    refusedApi: (method, ...args) => calls.refused(method, () => run(method, args)),
  };
  await callSettings(script);
  await callDocuments(script);
  await callLists(script);
  await callMoney(script);
  await callFiles(script);
  await callLimits(script);
  await calls.call('disconnect', () => client.disconnect('newest'));
  calls.expect('disconnected', server.disconnected, ['newest']);
  await calls.call('revokeToken', () => client.revokeToken());
  calls.expect('revocations', server.oauth.revocations(), 1);
}

/** OpenID discovery, consent as a browser does it, code for tokens with a verified id token, refresh, organisations. */
async function authorize(server: XeroServer, client: Client, calls: Calls): Promise<void> {
  const consent = new URL(String(await calls.call('buildConsentUrl', () => client.buildConsentUrl())));
  calls.expect('consent host', consent.host, 'login.xero.com');
  const back = await fetch(`${server.url}${consent.pathname}${consent.search}`, { redirect: 'manual' });
  const tokens = await calls.call('apiCallback', () => client.apiCallback(back.headers.get('location')));
  calls.expect('token type', textAt(tokens, 'token_type'), 'Bearer');
  calls.expect('id token', textAt(tokens, 'id_token').split('.').length, 3);
  const renewed = await calls.call('refreshToken', () => client.refreshToken());
  calls.expect('new refresh token', textAt(renewed, 'refresh_token') !== textAt(tokens, 'refresh_token'), true);
  await calls.call('updateTenants', () => client.updateTenants(false));
  calls.expect(
    'newest tenant',
    client.tenants.some(({ tenantId }) => tenantId === server.tenant),
    true,
  );
}
