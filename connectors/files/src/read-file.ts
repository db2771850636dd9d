import type { FileContent } from './file-content.ts';

/** Limits of one file. A file beyond one of them is refused. */
export type FileLimits = {
  /** Of the file itself, and of all that is inflated from it. */
  bytesMax: number;
  inflatedBytesMax: number;
  rowsMax: number;
  columnsMax: number;
  /** Characters of one cell. */
  cellMax: number;
};

export const fileLimits: FileLimits = {
  bytesMax: 20_000_000,
  inflatedBytesMax: 100_000_000,
  rowsMax: 100_000,
  columnsMax: 500,
  cellMax: 32_767,
};

export type FileRefusal =
  | 'empty'
  | 'tooLarge'
  | 'unknownFormat'
  | 'malformed'
  | 'unsafe'
  | 'encrypted'
  | 'tooManyRows'
  | 'tooManyColumns';

/** The whole file cannot be read. The message is for the person who uploads it, and says what to do. */
export class FileRefused extends Error {
  override name = 'FileRefused';
  readonly code: FileRefusal;
  constructor(code: FileRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Finds out which format a file has, and reads it. The format is found by the content; the name is only used in texts.
 * Does no I/O. Reading a large file takes seconds of CPU time and up to about ten times its inflated size in memory, so
 * the server calls it in a thread with limits. Throws FileRefused and nothing else.
 */
export async function readFile(_input: {
  name: string;
  bytes: Uint8Array;
  limits?: Partial<FileLimits>;
}): Promise<FileContent> {
  throw new FileRefused('unknownFormat', 'Files cannot be read yet.');
}
