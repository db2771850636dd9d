import http from 'node:http';

/** One connection that sends requests one after the other and measures each until its last byte. */
export type Timed = { ms: number; firstByteMs: number; text: string; etag: string };
export type BenchClient = {
  get(path: string, options?: { headers?: Record<string, string>; status?: number }): Promise<Timed>;
  close(): void;
};

export function openClient(url: string, key: string): BenchClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: basic(key) };
  return {
    async get(path, { headers: more = {}, status: wanted = 200 } = {}) {
      const start = performance.now();
      const { status, firstByteAt, ...answer } = await send(url + path, { agent, headers: { ...headers, ...more } });
      const ms = performance.now() - start;
      if (status !== wanted) throw new Error(`${path} answered ${status}: ${answer.text}`);
      return { ms, firstByteMs: firstByteAt - start, ...answer };
    },
    close: () => agent.destroy(),
  };
}

type Sent = { status: number | undefined; firstByteAt: number; text: string; etag: string };

function send(url: string, options: http.RequestOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (response) => {
      const parts: Buffer[] = [];
      let firstByteAt = Number.NaN;
      response.once('data', () => {
        firstByteAt = performance.now();
      });
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode, firstByteAt, text, etag: response.headers.etag ?? '' });
      });
    });
    request.once('error', reject);
  });
}

export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

export type PageBody = {
  results: { companyId?: string; id?: string }[];
  pageNumber: number;
  totalResults: number;
  _links: { next?: { href: string }; previous?: { href: string } };
};

export function readBody(answer: Timed): PageBody {
  return JSON.parse(answer.text);
}

/** The `next` link as a path on the measured server. */
export function nextPath(body: PageBody): string {
  const next = body._links.next?.href;
  if (!next) throw new Error(`Page ${body.pageNumber} has no next link.`);
  const { pathname, search } = new URL(next);
  return pathname + search;
}
