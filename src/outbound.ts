import { Agent, request } from 'undici';

/** The one door out: every request to another system goes through here, with a limit on its whole time and on what is read. */
export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** From the first byte sent to the last byte read. */
  timeoutMs: number;
  answerBytesMax: number;
};

export type OutboundAnswer = { status: number; headers: Record<string, string>; body: string };

/** No whole answer came: refused, cut off, too slow, too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export type Outbound = { send(request: OutboundRequest): Promise<OutboundAnswer>; close(): Promise<void> };

export function createOutbound(): Outbound {
  const agent = new Agent({ keepAliveTimeout: 30_000, connections: 64, pipelining: 1 });
  return {
    async send({ url, timeoutMs, answerBytesMax, ...rest }) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        // undici follows no redirect unless asked to.
        const answer = await request(url, { ...rest, dispatcher: agent, signal });
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of answer.body) {
          bytes += chunk.length;
          if (bytes > answerBytesMax) throw new NoAnswer(`the answer is longer than ${answerBytesMax} bytes`);
          chunks.push(chunk);
        }
        const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]);
        return {
          status: answer.statusCode,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString('utf8'),
        };
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        if (signal.aborted) throw new NoAnswer(`no whole answer within ${timeoutMs} ms`);
        throw new NoAnswer((error as Error).message);
      }
    },
    close: () => agent.close(),
  };
}
