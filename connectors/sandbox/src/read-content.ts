import type { ReadContent } from '@daybook/connector-kit';
import { fail, openSession } from './request-sandbox.ts';

export const readContent =
  ({ baseUrl }: { baseUrl: string }): ReadContent =>
  async ({ http, credentials, id }) => {
    const company = encodeURIComponent(credentials.company ?? '');
    const url = `${baseUrl}/v1/${company}/attachments/${encodeURIComponent(id)}/content`;
    const answer = await openSession({ baseUrl, http, credentials }).send({ method: 'GET', url, isContent: true });
    if (answer.status !== 200) fail(answer, http);
    return { kind: 'bytes' };
  };
