import { createHash } from 'node:crypto';
import type { ProviderAnswer, ProviderHttp, Pull, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, parseExact, readingWhole, splitArray } from '@daybook/connector-kit';
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
  /** Whether a record of the endpoint belongs to the data type. */
  belongs?: (wire: never) => boolean;
};

/**
 * An incremental pass reads the changes since a time, which is its cursor. The next cursor is the time when this pass
 * began, according to Xero's clock, minus an overlap (`overlapMs`), because Xero may not yet have committed some
 * changes of that time. `resumeAt` has the form `FROM|NEXT|PAGE`: the cursor of this
 * pass (empty for a full pass), the next cursor, and the next page. Lists that Xero cannot filter by time are short and
 * are read in full. Their cursor is `=` and a digest of the content. An equal digest means that nothing has changed.
 */
export function createPull(options: { baseUrl: string; pageSize: number; overlapMs: number; source: Source }): Pull {
  return options.source.isDated ? datedPull(options) : wholePull(options);
}

type Options = Parameters<typeof createPull>[0];

function datedPull({ baseUrl, pageSize, overlapMs, source }: Options): Pull {
  return async function* pull({ http, credentials, cursor, resumeAt }) {
    let { from, next, page } = readPosition(cursor, resumeAt);
    let skipped = 0;
    const headers = { ...headersFor(credentials), ...(from && { 'if-modified-since': from }) };
    for (; ; page++) {
      const answer = await getFromXero(http, `${baseUrl}/api.xro/2.0/${pathOf(source, page, pageSize)}`, headers);
      next ??= new Date(timeOf(answer, http) - overlapMs).toISOString();
      const { records, isLast, ...read } = readPage(answer.body, source, { isFull: from === '', page, pageSize });
      // Xero counts the records that a full pass leaves out, too.
      skipped += read.elements - records.length;
      const total = read.itemCount !== undefined && { total: read.itemCount - skipped };
      yield { records, resumeAt: isLast ? null : `${from}|${next}|${page + 1}`, cursor: next, ...total };
      if (isLast) return;
    }
  };
}

function wholePull({ baseUrl, pageSize, source }: Options): Pull {
  return readingWhole(async function* pull({ http, credentials, cursor }) {
    const url = `${baseUrl}/api.xro/2.0/${pathOf(source, 1, pageSize)}`;
    const { body } = await getFromXero(http, url, headersFor(credentials));
    const { records } = readPage(body, source, { isFull: true, page: 1, pageSize });
    const digest = digestOf(records);
    yield { records: digest === cursor ? [] : records, resumeAt: null, cursor: digest };
  });
}

const digestOf = (records: PulledRecord[]) =>
  `=${createHash('sha256')
    .update(JSON.stringify(records.map(({ source }) => source)))
    .digest('base64url')}`;

type PullPosition = { from: string; next: string | undefined; page: number };

const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z';
const placePattern = new RegExp(`^(|${time})\\|(${time})\\|(\\d+)$`);
const cursorPattern = new RegExp(`^${time}$`);

function readPosition(cursor: string | undefined, resumeAt: string | undefined): PullPosition {
  if (resumeAt !== undefined) {
    const [, from, next, page] = placePattern.exec(resumeAt) ?? [];
    if (from !== undefined && next !== undefined) return { from, next, page: Number(page) };
  } else if (cursor === undefined || cursorPattern.test(cursor))
    return { from: cursor ?? '', next: undefined, page: 1 };
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
