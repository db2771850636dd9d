import {
  inOneOrder,
  type Pull,
  type PulledPage,
  type PulledRecord,
  type PullPlace,
  placeText,
  readingWhole,
  readPlace,
  Unavailable,
} from '@daybook/connector-kit';
import { Refused } from './answers.ts';
import type { Odoo, Sessions } from './session.ts';
import type { Domain, Row, Source } from './source.ts';
import { timeText } from './values.ts';
import type { Stamps } from './wire.ts';

/**
 * An incremental pass starts to read this long before the previous pass began. The overlap is needed because Odoo
 * stamps a record with the start time of its database transaction, but shows the record only after the commit. Without
 * the overlap, the records of a slow database transaction would be missed
 * (connectors/odoo/test/live/odoo-traps.live.ts). Records that are read twice count as unchanged. The daily full pass
 * finds deletions, and also the records of database transactions that last longer than this overlap.
 */
export const overlapMsDefault = 10 * 60_000;

export type PullOptions = { sessions: Sessions; source: Source; pageSize: number; overlapMs: number };

/** Archived records must be read too. Without this value Odoo omits them, and they would look deleted. */
export const alsoArchived = { active_test: false };

/**
 * Reads pages in order of id, because Odoo's own sort order changes during a pass. A full pass reads all records; an
 * incremental pass reads the records that were written since the previous pass. The next pass reads from the server's
 * time when this pass began, so changes made during this pass are read twice.
 */
export function createPull({ sessions, source, pageSize, overlapMs }: PullOptions): Pull {
  const pull: Pull = async function* ({ http, credentials, cursor, resumeAt, syncFrom }) {
    const place = readPlace(cursor, resumeAt);
    const odoo = sessions({ http, credentials });
    const isIncremental = place.sinceMs !== undefined;
    const isFirst = resumeAt === undefined;
    const domain = [...source.domain, ...wantedFrom(source, syncFrom), ...narrowing(source, place, overlapMs)];
    let total: number | undefined;
    for (let page = 1; ; page++) {
      const isCounted = isFirst && page === 1 && !isIncremental && !source.more;
      const read = await readRows(odoo, { source, domain, after: place.after, limit: pageSize, isCounted });
      const { rows } = read;
      if (isCounted) total = read.total;
      place.positionMs ??= odoo.serverMs();
      place.after = rows.at(-1)?.id ?? place.after;
      const isLast = rows.length < pageSize;
      const more = isLast ? ((await source.more?.(odoo).catch(unreadable)) ?? []) : [];
      const records = [
        ...rows.flatMap((row) => recordOf(source, row, { isIncremental })),
        ...more.map((one) => asRecord(one.id, one.source, one.row)),
      ];
      yield { ...pageOf(records, place, isLast), ...(total !== undefined && { total }) };
      if (isLast) return;
    }
  };
  return source.movedBy === 'all' ? readingWhole(pull) : pull;
}

export function pageOf(records: PulledRecord[], place: PullPlace, isLast: boolean): PulledPage {
  return { records, resumeAt: isLast ? null : placeText(place), cursor: String(place.positionMs) };
}

function narrowing(source: Source, { sinceMs }: PullPlace, overlapMs: number): Domain {
  if (sinceMs === undefined) return source.fullDomain ?? [];
  if (source.movedBy === 'all') return [];
  const since = timeText(Math.max(0, sinceMs - overlapMs));
  const moved = ['write_date', ...source.movedBy.map((name) => `${name}.write_date`)];
  return anyOf(moved.map((name) => [name, '>=', since]));
}

/** Odoo's domains have prefix operators: `|` joins the two conditions after it. */
export const anyOf = (conditions: Domain[]): Domain => [...conditions.slice(1).map(() => '|'), ...conditions];

/** Records without a date are included, because a draft gets its date later. */
function wantedFrom({ day }: Source, syncFrom: string | undefined): Domain {
  if (!day || !syncFrom) return [];
  return anyOf([
    [day, '=', false],
    [day, '>=', syncFrom.slice(0, 10)],
  ]);
}

type Read = {
  source: Pick<Source, 'model' | 'company' | 'fields' | 'complete'>;
  domain: Domain;
  after: number;
  limit: number;
  isCounted?: boolean;
};

/** Reads one page. Throws Unavailable if the result is not a list of records with ids greater than `after`. */
export async function readRows(
  odoo: Odoo,
  { source, domain, after, limit, isCounted = false }: Read,
): Promise<{ rows: Row[]; total: number }> {
  const parameters = {
    domain: [...domain, ...(await ofCompany(odoo, source)), ['id', '>', after]],
    specification: { ...(await odoo.existing(source.model, source.fields)), ...(await odoo.own(source.model)) },
    limit,
    order: 'id',
    ...(!isCounted && { count_limit: 1 }),
  };
  const answer = await odoo
    .call<{ records?: Row[]; length?: number }>(source.model, 'web_search_read', parameters, alsoArchived)
    .catch(unreadable);
  const rows = answer?.records;
  if (!Array.isArray(rows) || !rows.every((row) => Number.isSafeInteger(row?.id) && row.id > after))
    throw new Unavailable('Odoo sent a list without valid ids.');
  if (rows.length > 0) await source.complete?.(odoo, rows).catch(unreadable);
  return { rows, total: Number(answer.length) };
}

/** Limits a search to the company of the connection. Without it, Odoo also returns records of the user's others. */
export async function ofCompany(odoo: Odoo, source: Pick<Source, 'model' | 'company'>): Promise<Domain> {
  const { id } = (await odoo.account()).company;
  if (source.company === 'self') return [['id', '=', id]];
  // Since Odoo 18, a ledger account can belong to several companies.
  const field = (await odoo.fieldsOf(source.model)).has('company_ids') ? 'company_ids' : 'company_id';
  if (source.company === 'shared') return [[field, 'in', [false, id]]];
  return [[field, source.company === 'own' ? '=' : 'parent_of', id]];
}

/** Converts `Refused` into `Unavailable` with Odoo's message, because a read cannot violate a business rule. */
export function unreadable(error: unknown): never {
  throw error instanceof Refused ? new Unavailable(`Odoo reported an error: ${error.message}`) : error;
}

/**
 * Converts a row to a record. If the row belongs to another data type, a full pass leaves it out, and an incremental
 * pass reports it as deleted.
 */
export function recordOf(source: Source, row: Row, { isIncremental }: { isIncremental: boolean }): PulledRecord[] {
  const id = String(row.id);
  if (source.isOurs && !source.isOurs(row as never)) return isIncremental ? [{ id, isDeleted: true }] : [];
  return [asRecord(id, source, row)];
}

function asRecord(id: string, source: Pick<Source, 'map'>, row: Row): PulledRecord {
  const { write_date: modified } = row as Stamps;
  return {
    id,
    ...(modified && { sourceModifiedDate: `${modified.replace(' ', 'T')}Z` }),
    record: () => source.map(row as never),
    source: JSON.stringify(inOneOrder(row)),
  };
}

/** Reads a record from its stored row, without requests. */
export function fromSource(source: Source, text: string): PulledRecord {
  const row = JSON.parse(text) as Row;
  const ofMore = source.mapOfMore?.(row);
  const [record] = ofMore ? [asRecord('', ofMore, row)] : recordOf(source, row, { isIncremental: false });
  if (!record) throw new Error('The row has no record.');
  return record;
}
