import { FileUnreadable, type FileContent as Uploaded } from '@daybook/connector-kit';
import type { FileContent, Table, TableFile } from './file-content.ts';
import { FileRefused, readFile } from './read-file.ts';

/** Reads an uploaded file. How large a file may be is decided by the server, so its own size is no limit here. */
export async function readUploaded({ name, content }: Uploaded): Promise<FileContent> {
  try {
    return await readFile({ name, bytes: content, limits: { bytesMax: content.byteLength } });
  } catch (error) {
    if (error instanceof FileRefused) throw new FileUnreadable(error.message);
    throw error;
  }
}

/** The sheet with this name, or the first one. */
export function sheetOf({ sheets }: TableFile, name: string | undefined): Table {
  const found = name === undefined ? sheets[0] : sheets.find((sheet) => sheet.name === name);
  if (!found) throw new FileUnreadable(name === undefined ? 'The file is empty.' : `The file has no sheet "${name}".`);
  return found;
}
