import type { EventData, NewEvent } from './event-types.ts';

/** The event about changed records of a data set, for a sync or a push. */
export function dataSetChanged(
  connection: { companyId: string; connectionId: string },
  data: EventData<'dataset.changed'>,
): NewEvent {
  const { dataType, added, updated, deleted } = data;
  const message = `${dataType}: ${added} added, ${updated} updated, ${deleted} deleted.`;
  return { type: 'dataset.changed', ...connection, message, data };
}
