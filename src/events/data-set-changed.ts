import type { EventData, NewEvent } from './event-types.ts';

/** Builds the event that reports which changes a sync or a push has made to a data set. */
export function dataSetChanged(
  connection: { companyId: string; connectionId: string },
  data: EventData<'dataset.changed'>,
): NewEvent {
  const { dataType, added, updated, deleted } = data;
  const message = `${dataType}: ${added} added, ${updated} updated, ${deleted} deleted.`;
  return { type: 'dataset.changed', ...connection, message, data };
}
