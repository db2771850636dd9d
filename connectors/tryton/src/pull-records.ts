import {
  inOneOrder,
  type Pull,
  type PulledPage,
  type PulledRecord,
  type PullPlace,
  placeText,
  readPlace,
  Unavailable,
} from '@daybook/connector-kit';
import { Refused } from './answers.ts';
import type { Sessions, Tryton } from './session.ts';
import type { Domain, Source } from './source.ts';
import { date, datetime, decode } from './values.ts';
import type { Stamps } from './wire.ts';

/**
 * An incremental pass starts to read this long before the previous pass began. The overlap is needed because Tryton
 * stamps a record with the start time of its database transaction, but shows the record only after the commit. Without
 * the overlap, the records of a slow database transaction would be missed. In a test, one such transaction created 40
 * invoices in 20 s, and neither a pass during it nor a pass after it returned any of them
 * (connectors/tryton/test/live/tryton-traps.live.ts). Records that are read twice count as unchanged. The daily full
 * pass finds deletions, and also the records of database transactions that last longer than this overlap.
 */
export const overlapMsDefault = 10 * 60_000;

export type PullOptions = { sessions: Sessions; source: Source; pageSize: number; overlapMs: number };

/**
 * Reads pages in order of id, because Tryton's own sort order changes during a pass. A full pass reads all records; an
 * incremental pass reads the records that were written since the previous pass. The next pass reads from the server's
 * time when this pass began, so changes made during this pass are read twice.
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

/** Records without a date are included, because a draft gets its date later. */
function wantedFrom({ day }: Source, syncFrom: string | undefined): Domain {
  return day && syncFrom ? [['OR', [day, '=', null], [day, '>=', date(syncFrom)]]] : [];
}

type Row = { id: number };

/** Reads one page. Throws Unavailable if the result is not a list of records with ids greater than `after`. */
export async function readRows(
  tryton: Tryton,
  {
    source,
    domain,
    after,
    limit,
  }: {
    source: Pick<Source, 'model' | 'company' | 'ofCompany' | 'fields' | 'context' | 'complete'>;
    domain: Domain;
    after: number;
    limit: number;
  },
): Promise<Row[]> {
  const { company } = source;
  const limited = source.ofCompany ?? (company ? (id: number) => [[company, '=', id]] : undefined);
  const ofCompany = limited ? limited(await tryton.company()) : [];
  const params = [[...domain, ...ofCompany, ['id', '>', after]], 0, limit, [['id', 'ASC']], source.fields];
  const rows = await tryton.call<Row[]>(`model.${source.model}.search_read`, params, source.context).catch(unreadable);
  if (!Array.isArray(rows) || !rows.every((row) => Number.isSafeInteger(row?.id) && row.id > after))
    throw new Unavailable('Tryton sent a list without valid ids.');
  if (rows.length > 0) await source.complete?.(tryton, rows);
  return rows;
}

/**
 * Converts `Refused` (a business rule was violated) into `Unavailable` with Tryton's message, because a read cannot
 * violate a business rule.
 */
export function unreadable(error: unknown): never {
  throw error instanceof Refused ? new Unavailable(`Tryton reported an error: ${error.message}`) : error;
}

/**
 * Converts a row to a record. If the row belongs to another data type, a full pass leaves it out, and an incremental
 * pass reports it as deleted.
 */
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

/** A row that no longer belongs to the data type is reported as deleted, as by an incremental pass. */
export function fromSource(source: Source, text: string): PulledRecord {
  const [record] = recordOf(source, JSON.parse(text) as Row, { isIncremental: true });
  if (!record) throw new Error('The row has no record.');
  return record;
}
