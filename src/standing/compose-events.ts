import type { NewEvent } from '../events/event-types.ts';
import { RenderedJson } from '../events/rendered-json.ts';
import type { ChangedRecord, StandingChange } from './changed-record.ts';
import type { PublishedSet, Run } from './runs.ts';
import type { StoredQuery } from './store.ts';

export type Match = { change: StandingChange; record: ChangedRecord };

/** Maximum number of records of one event, and of bytes of their versions. */
export const recordsMax = 100;
export const bytesMax = 64 * 1024;

type Given = { query: StoredQuery; run: Run; of: PublishedSet };

/** The events about one query and the records of one generation that it concerns. Each record is in one of them. */
export function composeEvents(given: Given, matches: readonly Match[]): NewEvent[] {
  const events: NewEvent[] = [];
  let part: Match[] = [];
  let bytes = 0;
  for (const match of matches) {
    const size = isShown(match.record) ? match.record.bytes : 0;
    if (part.length === recordsMax || (part.length > 0 && bytes + size > bytesMax)) {
      events.push(composeEvent(given, part));
      part = [];
      bytes = 0;
    }
    part.push(match);
    bytes += size;
  }
  if (part.length > 0) events.push(composeEvent(given, part));
  return events;
}

/** A record whose versions are larger than an event may be is named without them. */
const isShown = ({ bytes }: ChangedRecord) => bytes <= bytesMax;

function composeEvent({ query, run, of }: Given, matches: readonly Match[]): NewEvent {
  const count = (wanted: StandingChange) => matches.filter(({ change }) => change === wanted).length;
  const counts = { entered: count('entered'), changed: count('changed'), left: count('left') };
  return {
    type: 'standingQuery.matched',
    companyId: run.companyId,
    connectionId: of.connectionId,
    message: `${query.name}: ${counts.entered} entered, ${counts.changed} changed, ${counts.left} left${run.isDayChange ? ` on ${run.day}` : ''}.`,
    data: RenderedJson.object(
      {
        // Comes first: `consumer_of_event` in PostgreSQL looks for it there.
        consumerId: query.consumerId,
        standingQueryId: query.standingQueryId,
        name: query.name,
        dataType: of.dataType,
        reason: run.isDayChange ? 'dayChanged' : 'published',
        ...(run.isDayChange && { day: run.day }),
        generation: run.generation,
        ...(of.syncId !== null && { syncId: of.syncId }),
        ...(of.pushId !== null && { pushId: of.pushId }),
        ...counts,
      },
      'records',
      matches.map(({ change, record }) =>
        isShown(record) ? record.shown(change) : record.named(change, versionsOf(run, of, record)),
      ),
    ),
  };
}

const versionsOf = ({ companyId }: Run, { dataType }: PublishedSet, { recordId }: ChangedRecord) =>
  `/companies/${companyId}/data/${dataType}/${encodeURIComponent(recordId)}/versions`;
