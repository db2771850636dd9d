import type { TestApp } from '../../harness.ts';
import type { Recorder } from '../recorder.ts';
import type { Books } from './books.ts';

/** A customer is read and created in the platform's own language, with a key that has the scope. */
export async function recordPassThrough({ record }: Recorder, books: Books, as: Record<string, string>): Promise<void> {
  const { companyId, connectionId } = books;
  const params = { companyId, connectionId };
  await record('passThrough', {
    title: 'Read in the language of the platform',
    ...{ params, as },
    body: {
      method: 'GET',
      path: '/info',
      query: { limit: '1' },
      headers: { accept: 'application/json' },
    },
  });
  await record('passThrough', {
    title: 'Change something at the platform',
    ...{ params, as },
    headers: { 'Idempotency-Key': 'own-customer-1' },
    body: { method: 'POST', path: '/customers', json: { name: 'Harbour Café' } },
    named: ({ json }) => ({ [json.id]: 'cus_00008h2kd' }),
  });
}

/** The key is created last, so that the lists of keys in the other examples do not show it. */
export async function passThroughSender(app: TestApp, accountId: string): Promise<Record<string, string>> {
  const { secret } = await app.key(accountId, { name: 'Own requests', scopes: ['passThrough'] });
  return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
}
