import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { type Answer, answerRequest, refusal, type Sandbox } from './answer-request.ts';
import { parseCompanyKey } from './books/company-key.ts';
import { readToken, type Token, writeToken } from './tokens.ts';

const refreshSeconds = 60 * 86_400;

const tokenBody = Type.Object(
  {
    company: Type.Optional(Type.String()),
    secret: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** Issues an access token in exchange for a company's secret or for a refresh token. */
export function addTokenRoutes(server: FastifyInstance, sandbox: Sandbox): void {
  server.post<{ Body: Static<typeof tokenBody> }>('/oauth/token', { schema: { body: tokenBody } }, (request, reply) => {
    const { company = '', secret, refresh_token } = request.body;
    const nowMs = sandbox.clock.nowMs();
    const refresh = refresh_token === undefined ? undefined : readToken(refresh_token, 'refresh', nowMs);
    const key = refresh?.company ?? company;
    return answerRequest(sandbox, request, reply, {
      company: key,
      type: 'token',
      produce: () => {
        if (refresh) return grant(sandbox, refresh, nowMs);
        if (refresh_token !== undefined || !parseCompanyKey(key)) return refusal(401, 'invalid_client');
        if (secret === `sandbox-${key}`) return grant(sandbox, { company: key, isDenied: false }, nowMs);
        if (secret === `denied-${key}`) return grant(sandbox, { company: key, isDenied: true }, nowMs);
        return refusal(401, 'invalid_client');
      },
    });
  });
}

function grant(sandbox: Sandbox, holder: Pick<Token, 'company' | 'isDenied'>, nowMs: number): Answer {
  const { company, isDenied } = holder;
  const token = (kind: Token['kind'], seconds: number) =>
    writeToken({ kind, company, isDenied, expiresAtMs: nowMs + seconds * 1000 });
  const body = JSON.stringify({
    access_token: token('access', sandbox.tokenSeconds),
    refresh_token: token('refresh', refreshSeconds),
    token_type: 'Bearer',
    expires_in: sandbox.tokenSeconds,
  });
  return { status: 200, body };
}
