import { notFound } from '../base/errors.ts';
import { hasConnection } from '../connections/store.ts';
import type { Tx } from '../db/db.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type ConfirmContext, confirmIfKnown, confirmUpload } from './confirm-upload.ts';
import { deleteUpload } from './delete-upload.ts';
import { previewUpload } from './preview-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { Upload, type UploadIds, uploadList, uploadStatement } from './store.ts';
import {
  aboutFile,
  aboutPreview,
  Confirmation,
  FileReading,
  UploadParams,
  UploadPreview,
  UploadQuery,
  UploadsParams,
} from './wire.ts';
import { previewJson } from './wire-preview.ts';

export type UploadsContext = ListContext & ConfirmContext;

const all = '/companies/{companyId}/connections/{connectionId}/uploads';

export function uploadRoutes(ctx: UploadsContext): Route[] {
  const tag = 'Uploads';
  const one = { 200: { description: 'The upload', schema: Upload } };

  async function readInside(tx: Tx, place: UploadIds): Promise<{ json: string }> {
    const { rows } = await uploadStatement({ ...place, accountId: tx.accountId }, place.uploadId).execute(tx);
    return shown(rows);
  }
  async function readOutside(accountId: string, place: UploadIds): Promise<{ json: string }> {
    return shown(await ctx.db.read(accountId, uploadStatement({ ...place, accountId }, place.uploadId)));
  }
  function shown([row]: { json: string }[]): { json: string } {
    if (!row) throw notFound({ resource: 'upload', service: 'uploads' });
    return { json: row.json };
  }

  return [
    route({
      method: 'POST',
      path: all,
      operationId: 'createUpload',
      tag,
      summary: 'Upload a file',
      description:
        'Stores the file and returns what it contains. The body is the file itself: a table (CSV, XLSX) or a bank statement (OFX, CAMT.053, MT940). If the connection has a file with the same content already, that upload is returned, so the request can be repeated.',
      scope: 'manage',
      params: UploadsParams,
      query: UploadQuery,
      file: { description: aboutFile, limitBytes: () => ctx.config.uploadBytesMax },
      answers: one,
      refusals: [409],
      async read({ principal: { accountId }, params, query, file, keep }) {
        const content = await file();
        const { uploadId, isNew } = await receiveUpload(ctx, {
          ...{ accountId, place: params, fileName: query.fileName, content },
          keep: async (tx, made) => keep(tx, await readInside(tx, { ...params, uploadId: made })),
        });
        const place = { ...params, uploadId };
        const received = await readOutside(accountId, place);
        const { status } = JSON.parse(received.json) as { status: string };
        if (!isNew || status !== 'Received' || query.confirm === 'never') return received;
        await confirmIfKnown(ctx, { accountId, place, keep: async () => {} });
        return readOutside(accountId, place);
      },
    }),
    route({
      method: 'GET',
      path: all,
      operationId: 'listUploads',
      tag,
      summary: 'List uploads of a connection',
      description: 'Returns the newest uploads first.',
      scope: 'read',
      params: UploadsParams,
      query: ListQuery,
      answers: {
        200: { description: 'A page of uploads', schema: Page(Upload, 'A page of uploads'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        if (!(await hasConnection(ctx.db, { ...call.params, accountId })))
          throw notFound({ resource: 'connection', service: 'connections' });
        const { body } = await readPage(ctx, uploadList({ ...call.params, accountId }), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: `${all}/{uploadId}`,
      operationId: 'getUpload',
      tag,
      summary: 'Get an upload',
      scope: 'read',
      params: UploadParams,
      answers: one,
      read: ({ principal: { accountId }, params }) => readOutside(accountId, params),
    }),
    route({
      method: 'POST',
      path: `${all}/{uploadId}/preview`,
      operationId: 'previewUpload',
      tag,
      summary: 'Preview an upload',
      description: aboutPreview,
      scope: 'manage',
      params: UploadParams,
      body: FileReading,
      isBodyOptional: true,
      isDryRun: () => true,
      answers: { 200: { description: 'The preview', schema: UploadPreview } },
      refusals: [409],
      async read({ principal: { accountId }, params, body }) {
        return { json: previewJson(await previewUpload(ctx, { accountId, place: params, reading: body })) };
      },
    }),
    route({
      method: 'POST',
      path: `${all}/{uploadId}/confirm`,
      operationId: 'confirmUpload',
      tag,
      summary: 'Confirm an upload',
      description:
        'Makes the file a part of its data sets, and queues a sync for each of them. How it is read is remembered for the next file with the same columns. The first confirmed file links the connection. An upload can be confirmed again, with another mapping or to return to an earlier file.',
      scope: 'manage',
      params: UploadParams,
      body: Confirmation,
      isBodyOptional: true,
      answers: one,
      refusals: [409],
      async read({ principal: { accountId }, params, body, keep }) {
        const { mode, ...reading } = body;
        let made = { json: '' };
        await confirmUpload(ctx, {
          ...{ accountId, place: params, reading, mode },
          async keep(tx) {
            made = await readInside(tx, params);
            await keep(tx, made);
          },
        });
        return made;
      },
    }),
    route({
      method: 'DELETE',
      path: `${all}/{uploadId}`,
      operationId: 'deleteUpload',
      tag,
      summary: 'Delete an upload',
      description:
        'If data sets consist of the file, a sync removes its records. It waits for a person if too many would be deleted.',
      scope: 'manage',
      params: UploadParams,
      answers: { 204: { description: 'Deleted' } },
      refusals: [409],
      async write(tx, { params }) {
        await deleteUpload(ctx, tx, params);
        return { status: 204 };
      },
    }),
  ];
}
