import {
  type QuickbooksServer,
  startQuickbooksServer,
} from '../../../connectors/quickbooks/contract-server/quickbooks-server.ts';
import { type Calls, textAt, valueAt } from './calls.ts';
import { callBooks } from './quickbooks-calls/books.ts';
import { callFiles, callMoney } from './quickbooks-calls/money.ts';
import { callReads } from './quickbooks-calls/reads.ts';
import { callRefusals } from './quickbooks-calls/refusals.ts';
import { callSales } from './quickbooks-calls/sales.ts';
import { quickbooksTouched } from './quickbooks-touched.ts';
import type { VendorClient } from './run-vendor-client.ts';

type Method = (...args: unknown[]) => unknown;
type Oauth = Record<string, Method>;
type QuickBooks = Record<string, Method>;

/** A call of node-quickbooks, which takes a callback as its last argument. */
export type Operation = (method: string, ...args: unknown[]) => Promise<unknown>;
export type QuickbooksScript = { server: QuickbooksServer; calls: Calls; api: Operation; refusedApi: Operation };

const redirectUri = 'http://localhost:5000/callback';

export const quickbooksClient: VendorClient = {
  packages: { 'node-quickbooks': '2.0.50', 'intuit-oauth': '4.2.5' },
  hosts: [
    ...['appcenter.intuit.com', 'oauth.platform.intuit.com', 'developer.api.intuit.com'],
    ...['accounts.platform.intuit.com', 'quickbooks.api.intuit.com'],
  ],
  touched: quickbooksTouched,
  async open() {
    const server = await startQuickbooksServer({ limits: { perMinute: 100_000, atOnce: 50 } });
    return { ...server, run: (load, calls) => runScript(server, load, calls) };
  },
};

async function runScript(server: QuickbooksServer, load: NodeJS.Require, calls: Calls): Promise<void> {
  const oauth = await authorize(server, load, calls);
  const token = oauth.getToken?.() as { access_token: string; refresh_token: string };
  const { clientId, clientSecret } = server.oauth.client;
  const QuickBooks = load('node-quickbooks') as new (...args: unknown[]) => QuickBooks;
  const open = (realm: string) =>
    new QuickBooks(
      clientId,
      clientSecret,
      token.access_token,
      false,
      realm,
      false,
      false,
      75,
      '2.0',
      token.refresh_token,
    );
  const client = open(server.realm);
  const run = (method: string, args: unknown[], of = client) =>
    new Promise((resolve, reject) => {
      of[method]?.(...args, (error: unknown, data: unknown) => (error ? reject(error) : resolve(data)));
    });
  const script: QuickbooksScript = {
    server,
    calls,
    api: (method, ...args) => calls.call(method, () => run(method, args)),
    refusedApi: (method, ...args) => calls.refused(method, () => run(method, args)),
  };
  await callSales(script);
  await callBooks(script);
  await callMoney(script);
  await callFiles(script);
  await callReads(script);
  await callRefusals(script);
  const denied = await calls.refused('getCompanyInfo', () => run('getCompanyInfo', ['1'], open(server.deniedRealm)));
  calls.expect('code', textAt(denied, 'response.data.Fault.Error.0.code'), '5020');
  const call = {
    url: `https://quickbooks.api.intuit.com/v3/company/${server.realm}/companyinfo/${server.realm}?minorversion=75`,
  };
  const made = await calls.call('makeApiCall', async () => oauth.makeApiCall?.(call));
  calls.expect('company', textAt(made, 'json.CompanyInfo.Country'), 'GB');
  await calls.call('refreshAccessToken', () => run('refreshAccessToken', []));
  await calls.call('refreshed: getCompanyInfo', () => run('getCompanyInfo', [server.realm]));
  await calls.call('revoke', async () => oauth.revoke?.({ refresh_token: token.refresh_token }));
  calls.expect('revocations', server.oauth.revocations(), 1);
}

/** Consent as a browser does it, code for tokens, a verified id token, the person, refresh. */
async function authorize(server: QuickbooksServer, load: NodeJS.Require, calls: Calls): Promise<Oauth> {
  const OauthClient = load('intuit-oauth') as new (config: object) => Oauth;
  const oauth = new OauthClient({ ...server.oauth.client, environment: 'production', redirectUri });
  const scope = ['com.intuit.quickbooks.accounting', 'openid'];
  const consent = new URL(
    String(await calls.call('authorizeUri', async () => oauth.authorizeUri?.({ scope, state: 's' }))),
  );
  calls.expect('consent host', consent.host, 'appcenter.intuit.com');
  const back = await fetch(`${server.url}${consent.pathname}${consent.search}`, { redirect: 'manual' });
  const tokens = await calls.call('createToken', async () => oauth.createToken?.(back.headers.get('location')));
  calls.expect('realm', textAt(oauth.getToken?.(), 'realmId'), server.realm);
  calls.expect('refresh token lasts', valueAt(tokens, 'json.x_refresh_token_expires_in'), 8_726_400);
  calls.expect('id token', await calls.call('validateIdToken', async () => oauth.validateIdToken?.()), true);
  const person = await calls.call('getUserInfo', async () => oauth.getUserInfo?.());
  calls.expect('person', textAt(person, 'json.email'), 'pat@example.com');
  const before = server.oauth.refreshes();
  await calls.call('refresh', async () => oauth.refresh?.());
  calls.expect('refreshes', server.oauth.refreshes(), before + 1);
  return oauth;
}
