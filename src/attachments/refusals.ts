import { defineRefusal } from '../base/errors.ts';

/** Errors of reading the content of attachments. `service` is the platform. */

export const contentNotFound = defineRefusal({
  code: 'contentNotFound',
  status: 404,
  meaning: 'The platform no longer has the file, or the attachment was deleted there.',
  remedy: 'Sync the data type attachments to see which files there are.',
  error: ({ id, platform }: { id: string; platform: string }) => ({
    error: `Not found: ${platform} has no content for the attachment "${id}".`,
    service: platform,
  }),
});
