import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit, type Found } from './admit-request.ts';
import { type Answer, answerRequest, refusal, type Sandbox } from './answer-request.ts';
import type { Misbehaviour } from './faults.ts';
import { lookAtTicket, ticketAnswer, type Write, type WriteOperation } from './writes/company-writes.ts';
import { decideWrite } from './writes/decide-write.ts';
import { writableType } from './writes/writable-types.ts';

type Params = { company: string; type: string; id?: string };
type WriteCall = FastifyRequest<{ Params: Params; Body: string | undefined }>;

/** A body can have a file in base64. */
const bodyBytesMax = 24 * 1024 * 1024;

/** Routes that create, replace, delete, void and archive records, and one that polls the tickets of accepted writes. */
export function addWriteRoutes(server: FastifyInstance, sandbox: Sandbox): void {
  server.register(async (scope) => {
    // Bodies are read as text, because parsing numbers as doubles would lose digits.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    const routes = [
      ['POST', '/v1/:company/:type', 'create'],
      ['PUT', '/v1/:company/:type/:id', 'update'],
      ['DELETE', '/v1/:company/:type/:id', 'delete'],
      ['POST', '/v1/:company/:type/:id/void', 'void'],
      ['POST', '/v1/:company/:type/:id/archive', 'archive'],
    ] as const;
    for (const [method, url, operation] of routes)
      scope.route<{ Params: Params; Body: string | undefined }>({
        method,
        url,
        bodyLimit: bodyBytesMax,
        handler: (request, reply) =>
          answerRequest(sandbox, request, reply, {
            company: request.params.company,
            type: request.params.type,
            produce: (misbehaviour) => {
              const found = admit(sandbox, request, request.params);
              return 'status' in found ? found : write(sandbox, found, request, { operation, misbehaviour });
            },
          }),
      });

    scope.get<{ Params: { company: string; ticket: string } }>('/v1/:company/tickets/:ticket', (request, reply) => {
      const { company, ticket } = request.params;
      return answerRequest(sandbox, request, reply, {
        company,
        type: 'tickets',
        produce: () => {
          const found = admit(sandbox, request, { company });
          if ('status' in found) return found;
          return lookAtTicket(found.writes, ticket, sandbox.clock.nowMs()) ?? refusal(404, 'unknown_ticket');
        },
      });
    });
  });
}

function write(
  sandbox: Sandbox,
  found: Found,
  request: WriteCall,
  { operation, misbehaviour }: { operation: WriteOperation; misbehaviour: Misbehaviour },
): Answer {
  const { company, type: dataType, id } = request.params;
  if (company.startsWith('unpaid-')) return refusal(402, 'subscription');
  const type = writableType(dataType);
  if (!type?.operations.includes(operation)) return refusal(405, 'not_writable');
  const body = request.body ?? '';
  const key = type.certainty === 'key' ? keyOf(request, body) : undefined;
  if (key && key.key.length > 255) return refusal(400, 'bad_key');
  const known = key && found.writes.keys.get(key.key);
  if (known && known.fingerprint !== key?.fingerprint) return refusal(409, 'key_reused');
  if (known) return { ...known.answer, headers: { 'idempotency-replayed': 'true' } };

  const { answer, changes, clientRef, content } = decideWrite(found, {
    ...{ dataType, type, operation, body: adjusted(body, misbehaviour.adjust?.replace) },
    ...(id !== undefined && { id }),
  });
  const { instead } = misbehaviour;
  const ticket = instead?.kind === 'accept' ? makeTicket(instead, sandbox.clock.nowMs()) : undefined;
  if ((instead?.kind === 'forget' || changes.length === 0) && !ticket) return answer;
  const decided: Write = {
    ...{ dataType, operation, at: sandbox.clock.now().toISOString(), changes, answer },
    ...(clientRef !== undefined && { clientRef }),
    ...(content && { content: content.toString('base64') }),
    ...(key && { key }),
    ...(ticket && { ticket }),
  };
  sandbox.companies.write(company, decided);
  return ticket ? ticketAnswer(ticket) : answer;
}

const adjusted = (body: string, replace: readonly (readonly [string, string])[] = []) =>
  replace.reduce((text, [from, to]) => text.replaceAll(from, to), body);

function keyOf(request: WriteCall, body: string): Write['key'] {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  const fingerprint = createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('base64url');
  return { key, fingerprint };
}

/** By default, the first poll of a ticket still returns 202. */
function makeTicket({ looks, ms }: { looks?: number; ms?: number }, nowMs: number): NonNullable<Write['ticket']> {
  return {
    ticket: `tkt_${randomUUID()}`,
    looks: looks ?? (ms === undefined ? 1 : 0),
    readyAtMs: nowMs + (ms ?? 0),
  };
}
