import { type Eraser, tableEraser } from '../companies/erase-rows.ts';

/**
 * Erase syncs before the other erasers delete the data. A running sync whose row is erased can no longer write, so it
 * adds no new rows.
 */
export const syncErasers: readonly Eraser[] = [tableEraser({ name: 'syncs', table: 'sync', key: { sync_id: 'uuid' } })];

/** Erasers for rows that belong to the company as a whole, not to one data set. */
export const settingsErasers: readonly Eraser[] = [
  tableEraser({ name: 'schedules', table: 'sync_schedule', key: { data_type: 'text' } }),
  tableEraser({
    name: 'connectionSchedules',
    table: 'connection_sync_schedule',
    key: { connection_id: 'uuid', data_type: 'text' },
  }),
  tableEraser({ name: 'demands', table: 'sync_demand', key: { connection_id: 'uuid', data_type: 'text' } }),
  tableEraser({ name: 'connectionSyncSettings', table: 'connection_sync_settings', key: { connection_id: 'uuid' } }),
  tableEraser({ name: 'syncSettings', table: 'company_sync_settings', key: { company_id: 'uuid' } }),
];
