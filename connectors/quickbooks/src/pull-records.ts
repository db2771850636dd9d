import type { Credentials, ProviderAnswer, ProviderHttp, Pull, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, parseExact, splitArray } from '@daybook/connector-kit';
import { companyUrl, getFromQuickbooks, readQuickbooks } from './request-quickbooks.ts';
import type { QboMeta } from './wire.ts';

/** One QuickBooks entity. The parameters of the functions are `never` because each entity has its own wire type. */
export type Source = {
  entity: string;
  map: (wire: never) => object;
  /** Whether the entity has inactive records. QuickBooks omits inactive records unless the query asks for them. */
  hasInactive?: boolean;
  belongs?: (wire: never) => boolean;
  /**
   * Whether `entity` is added to the stored source, because the data set has records of other entities too, and nothing
   * else in the record says what it is.
   */
  isMarked?: true;
};

/**
 * An incremental pass starts to read at the time when the previous pass began, minus `overlapMs`. So it does not miss
 * changes that QuickBooks had not yet committed at that time.
 */
export type PullSettings = { baseUrl: string; pageSize: number; overlapMs: number };

/**
 * QuickBooks' change data capture reports the changes of the last 30 days, and at most 1,000 records. Beyond either
 * limit, a full pass is needed. `rememberedMs` is one day shorter, for safety.
 */
const rememberedMs = 29 * 86_400_000;
const changesMax = 1000;

/**
 * A full pass reads the records in order of id. An incremental pass requests the changes since a time, including
 * deletions. A cursor is a time. `resumeAt` has the form `NEXT|POSITION|LAST`: the next cursor, the position at which
 * to continue, and the id of the last record that was read.
 */
export function createPull(place: PullSettings, source: Source): Pull {
  return async function* pull({ http, credentials, cursor, resumeAt }) {
    const urlOf = (path: string, query: Record<string, string>) => companyUrl(place.baseUrl, credentials, path, query);
    if (cursor !== undefined && resumeAt === undefined) {
      yield await readChanges(
        http,
        urlOf('cdc', { entities: source.entity, changedSince: checkedTime(cursor, http) }),
        source,
        place.overlapMs,
      );
      return;
    }
    const ask = async (position: number, count: number) => {
      const answer = await getFromQuickbooks(http, urlOf('query', { query: selectOf(source, position, count) }));
      return { answer, elements: readQuery(answer.body, source.entity) };
    };
    let { next, position, last } = readPlace(resumeAt);
    let counted: number | undefined;
    let skipped = 0;
    for (;;) {
      // Read the last record of the previous page again. If it is no longer at its position, records before it were
      // deleted.
      const again = last === undefined ? 0 : 1;
      // QuickBooks rejects a query for more than 1,000 records, so the record that is read again counts.
      const count = Math.max(place.pageSize, 1 + again);
      const { answer, elements: found } = await ask(position - again, count);
      next ??= new Date(timeOf(answer, http) - place.overlapMs).toISOString();
      if (last !== undefined && (found[0] === undefined || idOf(found[0]) !== last)) {
        ({ position, last } = await stepBack(ask, { position, last, pageSize: place.pageSize }));
        continue;
      }
      const elements = found.slice(again);
      const isLast = found.length < count;
      position += elements.length;
      last = elements.length > 0 ? idOf(elements.at(-1) ?? '') : last;
      const records = readQuickbooks('', () => elements.map((element) => readRecord(element, source)));
      const kept = records.filter((record) => !record.isDeleted);
      skipped += records.length - kept.length;
      // One request more, and only for a list of several pages.
      if (resumeAt === undefined && !isLast) counted ??= await countAll(place, { http, credentials }, source);
      yield {
        records: kept,
        resumeAt: isLast ? null : `${next}|${position}|${last}`,
        cursor: next,
        ...(counted !== undefined && { total: counted - skipped }),
      };
      if (isLast) return;
    }
  };
}

type Access = { http: ProviderHttp; credentials: Credentials };

/** Asks QuickBooks for the number of records. It is only shown as progress, so a failure does not matter. */
export async function countAll(
  { baseUrl }: PullSettings,
  { http, credentials }: Access,
  source: Source,
): Promise<number | undefined> {
  try {
    const query = `select count(*) from ${source.entity}${inactiveOf(source)}`;
    const { body } = await getFromQuickbooks(http, companyUrl(baseUrl, credentials, 'query', { query }));
    const { totalCount } = (JSON.parse(body) as { QueryResponse: { totalCount?: number } }).QueryResponse;
    return Number.isSafeInteger(totalCount) ? totalCount : undefined;
  } catch {
    return undefined;
  }
}

