import type { TObject } from 'typebox';

/**
 * A data type of the catalogue. `columns` names the fields that have typed columns of their own in the database,
 * because clients filter and sort by these fields most. Every other field is read from the stored record.
 */
export type DataType = {
  name: string;
  description: string;
  record: TObject;
  columns: { status?: string; date1?: string; date2?: string; amount1?: string; amount2?: string; ref1?: string };
};
