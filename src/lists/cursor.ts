import { timingSafeEqual } from 'node:crypto';
import { sign } from '../base/secrets.ts';
import { type PackedPin, type Pin, packPin, unpackPin } from './page/pin.ts';
import { cursorInvalid } from './refusals.ts';

/**
 * A position in one version of one list, as an opaque signed text. It contains the version or snapshot, the total, the
 * target page, the keys of the row where the page starts, and the request that it belongs to.
 */
export type Cursor = {
  /** Only for a list whose rows can change: the snapshot that the pages show. */
  pin?: Pin | undefined;
  version: number;
  /** Identifies the list if one path can return several lists, such as several data sets. Otherwise empty. */
  source: string;
  /**
   * Only for a list with `List.snapshot`: when the version was published. After a failover that lost it, another version
   * can get its number.
   */
  publishedMs?: number | undefined;
  total: number;
  page: number;
  backwards: boolean;
  /**
   * True if the page includes the row that `keys` identifies, instead of starting next to it. Needed to go back from a
   * page whose rows have all been deleted.
   */
  inclusive: boolean;
  keys: string[];
  /** Fingerprint of the list, filter, order and page size, so that a cursor cannot be used in a different request. */
  request: string;
};

export function writeCursor(key: Buffer, accountId: string, cursor: Cursor): string {
  const { pin, version, source, publishedMs, total, page, backwards, inclusive, keys, request } = cursor;
  const way = (backwards ? 1 : 0) + (inclusive ? 2 : 0);
  const parts: unknown[] = [...(pin ? [packPin(pin)] : []), version, source, total, page, way, request, ...keys];
  // After the keys, where earlier releases do not look.
  if (publishedMs !== undefined) parts.push({ publishedMs });
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${text}.${sign(key, `${accountId}|${text}`)}`;
}

export function readCursor(
  key: Buffer,
  accountId: string,
  text: string,
  request: { fingerprint: string; page?: number },
): Cursor {
  const [body = '', signature = '', ...more] = text.split('.');
  const expected = Buffer.from(sign(key, `${accountId}|${body}`));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refuse(
      'was not issued by this service for this account. Copy the cursor unchanged from a "next" or "previous" link',
    );
  }
  const parts = JSON.parse(Buffer.from(body, 'base64url').toString());
  const pin = Array.isArray(parts[0]) ? unpackPin(parts.shift() as PackedPin) : undefined;
  const { publishedMs } = typeof (parts.at(-1) ?? '') === 'object' ? parts.pop() : {};
  const [version, source, total, page, way, of, ...keys] = parts;
  if (of !== request.fingerprint) {
    throw refuse(
      'belongs to a request with another query, orderBy or pageSize. Follow the link unchanged, or omit the cursor',
    );
  }
  if (request.page !== undefined && request.page !== page) {
    throw refuse(`is for page ${page}. To jump to page ${request.page}, omit the cursor`);
  }
  const [backwards, inclusive] = [way % 2 === 1, way >= 2];
  return { pin, version, source, publishedMs, total, page, backwards, inclusive, keys, request: of };
}

/** Returns whether the cursor was signed with the key. */
export function isSignedWith(key: Buffer, accountId: string, text: string): boolean {
  const [body = '', signature = ''] = text.split('.');
  const [expected, given] = [Buffer.from(sign(key, `${accountId}|${body}`)), Buffer.from(signature)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The snapshot in a cursor whose signature has been checked. */
export function pinOf(text: string): Pin | undefined {
  const [first] = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()) as unknown[];
  return Array.isArray(first) ? unpackPin(first as PackedPin) : undefined;
}

/** The same cursor with another snapshot, signed with the key. */
export function withPin(key: Buffer, accountId: string, text: string, pin: Pin | undefined): string {
  const parts = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()) as unknown[];
  if (pin) parts[0] = packPin(pin);
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${body}.${sign(key, `${accountId}|${body}`)}`;
}

function refuse(problem: string) {
  return cursorInvalid({ itemId: 'cursor', error: `The parameter "cursor" ${problem}.` });
}
