import { type Route, route } from '../http/route.ts';
import { aboutFile, aboutPreview, Confirmation, FileReading, LinkUploadQuery, UploadPreview } from '../uploads/wire.ts';
import { previewJson } from '../uploads/wire-preview.ts';
import { limitLink } from './limit-link.ts';
import type { LinkingContext } from './link-platform.ts';
import { confirmOwnerUpload, type OwnerUploadContext, previewOwnerUpload, receiveOwnerUpload } from './owner-upload.ts';
import { LinkConnectionParams } from './wire.ts';
import { LinkUpload, LinkUploadParams } from './wire-upload.ts';

export type LinkUploadsContext = LinkingContext & OwnerUploadContext;

const all = '/links/{token}/connections/{connectionId}/uploads';

/** Operations with which the owner of a company uploads files on the link page. They need no authentication. */
export function linkUploadRoutes(ctx: LinkUploadsContext): Route[] {
  const shared = { tag: 'Links', scope: 'manage', access: 'open' } as const;
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

  return [
    route({
      ...shared,
      method: 'POST',
      path: all,
      operationId: 'createLinkUpload',
      summary: 'Upload a file, as the owner',
      description:
        'Stores the file and returns what it contains. The body is the file itself. The file belongs to no data set until it is confirmed.',
      params: LinkConnectionParams,
      query: LinkUploadQuery,
      file: { description: aboutFile, limitBytes: () => ctx.config.uploadBytesMax },
      answers: { 200: { description: 'The upload', schema: LinkUpload } },
      refusals: [409],
      async act(call) {
        await limitLink(ctx, call, 'upload');
        const { params, query, file } = call;
        return { body: await receiveOwnerUpload(ctx, { ...params, ...query, file, from: call }), headers };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${all}/{uploadId}/preview`,
      operationId: 'previewLinkUpload',
      summary: 'Preview an upload, as the owner',
      description: aboutPreview,
      params: LinkUploadParams,
      body: FileReading,
      bodyLimitBytes: mappingBytesMax,
      isBodyOptional: true,
      answers: { 200: { description: 'The preview', schema: UploadPreview } },
      refusals: [409],
      async act(call) {
        await limitLink(ctx, call, 'preview');
        const previewed = await previewOwnerUpload(ctx, { ...call.params, reading: call.body });
        return { json: previewJson(previewed), headers };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${all}/{uploadId}/confirm`,
      operationId: 'confirmLinkUpload',
      summary: 'Confirm an upload, as the owner',
      description:
        'Makes the file a part of its data sets, and queues a sync for each of them. How it is read is remembered for the next file with the same columns. The first confirmed file links the connection, also one that was disconnected.',
      params: LinkUploadParams,
      body: Confirmation,
      bodyLimitBytes: mappingBytesMax,
      isBodyOptional: true,
      answers: { 200: { description: 'The upload', schema: LinkUpload } },
      refusals: [409],
      async act(call) {
        await limitLink(ctx, call, 'try');
        return {
          body: await confirmOwnerUpload(ctx, { ...call.params, confirmation: call.body, from: call }),
          headers,
        };
      },
    }),
  ];
}

/** A mapping names columns, whose headings can be long. */
const mappingBytesMax = 256 * 1024;
