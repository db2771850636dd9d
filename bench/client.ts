import http from 'node:http';

/** One connection that sends one request after the other and takes the time of each, up to its last byte. */
export type Timed = { ms: number; text: string };
export type BenchClient = { get(path: string): Promise<Timed>; close(): void };

export function openClient(url: string, key: string): BenchClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: basic(key) };
  return {
    async get(path) {
      const start = performance.now();
      const { status, text } = await send(url + path, { agent, headers });
      const ms = performance.now() - start;
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
      return { ms, text };
    },
    close: () => agent.destroy(),
  };
}

function send(url: string, options: http.RequestOptions): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
    });
    request.once('error', reject);
  });
}

export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

export type PageBody = {
  results: { companyId: string }[];
  pageNumber: number;
  totalResults: number;
  _links: { next?: { href: string }; previous?: { href: string } };
};

export function readBody(answer: Timed): PageBody {
  return JSON.parse(answer.text);
}

/** The `next` link as a path on the server that is measured. */
export function nextPath(body: PageBody): string {
  const next = body._links.next?.href;
  if (!next) throw new Error(`Page ${body.pageNumber} has no next link.`);
  const { pathname, search } = new URL(next);
  return pathname + search;
}
