import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, Credentials, ProviderAnswer, ProviderRequest } from '@daybook/connector-kit';
import { AuthRejected, RateLimited, Unsupported } from '@daybook/connector-kit';
import { createOdooConnector } from '../../connectors/odoo/src/odoo-connector.ts';
import { createQuickbooksConnector } from '../../connectors/quickbooks/src/quickbooks-connector.ts';
import { createStripeConnector } from '../../connectors/stripe/src/stripe-connector.ts';
import { createXeroConnector } from '../../connectors/xero/src/xero-connector.ts';

/** Sends a raw request of a connector to a platform that answers from `answers`, and returns what was sent last. */
async function sent(
  connector: Connector,
  credentials: Credentials,
  request: Partial<ProviderRequest> & { path: string },
  answers: (url: string) => Partial<ProviderAnswer>,
) {
  const { rawRequests = assert.fail() } = connector;
  const { path, ...rest } = request;
  const requests: ProviderRequest[] = [];
  const http = {
    nowMs: () => 0,
    async request(one: ProviderRequest) {
      requests.push(one);
      return { status: 200, headers: {}, body: '{}', ...answers(one.url) };
    },
  };
  const url = rawRequests.base(credentials) + path;
  const answer = await rawRequests.send?.({ http, credentials, request: { method: 'GET', headers: {}, ...rest, url } });
  return { answer, last: requests.at(-1) ?? assert.fail('nothing was sent'), requests };
}
const ok = () => ({});
const baseUrl = 'https://api.example';

test('P-PASS: Xero gets the organisation of the connection, which a client cannot replace', async () => {
  const xero = createXeroConnector({ baseUrl });
  const headers = { 'if-modified-since': '2026-01-01' };
  const { last } = await sent(xero, { tenant: 't1' }, { path: '/Invoices', headers }, ok);
  assert.equal(last.url, `${baseUrl}/api.xro/2.0/Invoices`);
  assert.deepEqual(last.headers, { accept: 'application/json', 'xero-tenant-id': 't1', ...headers });
  assert.ok(!xero.rawRequests?.requestHeaders?.includes('xero-tenant-id'));
  await assert.rejects(
    sent(xero, { tenant: 't1' }, { path: '/x' }, () => ({ status: 401 })),
    AuthRejected,
  );
  await assert.rejects(
    sent(xero, { tenant: 't1' }, { path: '/x' }, () => ({ status: 429 })),
    RateLimited,
  );
  const { answer } = await sent(xero, { tenant: 't1' }, { path: '/x' }, () => ({ status: 400, body: 'no' }));
  assert.deepEqual([answer?.status, answer?.body], [400, 'no'], 'other errors are for the client');
});

test('P-PASS: QuickBooks has the company in its base URL', async () => {
  const quickbooks = createQuickbooksConnector({ baseUrl });
  const { last } = await sent(quickbooks, { tenant: '91/..' }, { path: '/invoice/1' }, ok);
  assert.equal(last.url, `${baseUrl}/v3/company/91%2F../invoice/1`);
  assert.equal(last.headers?.accept, 'application/json');
});

test('P-PASS: Stripe gets the API key of the connection and the version of the mappings, or one that the client names', async () => {
  const stripe = createStripeConnector({ baseUrl });
  const { last } = await sent(
    stripe,
    { apiKey: 'sk_1' },
    { path: '/balance', headers: { 'stripe-version': '2020-01-01' } },
    ok,
  );
  assert.deepEqual(last, {
    method: 'GET',
    url: `${baseUrl}/v1/balance`,
    headers: { 'stripe-version': '2020-01-01', authorization: 'Bearer sk_1' },
  });
  assert.ok(!stripe.rawRequests?.requestHeaders?.includes('stripe-account'));
});

test('P-PASS: Odoo 19 gets the company of the connection in the context, whatever the client writes there', async () => {
  const credentials = { url: `${baseUrl}/odoo/`, database: 'd', company: 'Acme', user: 'u', apiKey: 'key-1' };
  const answers = (version: number) => (url: string) => {
    if (url.endsWith('/web/version')) return { body: JSON.stringify({ version_info: [version, 0] }) };
    if (url.endsWith('/jsonrpc')) return { body: JSON.stringify({ jsonrpc: '2.0', result: 7 }) };
    if (url.endsWith('context_get')) return { body: JSON.stringify({ uid: 7, lang: 'de_DE' }) };
    if (url.includes('res.company'))
      return { body: JSON.stringify([{ id: 3, name: 'Acme', currency_id: [1, 'EUR'] }]) };
    return { body: '[]' };
  };
  const body = JSON.stringify({ domain: [], context: { allowed_company_ids: [1, 2, 3], lang: 'fr_FR', x: 1 } });
  const request = { method: 'POST' as const, path: '/res.partner/search_read', body };
  const { last } = await sent(createOdooConnector(), credentials, request, answers(19));
  assert.equal(last.url, `${baseUrl}/odoo/json/2/res.partner/search_read`);
  assert.deepEqual(JSON.parse(last.body ?? ''), {
    domain: [],
    context: { allowed_company_ids: [3], lang: 'fr_FR', x: 1 },
  });
  assert.equal(last.headers?.authorization, 'bearer key-1');
  for (const wrong of ['[1]', '1', '"x"', 'null', '{'])
    await assert.rejects(
      sent(createOdooConnector(), credentials, { ...request, body: wrong }, answers(19)),
      Unsupported,
    );
  const old = createOdooConnector({ isOldApi: true });
  const oldAnswers = (url: string) =>
    url.endsWith('/jsonrpc') ? { body: '{"jsonrpc":"2.0","result":{"uid":7,"lang":"en_US"}}' } : answers(18)(url);
  await assert.rejects(sent(old, credentials, request, oldAnswers));
});
