import type { Pull, PulledPage, PulledRecord } from '../connector.ts';
import { Unavailable } from '../provider-errors.ts';
import { Refused } from './answers.ts';
import { type PullPlace, placeText, readPlace } from './pull-place.ts';
import type { Sessions, Tryton } from './session.ts';
import type { Domain, Source } from './sources.ts';
import { date, datetime, decode, inOneOrder } from './values.ts';
import type { Stamps } from './wire.ts';

/**
 * Tryton stamps a record with the time when its transaction began, and shows it when the transaction ends. Whoever asks
 * for what is newer than the newest he has seen misses the slow ones for good: of 40 invoices that one transaction made
 * in 20 s, a pass in the middle of it and one after it brought none (test/providers/tryton-traps.live.ts). So every
 * incremental pass begins this much before the one before it did, and brings again what the house then finds unchanged.
 * What takes longer than that, and what is deleted, is found by the daily full pass.
 */
export const overlapMsDefault = 10 * 60_000;

export type PullOptions = { sessions: Sessions; source: Source; pageSize: number; overlapMs: number };

/**
 * Pages go by id: Tryton's own order moves while one reads. A full pass reads everything; an incremental one what was
 * written since. The next begins at the server's time when this one did, so what changes meanwhile is read twice.
 */
export function createPull({ sessions, source, pageSize, overlapMs }: PullOptions): Pull {
  return async function* pull({ http, credentials, cursor, resumeAt, syncFrom }) {
    const place = readPlace(cursor, resumeAt);
    const tryton = sessions({ http, credentials });
    const isIncremental = place.sinceMs !== undefined;
    const domain = [...source.domain, ...wantedFrom(source, syncFrom), ...narrowing(source, place, overlapMs)];
    for (;;) {
      const rows = await readRows(tryton, { source, domain, after: place.after, limit: pageSize });
      place.positionMs ??= tryton.serverMs();
      place.after = rows.at(-1)?.id ?? place.after;
      yield pageOf(
        rows.flatMap((row) => recordOf(source, row, { isIncremental })),
        place,
        rows.length < pageSize,
      );
      if (rows.length < pageSize) return;
    }
  };
}

export function pageOf(records: PulledRecord[], place: PullPlace, isLast: boolean): PulledPage {
  return { records, resumeAt: isLast ? null : placeText(place), cursor: String(place.positionMs) };
}

function narrowing(source: Source, { sinceMs }: PullPlace, overlapMs: number): Domain {
  if (sinceMs === undefined) return source.fullDomain ?? [];
  if (source.movedBy === 'all') return [];
  const since = datetime(Math.max(0, sinceMs - overlapMs));
  const moved = ['', ...source.movedBy.map((name) => `${name}.`)];
  return [
    [
      'OR',
      ...moved.flatMap((prefix) => ['write_date', 'create_date'].map((name) => [`${prefix}${name}`, '>=', since])),
    ],
  ];
}

/** What has no day yet is wanted: a draft will get one. */
function wantedFrom({ day }: Source, syncFrom: string | undefined): Domain {
  return day && syncFrom ? [['OR', [day, '=', null], [day, '>=', date(syncFrom)]]] : [];
}

type Row = { id: number };

/** A result is a list of records with their ids, or it is not what we have asked for. */
export async function readRows(
  tryton: Tryton,
  {
    source,
    domain,
    after,
    limit,
  }: { source: Pick<Source, 'model' | 'company' | 'fields' | 'context'>; domain: Domain; after: number; limit: number },
): Promise<Row[]> {
  const ofCompany = source.company ? [[source.company, '=', await tryton.company()]] : [];
  const params = [[...domain, ...ofCompany, ['id', '>', after]], 0, limit, [['id', 'ASC']], source.fields];
  const rows = await tryton.call<Row[]>(`model.${source.model}.search_read`, params, source.context).catch(unreadable);
  if (Array.isArray(rows) && rows.every((row) => Number.isSafeInteger(row?.id) && row.id > after)) return rows;
  throw new Unavailable('Tryton answered a list without ids.');
}

/** To a question there is no business rule; what Tryton says of it is kept. */
export function unreadable(error: unknown): never {
  throw error instanceof Refused ? new Unavailable(`Tryton answered: ${error.message}`) : error;
}

/** One record as the house takes it; none where it is of another data type. */
export function recordOf(source: Source, row: Row, { isIncremental }: { isIncremental: boolean }): PulledRecord[] {
  const id = String(row.id);
  const wire = decode(row) as Stamps;
  if (source.isOurs && !source.isOurs(wire as never)) return isIncremental ? [{ id, isDeleted: true }] : [];
  const modified = wire.write_date ?? wire.create_date;
  return [
    {
      id,
      ...(modified && { sourceModifiedDate: modified }),
      record: () => source.map(wire as never),
      source: JSON.stringify(inOneOrder(row)),
    },
  ];
}
