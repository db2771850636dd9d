import type { FastifyRequest } from 'fastify';
import { type Answer, refusal, type Sandbox } from './answer-request.ts';
import { recordShapes } from './books/record-counts.ts';
import { readToken } from './tokens.ts';

export type Found = NonNullable<ReturnType<Sandbox['companies']['find']>>;

/**
 * Authenticates and authorizes a request. Without `type`, the request is about the whole company, not about one data
 * type.
 */
export function admit(
  sandbox: Sandbox,
  request: FastifyRequest,
  { company, type }: { company: string; type?: string },
): Answer | Found {
  const [, text = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const token = readToken(text, 'access', sandbox.clock.nowMs());
  if (!token) return refusal(401, 'invalid_token');
  if (token.company !== company || (token.isDenied && type !== 'info')) return refusal(403, 'not_allowed');
  const found = sandbox.companies.find(company);
  if (!found || (type !== undefined && !Object.hasOwn(recordShapes, type))) return refusal(404, 'unknown');
  return found;
}
