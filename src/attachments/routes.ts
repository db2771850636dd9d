import Type, { type TObject } from 'typebox';
import type { DataReadContext } from '../data/read/data-set-state.ts';
import { companyId, connectionId } from '../data/read/parameters.ts';
import { findStoredRecord } from '../data/read/stored-record.ts';
import { etagOf, notModified } from '../http/etag.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import { contentHeaders } from './content-headers.ts';
import { createContentSlots } from './content-slots.ts';
import { type ContentContext, openContent } from './open-content.ts';
import { readKept } from './read-kept.ts';
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
  'Daybook reads the file from the platform while you read it, or serves the copy that it keeps if the sync settings say so (`keepContent`). The header `Content-From` is `kept` or `platform`; with `platform; reason=fileTooLarge` or `accountFull`, the file should be kept but exceeds a limit. The response is a download with the name and the content type of the attachment. If the platform breaks off, the connection is closed without the end of the response, which HTTP clients report as an error. The response has an `ETag` if the platform reports a hash of the content. It is 404 if the platform no longer has the file, 403 if it no longer accepts the credentials, 429 if its request limit is used up, and 503 if it does not respond.';

/** Says whether the content comes from the platform, or is kept. */
const contentFrom = 'content-from';

export type AttachmentsContext = DataReadContext & ContentContext;

/** The content of attachments. Their records are read like those of any data type. */
export function attachmentRoutes(given: AttachmentsContext): Route[] {
  const ctx = { ...given, contentSlots: createContentSlots() };

  async function read(call: Call): Promise<Reply> {
    const { accountId } = call.principal;
    const params = call.params as Params;
    const path = { accountId, dataType: 'attachments', ...params };
    const { record, source, connectionId } = await findStoredRecord(ctx, call.principal, path);
    const told = record as Told;
    if (told.metadata?.isDeleted) throw contentNotFound({ id: params.id, platform: 'The platform' });
    const place = { accountId, companyId: params.companyId, connectionId };
    const kept = await readKept(ctx, place, params.id);
    const found = kept && 'parts' in kept ? kept : undefined;
    const hash = told.hash ?? (found && { algorithm: 'SHA-256', value: found.hash });
    const etag = hash && { etag: etagOf(params.id, hash.algorithm, hash.value) };
    const unchanged = etag && notModified(call, etag.etag);
    if (unchanged) return unchanged;
    // The response may take hours, and the next request of the company need not wait for it.
    call.releaseSlot();
    const headersOf = (length: number | undefined) =>
      contentHeaders({ name: told.name ?? '', contentType: told.contentType, length });
    if (found) {
      const headers = { ...headersOf(found.bytes), ...etag, [contentFrom]: 'kept' };
      return { stream: found.parts, ownsParts: true, headers };
    }
    const { length, parts } = await openContent(ctx, place, { id: params.id, source });
    const from = kept && 'reason' in kept ? `platform; reason=${kept.reason}` : 'platform';
    return { stream: parts, ownsParts: true, headers: { ...headersOf(length), ...etag, [contentFrom]: from } };
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
        200: {
          description: 'The bytes of the file',
          files: ['*/*'],
          headers: ['ETag', 'Content-Disposition', 'Content-From'],
        },
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
