import { Agent, request } from 'undici';
import { type EgressGuard, EgressRefused } from './egress-guard.ts';

/** The one door out: every request to another system goes through here, with a limit on its whole time and on what is read. */
export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** From the first byte sent to the last byte read. */
  timeoutMs: number;
  answerBytesMax: number;
  /** The URL comes from a client: `EgressRefused` where the guard does not let it go there. */
  isGuarded?: boolean;
};

export type OutboundAnswer = { status: number; headers: Record<string, string>; body: string };

/** No whole answer came: refused, cut off, too slow, too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export type Outbound = { send(request: OutboundRequest): Promise<OutboundAnswer>; close(): Promise<void> };

export function createOutbound({ guard }: { guard?: EgressGuard } = {}): Outbound {
  const limits = { keepAliveTimeout: 30_000, connections: 64, pipelining: 1 };
  const agent = new Agent(limits);
  const guarded = guard && new Agent({ ...limits, connect: { lookup: guard.lookup } });
  return {
    async send({ url, timeoutMs, answerBytesMax, isGuarded = false, ...rest }) {
      if (isGuarded) requireAllowed(guard, url);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        // undici follows no redirect unless asked to.
        const answer = await request(url, { ...rest, dispatcher: (isGuarded && guarded) || agent, signal });
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
        if (error instanceof NoAnswer || error instanceof EgressRefused) throw error;
        if (signal.aborted) throw new NoAnswer(`no whole answer within ${timeoutMs} ms`);
        throw new NoAnswer((error as Error).message);
      }
    },
    async close() {
      await Promise.all([agent.close(), guarded?.close()]);
    },
  };
}

/** A literal address never comes to the socket's lookup, so every URL is looked at before it is sent to. */
function requireAllowed(guard: EgressGuard | undefined, text: string): void {
  if (!guard) throw new Error('This door has no guard.');
  const url = URL.parse(text);
  const refusal = url ? guard.refusal(url) : 'is not a URL';
  if (refusal !== undefined) throw new EgressRefused(`the address ${refusal}`);
}
