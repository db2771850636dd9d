import { integer } from './setting.ts';

/** Settings of the content of attachments that is kept. */
export const contentSettings = {
  keptFileBytesMax: integer({
    variable: 'DAYBOOK_KEPT_FILE_BYTES_MAX',
    fallback: 50_000_000,
    min: 1024,
    max: 2_000_000_000,
    example: '50000000',
    help: 'Maximum size, in bytes, of the content of an attachment that is kept. Larger files are only streamed from the platform.',
  }),
  keptBytesFree: integer({
    variable: 'DAYBOOK_KEPT_BYTES_FREE',
    fallback: 100_000_000,
    min: 0,
    max: 1e15,
    example: '100000000',
    help: 'How many bytes of contents of attachments are kept for an account with the plan free. Other files are only streamed.',
  }),
  keptBytesPaid: integer({
    variable: 'DAYBOOK_KEPT_BYTES_PAID',
    fallback: 10_000_000_000,
    min: 0,
    max: 1e15,
    example: '10000000000',
    help: 'How many bytes of contents of attachments are kept for an account with the plan paid. Other files are only streamed.',
  }),
};
