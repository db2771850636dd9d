import { createHash } from 'node:crypto';
import type { FilePreview, FileReading, FoundFile, UploadMode } from '@daybook/connector-kit';
import { notFound } from '../base/errors.ts';
import { readContent } from './content-store.ts';
import { fileNotReadable } from './refusals.ts';
import { findReadings, readUpload, type UploadIds } from './store.ts';
import { lockForUploads, readable, type Uploader, type UploadingContext } from './uploading.ts';

const recordsShown = 20;

export type Previewed = FilePreview & { isRemembered: boolean; columnsKey: string };

/** Reads a file as a sync would. What the reading omits is taken from the last file with the same columns. */
export async function previewUpload(
  ctx: UploadingContext,
  { accountId, place, reading }: { accountId: string; place: UploadIds & Uploader; reading: FileReading },
): Promise<Previewed> {
  const { uploads } = await ctx.db.transaction(accountId, (tx) => lockForUploads(ctx, tx, place));
  const upload = await readUpload(ctx.db, { accountId, ...place });
  const content = upload && (await readContent(ctx.db, { accountId, ...place }));
  if (!upload || !content) throw notFound({ resource: 'upload', service: 'uploads' });
  if (!upload.found) throw fileNotReadable({ problem: 'Upload another file.' });
  const remembered = reading.mapping
    ? undefined
    : await findRemembered(ctx, { accountId, ...place }, upload.found, reading);
  const file = { name: upload.file_name, content };
  const chosen = remembered?.reading ?? reading;
  const preview = await readable(() => uploads.preview({ file, reading: chosen, limit: recordsShown }));
  if ('problem' in preview) throw fileNotReadable(preview);
  const columnsKey = keyOf(upload.found, preview.reading.sheet);
  return {
    ...preview,
    ...(remembered && { mode: remembered.mode }),
    isRemembered: remembered !== undefined,
    columnsKey,
  };
}

/** The reading of the last file with the same columns, unless another sheet or data type is asked for. */
async function findRemembered(
  ctx: UploadingContext,
  scope: UploadIds & { accountId: string },
  found: FoundFile,
  { dataType, sheet }: FileReading,
): Promise<{ reading: FileReading; mode: UploadMode } | undefined> {
  const names = found.sheets.length === 0 ? [undefined] : found.sheets.map(({ name }) => name);
  const wanted = names.filter((name) => sheet === undefined || name === sheet);
  const keys = wanted.map((name) => keyOf(found, name));
  const known = await findReadings(ctx.db, scope, keys);
  for (const [place, key] of keys.entries()) {
    const one = known.find(({ columnsKey }) => columnsKey === key);
    if (!one || (dataType !== undefined && one.reading.dataType !== dataType)) continue;
    const name = wanted[place];
    return { mode: one.mode, reading: { ...one.reading, ...(name !== undefined && { sheet: name }) } };
  }
  return undefined;
}

/** Identifies files that can be read in the same way: those with the same columns, in any order. */
function keyOf({ format, sheets }: FoundFile, name: string | undefined): string {
  const sheet = sheets.find((one) => one.name === name) ?? sheets[0];
  const columns = sheet ? sheet.columns.map((column) => column.name).sort() : [format];
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 32);
}
