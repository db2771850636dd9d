import type { ProviderAnswer, ProviderHttp, Pull, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, parseExact, pullChanged, splitArray, tellingDeletions } from '@daybook/connector-kit';
import { getFromXero, headersFor, readXero } from './request-xero.ts';
import { readMoment } from './xero-dates.ts';

/** One kind of record at Xero. The parameters of the functions are `never` because each kind has its own wire type. */
export type Source = {
  /** The endpoint's name in the URL. The array in the response has the same name, unless `member` is set. */
  endpoint: string;
  member?: string;
  id: (wire: never) => string;
  map: (wire: never) => object;
  /** Xero's own filter, such as `Type=="ACCREC"`. */
  where?: string;
  /** Additional query parameters. */
  parameters?: Readonly<Record<string, string>>;
  /**
   * The field by which Xero sorts the records before it splits them into pages. Its values must never change.
   * Otherwise, a record could move from an unread page to a page that was already read.
   */
  orderBy?: string;
  /** Whether Xero can filter these records by the time of their last change. */
  isDated: boolean;
  /** Whether Xero lists a removed record as changed, with a status that says so. Others just disappear. */
  tellsDeletions?: true;
  /** Whether a record of the endpoint belongs to the data type. */
  belongs?: (wire: never) => boolean;
};

/**
 * An incremental pass reads the changes since a time, which is its cursor. The next cursor is the time when this pass
 * began, according to Xero's clock, minus an overlap (`overlapMs`), because Xero may not yet have committed some
 * changes of that time. `resumeAt` has the form `FROM|NEXT|PAGE|AT`: the cursor of this pass (empty for a full pass),
 * the next cursor, the next page, and which of several sources it belongs to (omitted for the first). Lists that Xero
 * cannot filter by time are short, and every pass reads them in full.
 */
export function createPull(options: Options): Pull {
  return options.sources.every(({ isDated }) => isDated) ? datedPull(options) : wholePull(options);
}

type Options = { baseUrl: string; pageSize: number; overlapMs: number; sources: readonly Source[] };

function datedPull({ baseUrl, pageSize, overlapMs, sources }: Options): Pull {
  const pull: Pull = async function* pull({ http, credentials, cursor, resumeAt }) {
    let { from, next, page, at } = readPosition(cursor, resumeAt);
    let skipped = 0;
    const headers = { ...headersFor(credentials), ...(from && { 'if-modified-since': from }) };
    for (;;) {
      const source = sources[at];
      if (!source) throw new CursorTooOld('Unknown resume position.');
      const answer = await getFromXero(http, `${baseUrl}/api.xro/2.0/${pathOf(source, page, pageSize)}`, headers);
      next ??= new Date(timeOf(answer, http) - overlapMs).toISOString();
      const { records, isLast, ...read } = readPage(answer.body, source, { isFull: from === '', page, pageSize });
      // Xero counts the records that a full pass leaves out, too.
      skipped += read.elements - records.length;
      const total = sources.length === 1 && read.itemCount !== undefined && { total: read.itemCount - skipped };
      [at, page] = isLast ? [at + 1, 1] : [at, page + 1];
      const isEnd = at === sources.length;
      const resume = `${from}|${next}|${page}${at > 0 ? `|${at}` : ''}`;
      yield { records, resumeAt: isEnd ? null : resume, cursor: next, ...total };
      if (isEnd) return;
    }
  };
  return sources.every(({ tellsDeletions }) => tellsDeletions) ? tellingDeletions(pull) : pull;
}

const wholePull = ({ baseUrl, pageSize, sources }: Options): Pull =>
  pullChanged(async ({ http, credentials }) => {
    const records: PulledRecord[] = [];
    for (const source of sources) {
      const url = `${baseUrl}/api.xro/2.0/${pathOf(source, 1, pageSize)}`;
      const { body } = await getFromXero(http, url, headersFor(credentials));
      records.push(...readPage(body, source, { isFull: true, page: 1, pageSize }).records);
    }
    return records;
  });

type PullPosition = { from: string; next: string | undefined; page: number; at: number };

const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z';
const placePattern = new RegExp(`^(|${time})\\|(${time})\\|(\\d+)(?:\\|(\\d))?$`);
const cursorPattern = new RegExp(`^${time}$`);

function readPosition(cursor: string | undefined, resumeAt: string | undefined): PullPosition {
  if (resumeAt !== undefined) {
    const [, from, next, page, at = '0'] = placePattern.exec(resumeAt) ?? [];
    if (from !== undefined && next !== undefined) return { from, next, page: Number(page), at: Number(at) };
  } else if (cursor === undefined || cursorPattern.test(cursor))
    return { from: cursor ?? '', next: undefined, page: 1, at: 0 };
  throw new CursorTooOld('Unknown cursor or resume position.');
}

function pathOf({ endpoint, where, orderBy, parameters }: Source, page: number, pageSize: number): string {
  const query = new URLSearchParams({
    ...parameters,
    ...(where && { where }),
    ...(orderBy && { order: `${orderBy} ASC`, page: String(page), pageSize: String(pageSize) }),
  });
  return query.size > 0 ? `${endpoint}?${query}` : endpoint;
}

function timeOf({ headers }: ProviderAnswer, http: ProviderHttp): number {
  const told = Date.parse(headers.date ?? '');
  return Number.isNaN(told) ? http.nowMs() : told;
}

type Pagination = { pagination?: { pageCount?: number; itemCount?: number } };

function readPage(
  body: string,
  source: Source,
  { isFull, page, pageSize }: { isFull: boolean; page: number; pageSize: number },
): { records: PulledRecord[]; isLast: boolean; elements: number; itemCount: number | undefined } {
  return readXero(body, () => {
    const { elements, rest } = splitArray(body, source.member ?? source.endpoint);
    const { pagination } = JSON.parse(rest) as Pagination;
    const records = elements.map((element) => readRecord(element, source));
    const isLast = !source.orderBy || (pagination ? page >= (pagination.pageCount ?? 0) : elements.length < pageSize);
    // Xero still lists deleted records, but a full pass must return only existing records.
    const kept = isFull ? records.filter((record) => !record.isDeleted) : records;
    return { records: kept, isLast, elements: elements.length, itemCount: pagination?.itemCount };
  });
}

/** Throws if the text is malformed. `readXero` turns such an error into Unavailable. */
export function readRecord(element: string, source: Source): PulledRecord {
  const wire = parseExact(element) as { Status?: string; UpdatedDateUTC?: string };
  const id = source.id(wire as never);
  if (typeof id !== 'string' || id === '') throw new SyntaxError('The record has no id.');
  const sourceModifiedDate = wire.UpdatedDateUTC && { sourceModifiedDate: readMoment(wire.UpdatedDateUTC) };
  if (wire.Status === 'DELETED' || !(source.belongs?.(wire as never) ?? true))
    return { id, isDeleted: true, ...sourceModifiedDate };
  return { id, ...sourceModifiedDate, record: () => source.map(wire as never), source: element };
}

/** Reads every element of the array `member` of a response. */
export function readElements<T>(body: string, member: string, read: (element: string) => T): T[] {
  return readXero(body, () => splitArray(body, member).elements.map(read));
}
