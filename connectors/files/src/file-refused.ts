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

export const malformed = (what: string) =>
  new FileRefused('malformed', `${what} Export the file again, and upload it as it was written.`);

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
