import Type, { type TObject } from 'typebox';
import type { DataReadContext } from '../data/read/data-set-state.ts';
import { companyId, connectionId } from '../data/read/parameters.ts';
import { findStoredRecord } from '../data/read/stored-record.ts';
import { etagOf, notModified } from '../http/etag.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import { contentHeaders } from './content-headers.ts';
import { createContentSlots } from './content-slots.ts';
import { type ContentContext, openContent } from './open-content.ts';
import { contentNotFound } from './refusals.ts';

const id = Type.String({ minLength: 1, maxLength: 500, description: "The platform's own identifier." });

type Params = { companyId: string; connectionId?: string; id: string };
type Told = {
  name?: string;
  contentType?: string;
  hash?: { algorithm: string; value: string };
  metadata?: { isDeleted?: boolean };
};

const about =
  'Daybook reads the file from the platform while you read it. The response is a download with the name and the content type of the attachment. If the platform breaks off, the connection is closed without the end of the response, which HTTP clients report as an error. The response has an `ETag` if the platform reports a hash of the content. It is 404 if the platform no longer has the file, 403 if it no longer accepts the credentials, 429 if its request limit is used up, and 503 if it does not respond.';

export type AttachmentsContext = DataReadContext & ContentContext;

/** The content of attachments. Their records are read like those of any data type. */
export function attachmentRoutes(given: AttachmentsContext): Route[] {
  const ctx = { ...given, contentSlots: createContentSlots() };

  async function read(call: Call): Promise<Reply> {
    const { accountId } = call.principal;
    const params = call.params as Params;
    const path = { accountId, dataType: 'attachments', ...params };
    const { record, source, connectionId: from } = await findStoredRecord(ctx, call.principal, path);
    const told = record as Told;
    if (told.metadata?.isDeleted) throw contentNotFound({ id: params.id, platform: 'The platform' });
    const etag = told.hash && { etag: etagOf(params.id, told.hash.algorithm, told.hash.value) };
    const unchanged = etag && notModified(call, etag.etag);
    if (unchanged) return unchanged;
    // The response may take hours, and the next request of the company need not wait for it.
    call.releaseSlot();
    const place = { accountId, companyId: params.companyId, connectionId: from };
    const { length, parts } = await openContent(ctx, place, { id: params.id, source });
    const headers = contentHeaders({ name: told.name ?? '', contentType: told.contentType, length });
    return { stream: parts, headers: { ...headers, ...etag } };
  }

  const contentRoute = (described: { path: string; operationId: string; params: TObject }) =>
    route({
      ...described,
      method: 'GET',
      tag: 'Data',
      summary: 'Read the content of an attachment',
      description: about,
      scope: 'read',
      isCompanySeen: true,
      isUncompressed: true,
      answers: {
        200: { description: 'The bytes of the file', files: ['*/*'], headers: ['ETag', 'Content-Disposition'] },
      },
      refusals: [409, 429, 503],
      read: (call) => read(call as Call),
    });

  return [
    contentRoute({
      path: '/companies/{companyId}/data/attachments/{id}/content',
      operationId: 'getAttachmentContent',
      params: Type.Object({ companyId, id }),
    }),
    contentRoute({
      path: '/companies/{companyId}/connections/{connectionId}/data/attachments/{id}/content',
      operationId: 'getAttachmentContentOfConnection',
      params: Type.Object({ companyId, connectionId, id }),
    }),
  ];
}
