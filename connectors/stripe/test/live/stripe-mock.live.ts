import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderHttp } from '@daybook/connector-kit';
import { type ConformanceTarget, plainHttp, pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { tell } from '../../../../test/providers/figures.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { createStripeConnector } from '../../src/stripe-connector.ts';

/**
 * Stripe's own mock server. It checks every parameter against Stripe's OpenAPI document and answers with Stripe's own
 * examples, but it keeps no state: every list has one record, and nothing changes.
 */
const url = process.env.STRIPE_MOCK_URL ?? assert.fail('Run live tests through "npm run providers -- stripe".');
const credentials = { apiKey: 'sk_test_daybook' };
const connector = createStripeConnector({ baseUrl: url });
const refused: string[] = [];
let requests = 0;
const plain = plainHttp();
const http: ProviderHttp = {
  nowMs: () => plain.nowMs(),
  async request(request) {
    requests++;
    const answer = await plain.request(request);
    if (answer.status >= 400 && answer.status !== 401)
      refused.push(`${request.method} ${request.url}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer;
  },
};
const target = { http, credentials };
const version = process.env.STRIPE_MOCK_VERSION ?? assert.fail('The start script does not tell the version.');
const proof = openProof('stripe', 'mock', { version: `stripe-mock ${version}` });

// stripe-mock accepts every key of the right form, so only the form can be wrong.
const suite: ConformanceTarget = {
  ...target,
  wrongCredentials: { apiKey: 'no-key' },
  pagedType: 'invoices',
  isSomebodysOwn: true,
};
runConformance(connector, suite, proof, 'stripe-mock: ');

test('stripe-mock: every data type has records, and incremental passes send requests that Stripe accepts', async () => {
  const cursor = String(Math.floor(Date.now() / 1000) - 3600);
  for (const dataType of Object.keys(connector.pull)) {
    const texts = textsOf(await pullAll(connector, target, dataType));
    // The mock's dispute has moved no money, and its charge was not captured.
    assert.ok(texts.size > 0, dataType);
    if (!['info', 'bankAccounts'].includes(dataType)) await pullAll(connector, target, dataType, { cursor });
  }
});

test('stripe-mock: a record after which a page starts, expansions and lines are requested in a valid form', async () => {
  const now = Math.floor(Date.now() / 1000);
  for (const dataType of Object.keys(connector.pull)) {
    if (['info', 'bankAccounts'].includes(dataType)) continue;
    await pullAll(connector, target, dataType, { resumeAt: `0|listed|0|${now}|obj_1` });
    await pullAll(connector, target, dataType, { resumeAt: `0|changed|${now - 600}|${now}|` });
  }
});

test('stripe-mock: pushes are requests that Stripe accepts', async () => {
  const lineItems = [
    { description: 'Pump', unitAmount: 10.125, quantity: 2, taxRateRef: { id: 'txr_1' } },
    { description: 'Hose', unitAmount: 5, quantity: 1, itemRef: { id: 'prod_1' } },
  ];
  const customer = {
    customerName: 'Pushed & Co',
    emailAddress: 'a@example.com',
    phone: '123',
    addresses: [{ type: 'Billing', line1: '1 Mill Lane', city: 'Cork', country: 'IE', postalCode: 'T12' }],
  };
  const invoice = { customerRef: { id: 'cus_1' }, dueDate: '2031-12-31', currency: 'USD', lineItems, note: 'n' };
  const records: Record<string, object[]> = {
    customers: [customer, customer],
    invoices: [
      { ...invoice, status: 'Submitted' },
      { note: 'n' },
      ...['Submitted', 'Void', 'Paid'].map((status) => ({ status })),
    ],
  };
  for (const [dataType, push] of Object.entries(connector.push ?? {})) {
    for (const [at, record] of (records[dataType] ?? assert.fail(dataType)).entries()) {
      const operation = at === 0 ? 'create' : 'update';
      const recordId = operation === 'update' ? { recordId: 'obj_1' } : {};
      const customFields = [{ name: 'own', field: 'metadata.project', type: 'text', value: 'P-1' }] as const;
      const wish = { operation, record, reference: crypto.randomUUID(), customFields, ...recordId } as const;
      const answer = await push.send({ ...target, wish, prepared: push.prepare(wish, credentials) }).catch((e) => e);
      // The mock answers an update with its own example, which has another id.
      if (operation === 'create') assert.equal(answer.kind, 'done', `${dataType} ${JSON.stringify(answer)}`);
      proof.note(operation, dataType);
    }
  }
});

test('stripe-mock: it rejected no request of the connector', () => {
  assert.deepEqual(refused, []);
  tell({ requestsToMock: requests, refusedByMock: refused.length });
});
