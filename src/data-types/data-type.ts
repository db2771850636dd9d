import type { TObject } from 'typebox';

/**
 * A data type of the catalogue. `columns` names the fields that have typed columns of their own in the store, because
 * they are what people filter and order by; every other field is reached inside the record.
 */
export type DataType = {
  name: string;
  description: string;
  record: TObject;
  columns: { status?: string; date1?: string; date2?: string; amount1?: string; amount2?: string; ref1?: string };
};
