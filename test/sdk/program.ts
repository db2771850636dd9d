import type * as Sdk from '../../sdk/src/daybook.ts';

/** What every runtime does with the published SDK. The program does not depend on the runtime. */
export type Given = {
  baseUrl: string;
  apiKey: string;
  /** Responds to the first request with 429 and `Retry-After: 1`, and forwards the others. */
  troubleUrl: string;
  companies: number;
  delivery: { body: string; headers: Record<string, string>; secret: string; publicKey: string; messageId: string };
};

export async function trySdk(sdk: typeof Sdk, given: Given): Promise<string[]> {
  const done: string[] = [];
  const hold = (isTrue: boolean, claim: string) => {
    if (!isTrue) throw new Error(`does not hold: ${claim}`);
    done.push(claim);
  };
  const { apiKey, baseUrl, companies, delivery } = given;
  const daybook = sdk.createClient({ baseUrl, apiKey });

  const page = await daybook.listCompanies({ pageSize: 10 });
  hold(page.results.length === 10 && page.totalResults === companies, 'a page has ten companies and the total');

  const seen = new Set<string>();
  for await (const company of daybook.each('listCompanies', { pageSize: 10 })) seen.add(company.companyId);
  hold(seen.size === companies, 'each reads all pages, every company once');

  const error = await daybook
    .getCompany({ companyId: '01900000-0000-7000-8000-000000000000' })
    .catch((thrown) => thrown);
  hold(error instanceof sdk.NotFound && error instanceof sdk.DaybookError, 'an error has the class of its cause');
  hold(/^[0-9a-f-]{36}$/.test(error.correlationId ?? ''), 'an error has its correlation id');

  const began = Date.now();
  const patient = sdk.createClient({ baseUrl: given.troubleUrl, apiKey });
  const answer = await patient.listCompanies({ pageSize: 1 });
  hold(
    answer.totalResults === companies && Date.now() - began >= 1000,
    'after a 429 the client waits for Retry-After and retries',
  );

  const amount = '123456789012345678901.2345';
  const exact = sdk.createClient({
    baseUrl,
    apiKey,
    decimals: 'string',
    fetch: async () => new Response(`{"id":"1","totalAmount":${amount},"lineItems":[{"quantity":2}]}`),
  });
  const invoice = await exact.getInvoice({ companyId: 'c', id: '1' });
  hold(invoice.totalAmount === amount && invoice.lineItems?.[0]?.quantity === '2', 'amounts are strings by choice');

  const { body, headers, secret, publicKey } = delivery;
  const { messageId } = await sdk.verifyWebhook({ body, headers, secret });
  hold(messageId === delivery.messageId, 'a delivery is verified');
  const forged = await sdk.verifyWebhook({ body: `${body} `, headers, secret }).catch((thrown) => thrown);
  hold(forged instanceof sdk.WebhookRefused, 'a changed delivery is rejected');
  const byKey = await sdk.verifyWebhook({ body, headers, publicKey });
  hold(byKey.messageId === delivery.messageId, 'a delivery is verified with the public key');
  const forgedByKey = await sdk.verifyWebhook({ body: `${body} `, headers, publicKey }).catch((thrown) => thrown);
  hold(forgedByKey instanceof sdk.WebhookRefused, 'a changed delivery is rejected by the public key');

  for await (const { event } of daybook.watch()) {
    hold(event === 'hello', 'live events are streamed');
    break;
  }
  return done;
}
