/**
 * Files as the source of a connection: a person or a client uploads them, and a sync reads them. A connector with
 * `uploads` has no platform behind it and no credentials, and its passes send no requests.
 */

/** A file with which a data type is filled, and how it was said that it is to be read. */
export type UploadedFile = { fileId: string; name: string; mapping: object };

/** The files of a data type in the order in which they count: of records with the same id, the last one counts. */
export type UploadedFiles = {
  list: readonly UploadedFile[];
  read(fileId: string): Promise<Uint8Array>;
};

/** `replace`: the file is the whole data type. `append`: its records are added to those of earlier files. */
export type UploadMode = 'replace' | 'append';

/** The parts of a person's decision that a connector knows: what a file contains and how it is read. */
export type FileReading = { dataType: string; mapping: object };

/** A value that cannot be read. `row` is the number of the line or entry in the file, from 1. */
export type FileProblem = { row?: number; column?: string; field?: string; message: string };

export type FoundFile = {
  /** The kind of file, such as `csv`. */
  format: string;
  /** Number of rows below the header, or of entries of a statement. */
  rows: number;
  /** The columns of a table, with the first values of each; empty for a statement. */
  columns: readonly { name: string; samples: readonly string[] }[];
  /** What the file can be read as. `fields` are what a column can be mapped to. */
  dataTypes: readonly {
    dataType: string;
    mode: UploadMode;
    /** How it is read if nobody says otherwise. */
    mapping: object;
    fields: readonly FileField[];
  }[];
  /** The data type that the file most likely contains. */
  dataType?: string;
};

export type FileField = { name: string; isRequired: boolean };

/** What a file contains if it is read in a certain way. */
export type FilePreview = {
  /** The first records, each as JSON text with its id, because JSON text keeps every digit. */
  records: readonly string[];
  /** Number of all records. */
  total: number;
  problems: readonly FileProblem[];
  /** Number of all problems. */
  problemsTotal: number;
};

export type FileContent = { name: string; content: Uint8Array };

/** Both functions throw `FileUnreadable` for a file that no mapping can make readable. Neither sends requests. */
export type Uploads = {
  describe(input: { file: FileContent }): Promise<FoundFile>;
  preview(input: { file: FileContent; reading: FileReading; limit: number }): Promise<FilePreview>;
};
