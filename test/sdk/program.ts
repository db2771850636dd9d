import type * as Sdk from '../../sdk/src/daybook.ts';

/** What every runtime does with the SDK as it is published. It knows nothing of the runtime it runs in. */
export type Given = {
  baseUrl: string;
  apiKey: string;
  /** Answers the first request with 429 and `Retry-After: 1`, and passes the others on. */
  troubleUrl: string;
  companies: number;
  delivery: { body: string; headers: Record<string, string>; secret: string; messageId: string };
};

export async function trySdk(sdk: typeof Sdk, given: Given): Promise<string[]> {
  const done: string[] = [];
  const hold = (isTrue: boolean, claim: string) => {
    if (!isTrue) throw new Error(`not so: ${claim}`);
    done.push(claim);
  };
  const { apiKey, baseUrl, companies, delivery } = given;
  const daybook = sdk.createClient({ baseUrl, apiKey });

  const page = await daybook.listCompanies({ pageSize: 10 });
  hold(page.results.length === 10 && page.totalResults === companies, 'a page has its ten companies of all');

  const seen = new Set<string>();
  for await (const company of daybook.each('listCompanies', { pageSize: 10 })) seen.add(company.companyId);
  hold(seen.size === companies, 'each walks all pages, every company once');

  const error = await daybook
    .getCompany({ companyId: '01900000-0000-7000-8000-000000000000' })
    .catch((thrown) => thrown);
  hold(error instanceof sdk.NotFound && error instanceof sdk.DaybookError, 'an error has the class of its cause');
  hold(/^[0-9a-f-]{36}$/.test(error.correlationId ?? ''), 'an error names its correlation id');

  const began = Date.now();
  const patient = sdk.createClient({ baseUrl: given.troubleUrl, apiKey });
  const answer = await patient.listCompanies({ pageSize: 1 });
  hold(
    answer.totalResults === companies && Date.now() - began >= 1000,
    'a 429 is waited for as it asks, and tried again',
  );

  const { body, headers, secret } = delivery;
  const { messageId } = await sdk.verifyWebhook({ body, headers, secret });
  hold(messageId === delivery.messageId, 'a delivery is verified');
  const forged = await sdk.verifyWebhook({ body: `${body} `, headers, secret }).catch((thrown) => thrown);
  hold(forged instanceof sdk.WebhookRefused, 'a delivery that was changed is refused');

  for await (const { event } of daybook.watch()) {
    hold(event === 'hello', 'what happens is streamed');
    break;
  }
  return done;
}
