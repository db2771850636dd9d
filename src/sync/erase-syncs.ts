import { type Eraser, tableEraser } from '../companies/erase-rows.ts';

/** First of all: a run whose row is gone can no longer write, and so nothing comes after what has been erased. */
export const syncErasers: readonly Eraser[] = [tableEraser({ name: 'syncs', table: 'sync', key: { sync_id: 'uuid' } })];

/** What belongs to the company as a whole, and not to one data set. */
export const settingsErasers: readonly Eraser[] = [
  tableEraser({ name: 'schedules', table: 'sync_schedule', key: { data_type: 'text' } }),
  tableEraser({ name: 'syncSettings', table: 'company_sync_settings', key: { company_id: 'uuid' } }),
];
