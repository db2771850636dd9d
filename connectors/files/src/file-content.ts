/** What `readFile` returns. Everything is plain JSON. */
export type FileContent = TableFile | StatementFile;

export type TableFile = {
  kind: 'table';
  format: 'csv' | 'xlsx';
  /** A CSV file has one table. An XLSX file has one for each sheet that is not empty. */
  sheets: Table[];
  notes: string[];
};

/** A table with its header. Names of columns are unique: a second "Amount" is called "Amount (2)". */
export type Table = { name: string; columns: string[]; rows: TableRow[] };

/**
 * `number` is the line of a CSV file at which the row starts, or the number of the row in a spreadsheet. `cells` has as
 * many texts as the table has columns.
 */
export type TableRow = {
  number: number;
  cells: string[];
  /**
   * Positions of the cells that a spreadsheet stores as numbers. Their decimal mark is always the point. Dates of a
   * spreadsheet are texts of the form 2026-01-31, which every order of dates accepts.
   */
  numbers?: number[];
  /** Set if the row cannot be read, such as a row with more cells than the header. Its cells are cut. */
  unreadable?: string;
};

export type StatementFile = {
  kind: 'statement';
  format: 'ofx' | 'camt.053' | 'mt940';
  bankAccounts: StatementAccount[];
  transactions: StatementTransaction[];
  /** Parts of the file that cannot be read, such as a transaction without an amount. */
  problems: Problem[];
  notes: string[];
};

export type StatementAccount = {
  /** IBAN, or the account number after the bank's number. Unique in the file. */
  id: string;
  name?: string;
  accountNumber?: string;
  iban?: string;
  institution?: string;
  currency?: string;
  /** The newest closing balance in the file. A decimal number; absent if the file has none. */
  balance?: string;
  availableBalance?: string;
  /** Date of `balance`, of the form 2026-01-31. */
  balanceDate?: string;
};

export type StatementTransaction = {
  accountId: string;
  /** The bank's own id. Absent if there is none: the id is then made from the content. */
  id?: string;
  /** Line or position in the file, for people. */
  number: number;
  /** Of the form 2026-01-31. */
  date: string;
  /** A decimal number. Incoming amounts are positive. */
  amount: string;
  currency?: string;
  description?: string;
  reference?: string;
};

/** A part of a file that did not become a record. `row` is the `number` of the row or transaction. */
export type Problem = { row: number; column?: string; value?: string; message: string };

/** How a table becomes records of one data type. Plain JSON, so that it can be kept for the next upload. */
export type FileMapping = {
  /** A data type of `mappableTypes`. */
  dataType: string;
  /** Columns by field. The fields of a data type are in `fieldsOf`. */
  fields: Record<string, string>;
  /** Values that every row has, by field, such as `{ "currency": "EUR" }`. A column counts first if it is not empty. */
  constants: Record<string, string>;
  decimalMark: '.' | ',';
  dateOrder: 'ymd' | 'dmy' | 'mdy';
  /**
   * Columns that identify a record. If the list is empty, a record is identified by its content, and an edited record
   * becomes a new one.
   */
  idColumns: string[];
  /**
   * Which rows form one record with lines. `none`: each row is a record. `same-id`: rows with equal id columns.
   * `blank-id`: a row whose id columns are empty continues the record above it.
   */
  lines: 'none' | 'same-id' | 'blank-id';
  /** Columns that the rows of one record have in common, if they do not identify it, such as a running number. */
  groupColumns?: string[];
};

/** A record as Daybook stores it. */
export type FileRecord = {
  id: string;
  /** JSON text of the rows and of the mapping; `recordOfSource` computes the record from it. */
  source: string;
  record: object;
};