const inactiveOf = ({ hasInactive }: Pick<Source, 'hasInactive'>) =>
  hasInactive ? ' where Active in (true, false)' : '';

type Ask = (position: number, count: number) => Promise<{ elements: string[] }>;

/**
 * Called if records before the position were deleted, so that the later records have moved up. Searches backwards, page
 * by page, for the last record that was read. If that record was deleted too, the pass starts again from the first
 * record. Records are then read twice, which does no harm.
 */
async function stepBack(
  ask: Ask,
  { position, last, pageSize }: { position: number; last: string; pageSize: number },
): Promise<{ position: number; last: string | undefined }> {
  for (let from = position; from > 1; ) {
    from = Math.max(1, from - pageSize);
    const known = (await ask(from, pageSize)).elements.findIndex((element) => idOf(element) === last);
    if (known !== -1) return { position: from + known + 1, last };
  }
  return { position: 1, last: undefined };
}

const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z';
const placePattern = new RegExp(`^(${time})\\|(\\d+)\\|(.+)$`);
const cursorPattern = new RegExp(`^${time}$`);

type Start = { next: string | undefined; position: number; last: string | undefined };

function readPlace(resumeAt: string | undefined): Start {
  if (resumeAt === undefined) return { next: undefined, position: 1, last: undefined };
  const [, next, position, last] = placePattern.exec(resumeAt) ?? [];
  if (next === undefined || last === undefined) throw new CursorTooOld('Unknown resume position.');
  return { next, position: Number(position), last };
}

function checkedTime(cursor: string, http: ProviderHttp): string {
  if (!cursorPattern.test(cursor)) throw new CursorTooOld('Unknown cursor.');
  if (http.nowMs() - Date.parse(cursor) > rememberedMs)
    throw new CursorTooOld('QuickBooks reports changes of the last 30 days only.');
  return cursor;
}

export function selectOf(source: Pick<Source, 'entity' | 'hasInactive'>, position: number, count: number) {
  return `select * from ${source.entity}${inactiveOf(source)} orderby Id startposition ${position} maxresults ${count}`;
}

function timeOf({ headers }: ProviderAnswer, http: ProviderHttp): number {
  const told = Date.parse(headers.date ?? '');
  return Number.isNaN(told) ? http.nowMs() : told;
}

/**
 * Returns the exact texts of the records in `{"QueryResponse":{"Invoice":[…]}}`. If there are no records, the array is
 * missing.
 */
export function readQuery(body: string, entity: string): string[] {
  return readQuickbooks(body, () => {
    const { QueryResponse } = JSON.parse(body) as { QueryResponse: Record<string, unknown> };
    if (!Array.isArray(QueryResponse[entity])) return [];
    const [start = ''] = /"QueryResponse"\s*:\s*/.exec(body) ?? [];
    return splitArray(body.slice(body.indexOf(start) + start.length), entity).elements;
  });
}

async function readChanges(http: ProviderHttp, url: string, source: Source, overlapMs: number) {
  const answer = await getFromQuickbooks(http, url);
  const elements = readQuickbooks(answer.body, (body) => {
    const [response = ''] = splitArray(body, 'CDCResponse').elements;
    return splitArray(response, 'QueryResponse').elements.flatMap((one) =>
      Array.isArray((JSON.parse(one) as Record<string, unknown>)[source.entity])
        ? splitArray(one, source.entity).elements
        : [],
    );
  });
  if (elements.length >= changesMax) throw new CursorTooOld('QuickBooks reports at most 1,000 changes at once.');
  const records = readQuickbooks('', () => elements.map((element) => readRecord(element, source)));
  return { records, resumeAt: null, cursor: new Date(timeOf(answer, http) - overlapMs).toISOString() };
}

const idOf = (element: string) => readQuickbooks(element, (text) => String((JSON.parse(text) as QboMeta).Id));

/** Throws if the text is malformed. `readQuickbooks` turns such an error into Unavailable. */
export function readRecord(text: string, source: Source): PulledRecord {
  const element = source.isMarked ? text.replace('{', `{"entity":${JSON.stringify(source.entity)},`) : text;
  const wire = parseExact(element) as QboMeta;
  const { Id: id, MetaData, status } = wire;
  if (typeof id !== 'string' || id === '') throw new SyntaxError('The record has no id.');
  const changed = MetaData?.LastUpdatedTime;
  const sourceModifiedDate = changed && { sourceModifiedDate: new Date(changed).toISOString() };
  if (status === 'Deleted' || !(source.belongs?.(wire as never) ?? true))
    return { id, isDeleted: true, ...sourceModifiedDate };
  return { id, ...sourceModifiedDate, record: () => source.map(wire as never), source: element };
}
