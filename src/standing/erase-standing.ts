import { type Eraser, tableEraser } from '../companies/erase-rows.ts';

/** Generations of a company, or of one of its data sets, that standing queries have yet to be told about. */
export const standingRunErasers: readonly Eraser[] = [
  tableEraser({ name: 'standingRuns', table: 'standing_run', key: { data_set_id: 'bigint', generation: 'int' } }),
];

/** The standing queries over one company. Those over all companies stay. */
export const standingQueryErasers: readonly Eraser[] = [
  tableEraser({ name: 'standingQueries', table: 'standing_query', key: { standing_query_id: 'uuid' } }),
];
