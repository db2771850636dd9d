/**
 * Files as the source of a connection: a person or a client uploads them, and a sync reads them. A connector with
 * `uploads` has no platform behind it and no credentials, and its passes send no requests.
 */

/** How a file is read. Without `mapping`, the connector suggests one; without `dataType` also the data type. */
export type FileReading = {
  dataType?: string;
  /** The name of a sheet, if the file has several. */
  sheet?: string;
  /** Only the connector knows its form. Plain JSON. */
  mapping?: object;
};

/** A file that a data type consists of, alone or with others. */
export type UploadedFile = { fileId: string; name: string; reading: FileReading };

/** The files of a data type in the order in which they count: of records with the same id, the last one counts. */
export type UploadedFiles = {
  list: readonly UploadedFile[];
  read(fileId: string): Promise<Uint8Array>;
};

/** `replace`: the file is the whole data type. `append`: its records are added to those of earlier files. */
export type UploadMode = 'replace' | 'append';

export type FoundSheet = {
  name: string;
  /** Number of rows below the header. */
  rows: number;
  /** The columns with their first values. */
  columns: readonly { name: string; samples: readonly string[] }[];
};

/** What a file contains. Plain JSON. */
export type FoundFile = {
  /** The kind of file, such as `csv`. */
  format: string;
  /** The tables of the file; none in a bank statement, which needs no mapping. */
  sheets: readonly FoundSheet[];
  /** The data types as which it can be read. */
  dataTypes: readonly string[];
  notes: readonly string[];
};

/** A field to which a column can be mapped. */
export type FileField = {
  name: string;
  /** For people, in English. */
  label: string;
  isRequired: boolean;
  /** True if the field belongs to the lines of a record. */
  isLine: boolean;
  choices?: readonly string[];
};

/** A row or entry that cannot be read. `row` is its number in the file. */
export type FileProblem = { row: number; column?: string; value?: string; message: string };

/** What a file contains if it is read in a certain way. Plain JSON. */
export type FilePreview = {
  /** The reading that was used, with the suggestions of the connector. A bank statement has no mapping. */
  reading: FileReading & { dataType: string };
  /** The data types that the file fills. A bank statement fills two. */
  fills: readonly string[];
  mode: UploadMode;
  /** The fields to which columns can be mapped; none in a bank statement. */
  fields: readonly FileField[];
  /** What is wrong with the mapping. Nothing can be read until it is corrected. */
  errors: readonly string[];
  /** The first records of `reading.dataType` as JSON texts, because JSON text keeps every digit. */
  records: readonly string[];
  /** Number of all records. */
  total: number;
  /** The first problems. */
  problems: readonly FileProblem[];
  /** Number of all problems. */
  problemsTotal: number;
};

export type FileContent = { name: string; content: Uint8Array };

/** Both functions throw `FileUnreadable` if no reading makes the file readable. Neither sends requests. */
export type Uploads = {
  describe(input: { file: FileContent }): Promise<FoundFile>;
  preview(input: { file: FileContent; reading: FileReading; limit: number }): Promise<FilePreview>;
};
