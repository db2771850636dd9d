import type { Example } from '../../src/reference/examples.ts';

/** What the examples show instead of the addresses that all apps of tests have. */
export const shownAddresses = {
  'http://api.test': 'https://daybook.example.com',
  'https://docs.test': 'https://daybook.example.com/docs',
};

type Sent = {
  method: string;
  path: string;
  query: Record<string, string> | undefined;
  headers?: Record<string, string> | undefined;
  body: unknown;
};

/** Makes an example of a request and its answer. */
export function exampleOf({
  title,
  request: { method, path, query, headers, body },
  answer,
}: {
  title: string;
  request: Sent;
  answer: { status: number; headers: Headers; body: unknown; text: string };
}): Example {
  const contentType = answer.headers.get('content-type')?.split(';')[0];
  return {
    title,
    request: {
      method,
      path,
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    },
    response: {
      status: answer.status,
      ...(answer.text !== '' && contentType !== undefined && { contentType }),
      ...(answer.text !== '' && { body: answer.body ?? answer.text }),
    },
  };
}
