import { FileUnreadable, type UploadedFiles } from '@daybook/connector-kit';
import type { Db } from '../db/db.ts';
import { readContent } from './content-store.ts';
import { type DataTypePlace, findFiles } from './use-store.ts';

/** Opens the files that a data set consists of, for a sync. Their contents are read one by one. */
export async function openFiles(db: Db, of: DataTypePlace & { accountId: string }): Promise<UploadedFiles> {
  return {
    list: await findFiles(db, of),
    async read(fileId) {
      const content = await readContent(db, { ...of, uploadId: fileId });
      if (!content) throw new FileUnreadable('The file was deleted during the sync.');
      return content;
    },
  };
}
