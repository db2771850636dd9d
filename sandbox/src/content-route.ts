import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { admit } from './admit-request.ts';
import { answerRequest, refusal, type Sandbox } from './answer-request.ts';
import { contentBlocks } from './books/file-content.ts';
import { findRecord } from './records/find-record.ts';

type Params = { company: string; id: string };
type Attachment = { bytes: number; media_type: string; seed?: string };

/** The content of a file, streamed with its length. */
export function addContentRoute(server: FastifyInstance, sandbox: Sandbox): void {
  server.get<{ Params: Params }>('/v1/:company/attachments/:id/content', (request, reply) => {
    const { company, id } = request.params;
    return answerRequest(sandbox, request, reply, {
      company,
      type: 'content',
      produce() {
        const found = admit(sandbox, request, { company, type: 'attachments' });
        if ('status' in found) return found;
        const record = findRecord(found.book, found.changes, { dataType: 'attachments', id });
        if (!record) return refusal(404, 'unknown_record');
        const { bytes, media_type, seed } = JSON.parse(record.text) as Attachment;
        const kept = found.writes.contents.get(id);
        const parts = kept ? [kept] : contentBlocks({ seed: seed ?? id, bytes });
        const headers = { 'content-type': media_type, 'content-length': String(kept?.length ?? bytes) };
        return { status: 200, headers, body: Readable.from(parts, { objectMode: false }) };
      },
    });
  });
}
