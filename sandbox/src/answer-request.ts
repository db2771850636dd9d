import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Companies } from './companies.ts';
import type { Faults, Misbehaviour } from './faults.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RequestStats } from './request-stats.ts';

export type SandboxClock = { now(): Date; nowMs(): number };

export type Sandbox = {
  clock: SandboxClock;
  companies: Companies;
  faults: Faults;
  limits: RateLimits;
  stats: RequestStats;
  pageSizeMax: number;
  tokenSeconds: number;
};

/** A body that is a stream has the headers `content-type` and `content-length`. */
export type Answer = { status: number; body: string | Buffer | Readable; headers?: Record<string, string> };

export function refusal(status: number, error: string, headers?: Record<string, string>): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers && { headers }) };
}

/**
 * Counts the request and applies the faults that a test has ordered for it. Without a fault, sends the response that
 * `produce` returns.
 */
export async function answerRequest(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: { company: string; type: string; produce: (misbehaviour: Misbehaviour) => Answer },
): Promise<FastifyReply> {
  const { company, type, produce } = subject;
  sandbox.stats.begin(company, type);
  // "close" is emitted for every response, even if the client disconnected early.
  reply.raw.once('close', () => sandbox.stats.end(company));
  const path = request.url.split('?', 1)[0] ?? '';
  const misbehaviour = sandbox.faults.take({ company, type, path, method: request.method });
  if (misbehaviour.slowMs) await wait(misbehaviour.slowMs, undefined, { ref: false });
  const { ending } = misbehaviour;
  if (ending?.kind === 'hang') return reply.hijack();
  if (ending?.kind === 'cut') return cut(reply);
  if (ending?.kind === 'status') {
    const { status, retryAfter } = ending;
    const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
    return send(sandbox, reply, refusal(status, 'ordered_fault', headers));
  }
  if (ending?.kind === 'garbage') {
    sandbox.stats.answered(200);
    return reply.type('text/html').send('<html><body>Please sign in to the guest network</body></html>');
  }
  const answer = limited(sandbox, company) ?? produce(misbehaviour);
  if (misbehaviour.lateMs) await wait(misbehaviour.lateMs, undefined, { ref: false });
  if (ending?.kind === 'lost')
    return ending.status === undefined ? cut(reply) : send(sandbox, reply, refusal(ending.status, 'ordered_fault'));
  if (ending?.kind === 'truncate') return truncate(sandbox, reply, answer);
  return send(sandbox, reply, answer);
}

function limited(sandbox: Sandbox, company: string): Answer | undefined {
  const waitMs = sandbox.limits.take(company, sandbox.clock.nowMs());
  return waitMs > 0
    ? refusal(429, 'too_many_requests', { 'retry-after': String(Math.ceil(waitMs / 1000)) })
    : undefined;
}

function send(sandbox: Sandbox, reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  sandbox.stats.answered(status);
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
    .send(body);
}

/** Closes the connection without a response. */
function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Announces the full length, sends half of the body and closes the connection. */
async function truncate(sandbox: Sandbox, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const { status, body, headers } = answer;
  sandbox.stats.answered(status);
  if (body instanceof Readable) {
    reply.hijack();
    reply.raw.writeHead(status, headers);
    let left = Number(headers?.['content-length']) / 2;
    for await (const part of body as AsyncIterable<Buffer>) {
      left -= part.length;
      if (!reply.raw.write(part)) await once(reply.raw, 'drain');
      if (left <= 0) break;
    }
    reply.raw.destroy();
    return reply;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.destroy());
  return reply;
}
