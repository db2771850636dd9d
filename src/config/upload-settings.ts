import { integer } from './setting.ts';

/** Settings of files that are uploaded to connections. */
export const uploadSettings = {
  uploadBytesMax: integer({
    variable: 'DAYBOOK_UPLOAD_BYTES_MAX',
    fallback: 20_000_000,
    min: 1024,
    max: 100_000_000,
    example: '20000000',
    help: 'Maximum size of an uploaded file, in bytes. Reading a file of 20 MB needs up to 384 MB of memory in a thread; a file that needs more is refused.',
  }),
  uploadsKeptDays: integer({
    variable: 'DAYBOOK_UPLOADS_KEPT_DAYS',
    fallback: 30,
    min: 1,
    max: 3650,
    example: '30',
    help: 'How many days an uploaded file is kept that no data set consists of, because it was not confirmed or was replaced by a later file. Files of a data set are kept as long as the data set consists of them.',
  }),
  uploadsPerConnection: integer({
    variable: 'DAYBOOK_UPLOADS_PER_CONNECTION',
    fallback: 1000,
    min: 1,
    max: 100_000,
    example: '1000',
    help: 'How many files a connection can have. When it has as many, the oldest file that no data set consists of makes room for a new one; if there is none, an upload is refused.',
  }),
};
