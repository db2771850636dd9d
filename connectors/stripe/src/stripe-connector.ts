import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes, Unavailable } from '@daybook/connector-kit';
import { accountName, readAccount } from './records/info.ts';
import { fail, headersFor, versionHeader } from './request-stripe.ts';
import type { StripeShared } from './stripe-type.ts';

export const stripeUrl = 'https://api.stripe.com';

const types = await loadTypes<StripeShared>(join(import.meta.dirname, 'records'));

/** Connector for Stripe. `baseUrl` is Stripe's own URL or the URL of a test server. */
export function createStripeConnector({
  baseUrl,
  pageSize = 100,
  overlapMs = 5 * 60_000,
}: {
  baseUrl: string;
  pageSize?: number;
  overlapMs?: number;
}): Connector {
  return {
    platform: { key: 'stripe', name: 'Stripe', sourceType: 'Commerce' },
    hostFrom: 'operator',
    credentialFields: [
      {
        name: 'apiKey',
        label: 'Secret or restricted API key',
        secret: true,
        help: 'From the Stripe Dashboard under Developers, API keys. A restricted key (rk_…) with read permission for all resources is enough to read; pushing customers and invoices needs write permission for them.',
      },
    ],
    // Stripe allows 100 requests a second for a live account and 25 for a sandbox, 25 for each endpoint.
    budget: {
      connection: { requests: 20, perMs: 1000, atOnce: 6 },
      platform: { requests: 1000, perMs: 1000, atOnce: 200 },
    },
    ...pullsAndPushes(types, { baseUrl, pageSize, overlapMs }),
    rawRequests: {
      base: () => `${baseUrl}/v1`,
      requestHeaders: ['idempotency-key', 'stripe-version'],
      responseHeaders: ['stripe-version', 'idempotent-replayed'],
      async send({ http, credentials, request }) {
        const headers = { ...versionHeader, ...request.headers, ...headersFor(credentials) };
        const answer = await http.request({ ...request, headers });
        return answer.status === 401 || answer.status === 429 ? fail(answer, http) : answer;
      },
    },
    mappingVersion: 1,
    tellsDeletions: true,
    repeatsRecords: true,
    async check({ http, credentials }) {
      const account = await readAccount({ baseUrl, http, credentials });
      if (typeof account.id !== 'string') throw new Unavailable('Stripe sent a response without an account.');
      return { companyName: accountName(account) };
    },
  };
}

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_STRIPE_URL',
      kind: 'url',
      example: stripeUrl,
      help: 'Enables the platform "stripe". Use https://api.stripe.com; any other URL is a test server.',
    },
  },
  enabledBy: 'url',
  notes:
    'A commerce platform: a company can link it beside its accounting system. Requests and mappings are tested against stripe-mock, Stripe’s own mock server, which keeps no state. Paging, changes and limits are tested against a server of this repository that Stripe’s own client library also uses (`npm run providers -- stripe`). **Not tested against Stripe itself.** Payouts are transfers, balance transactions are bank transactions (net of fees), refunds and disputes are payments of a negative amount. A pushed invoice is a draft, or finalized with the status `Submitted`; Stripe sends nothing by itself. An update of its status finalizes or voids it, or marks it as paid outside Stripe; such a payment is not among the payments. A deletion removes a draft invoice, or a customer, whose subscriptions Stripe then cancels. Lines have whole quantities. Stripe reports changes for 30 days; after that everything is read again.',
  create: ({ url }) => createStripeConnector({ baseUrl: url }),
});
