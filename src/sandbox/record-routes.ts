import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, answerRequest, refusal, type Sandbox } from './answer-request.ts';
import { layoutOf } from './books/book.ts';
import { recordShapes } from './books/record-counts.ts';
import { isId } from './books/record-ids.ts';
import type { Misbehaviour } from './faults.ts';
import { joinRecords } from './join-records.ts';
import { changesPage, listPage } from './records/read-pages.ts';
import { readToken } from './tokens.ts';

type Params = { company: string; type: string };
type ReadRequest = FastifyRequest<{ Params: Params; Querystring: Record<string, string | string[]> }>;
type Found = NonNullable<ReturnType<Sandbox['companies']['find']>>;
type Read = (found: Found, request: ReadRequest, misbehaviour: Misbehaviour) => Answer;

/** All records of a data type page by page in the order of ids, and what has changed since a position. */
export function addRecordRoutes(server: FastifyInstance, sandbox: Sandbox): void {
  const route = (path: string, read: Read) =>
    server.get<{ Params: Params; Querystring: Record<string, string | string[]> }>(path, (request, reply) =>
      answerRequest(sandbox, request, reply, {
        ...request.params,
        produce: (misbehaviour) => {
          const found = admit(sandbox, request);
          return 'status' in found ? found : read(found, request, misbehaviour);
        },
      }),
    );

  route('/v1/:company/:type', ({ book, changes }, request, { vanishShare, isReordered }) => {
    const dataType = request.params.type;
    const { after } = request.query;
    const limit = limitOf(request, sandbox.pageSizeMax);
    const afterId = typeof after === 'string' ? Buffer.from(after, 'base64url').toString('latin1') : undefined;
    if (limit === undefined) return refusal(400, 'bad_limit');
    if (afterId !== undefined && !isId(layoutOf(book, dataType), afterId)) return refusal(400, 'bad_after');
    const { records, next } = listPage(book, changes, { dataType, after: afterId, limit, vanishShare });
    if (isReordered) records.reverse();
    const nextText = next === null ? 'null' : `"${Buffer.from(next, 'latin1').toString('base64url')}"`;
    const tail = `],"next":${nextText},"change_position":${changes.position}}`;
    return { status: 200, body: joinRecords('{"records":[', records, tail) };
  });

  route('/v1/:company/:type/changes', ({ book, changes }, request, { isReordered }) => {
    const { since } = request.query;
    const limit = limitOf(request, sandbox.pageSizeMax);
    if (limit === undefined) return refusal(400, 'bad_limit');
    if (typeof since !== 'string' || !/^\d{1,15}$/.test(since)) return refusal(400, 'bad_position');
    const page = changesPage(book, changes, { dataType: request.params.type, since: Number(since), limit });
    if (!page) return refusal(410, 'cursor_too_old');
    if (isReordered) page.records.reverse();
    const tail = `],"position":${page.position},"more":${page.more}}`;
    return { status: 200, body: joinRecords('{"records":[', page.records, tail) };
  });
}

/** Who is asking, and may they see this? */
function admit(sandbox: Sandbox, request: ReadRequest): Answer | Found {
  const { company, type } = request.params;
  const [, text = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const token = readToken(text, 'access', sandbox.clock.nowMs());
  if (!token) return refusal(401, 'invalid_token');
  if (token.company !== company || (token.isDenied && type !== 'info')) return refusal(403, 'not_allowed');
  const found = sandbox.companies.find(company);
  if (!found || !Object.hasOwn(recordShapes, type)) return refusal(404, 'unknown');
  return found;
}

/** A limit above the greatest is lowered to it. */
function limitOf(request: ReadRequest, pageSizeMax: number): number | undefined {
  const { limit = String(pageSizeMax) } = request.query;
  if (typeof limit !== 'string' || !/^[1-9]\d{0,8}$/.test(limit)) return undefined;
  return Math.min(Number(limit), pageSizeMax);
}
