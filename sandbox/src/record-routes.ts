import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit, type Found } from './admit-request.ts';
import { type Answer, answerRequest, refusal, type Sandbox } from './answer-request.ts';
import { layoutOf } from './books/book.ts';
import { isId } from './books/record-ids.ts';
import type { Misbehaviour } from './faults.ts';
import { joinRecords } from './join-records.ts';
import { findRecord, findVersion } from './records/find-record.ts';
import { changesPage, listPage, listTotal } from './records/read-pages.ts';
import { showRecord } from './records/show-record.ts';
import { writableType } from './writes/writable-types.ts';

type Params = { company: string; type: string; id?: string };
type ReadRequest = FastifyRequest<{ Params: Params; Querystring: Record<string, string | string[]> }>;
type Read = (found: Found, request: ReadRequest, misbehaviour: Misbehaviour) => Answer;

/**
 * Routes that read all records of a data type in pages ordered by id, the changes since a position, and a single
 * record.
 */
export function addRecordRoutes(server: FastifyInstance, sandbox: Sandbox): void {
  const route = (path: string, read: Read) =>
    server.get<{ Params: Params; Querystring: Record<string, string | string[]> }>(path, (request, reply) =>
      answerRequest(sandbox, request, reply, {
        company: request.params.company,
        type: request.params.type,
        produce: (misbehaviour) => {
          const found = admit(sandbox, request, request.params);
          return 'status' in found ? found : read(found, request, misbehaviour);
        },
      }),
    );

  route('/v1/:company/:type', (found, request, { vanishShare, isReordered }) => {
    const { book, changes } = found;
    const dataType = request.params.type;
    if (request.query.idempotency_key !== undefined) return answerOfKey(found, dataType, request.query.idempotency_key);
    if (request.query.client_ref !== undefined) return search(found, dataType, request.query.client_ref);
    const { after } = request.query;
    const limit = limitOf(request, sandbox.pageSizeMax);
    const afterId = typeof after === 'string' ? Buffer.from(after, 'base64url').toString('latin1') : undefined;
    if (limit === undefined) return refusal(400, 'bad_limit');
    if (afterId !== undefined && !isId(layoutOf(book, dataType), afterId)) return refusal(400, 'bad_after');
    const { records, next } = listPage(book, changes, { dataType, after: afterId, limit, vanishShare });
    if (isReordered) records.reverse();
    const nextText = next === null ? 'null' : `"${Buffer.from(next, 'latin1').toString('base64url')}"`;
    // Counting is done once for each pass. A list that omits records does not admit it.
    const total = afterId === undefined && !vanishShare ? `,"total":${listTotal(book, changes, dataType)}` : '';
    const tail = `],"next":${nextText},"change_position":${changes.position}${total}}`;
    return { status: 200, body: joinRecords('{"records":[', records, tail) };
  });

  route('/v1/:company/:type/:id', ({ book, changes }, request) => {
    const { type: dataType, id = '' } = request.params;
    const version = findVersion(book, changes, { dataType, id });
    if (!version) return refusal(404, 'unknown_record');
    return { status: 200, body: showRecord(book, changes, dataType, version) };
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

/** Returns the stored response to the write with this idempotency key, without changing anything. */
function answerOfKey({ writes }: Found, dataType: string, key: string | string[]): Answer {
  if (writableType(dataType)?.certainty !== 'key' || typeof key !== 'string') return refusal(400, 'not_searchable');
  return writes.keys.get(key)?.answer ?? refusal(404, 'unknown_key');
}

/** Returns the records that were created with a client's own reference, oldest first. References need not be unique. */
function search({ book, changes, writes }: Found, dataType: string, clientRef: string | string[]): Answer {
  if (writableType(dataType)?.certainty !== 'client_ref' || typeof clientRef !== 'string')
    return refusal(400, 'not_searchable');
  const ids = writes.byClientRef.get(`${dataType}/${clientRef}`) ?? [];
  const records = ids.flatMap((id) => findRecord(book, changes, { dataType, id })?.text ?? []);
  return {
    status: 200,
    body: joinRecords('{"records":[', records, `],"next":null,"change_position":${changes.position}}`),
  };
}

/** Returns the requested limit, but at most `pageSizeMax`. Returns undefined if the limit is invalid. */
function limitOf(request: ReadRequest, pageSizeMax: number): number | undefined {
  const { limit = String(pageSizeMax) } = request.query;
  if (typeof limit !== 'string' || !/^[1-9]\d{0,8}$/.test(limit)) return undefined;
  return Math.min(Number(limit), pageSizeMax);
}
