import { timingSafeEqual } from 'node:crypto';
import { badRequest } from '../errors.ts';
import { sign } from '../secrets.ts';
import { type PackedPin, type Pin, packPin, unpackPin } from './pin.ts';

/**
 * A position in one version of one list, as an opaque signed text: what the walk is pinned to, its total, the page it leads
 * to, the keys of the row it starts at, and the request it belongs to.
 */
export type Cursor = {
  /** Of a list whose rows change: what its pages are read as of. */
  pin?: Pin | undefined;
  version: number;
  /** Which of the lists that the path can lead to; empty where there is one. */
  source: string;
  total: number;
  page: number;
  backwards: boolean;
  /** The row itself belongs to the page: the way back from a page whose rows were all deleted. */
  inclusive: boolean;
  keys: string[];
  /** Fingerprint of list, filter, order and page size: a cursor is not moved to another request. */
  request: string;
};

export function writeCursor(key: Buffer, accountId: string, cursor: Cursor): string {
  const { pin, version, source, total, page, backwards, inclusive, keys, request } = cursor;
  const way = (backwards ? 1 : 0) + (inclusive ? 2 : 0);
  const parts = [...(pin ? [packPin(pin)] : []), version, source, total, page, way, request, ...keys];
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
      'is not one that this service gave to this account. Take it from a "next" or "previous" link as it is',
    );
  }
  const parts = JSON.parse(Buffer.from(body, 'base64url').toString());
  const pin = Array.isArray(parts[0]) ? unpackPin(parts.shift() as PackedPin) : undefined;
  const [version, source, total, page, way, of, ...keys] = parts;
  if (of !== request.fingerprint) {
    throw refuse(
      'belongs to a request with another query, orderBy or pageSize. Follow the link as it is, or leave the cursor out',
    );
  }
  if (request.page !== undefined && request.page !== page) {
    throw refuse(`leads to page ${page}. To jump to page ${request.page}, leave the cursor out`);
  }
  return { pin, version, source, total, page, backwards: way % 2 === 1, inclusive: way >= 2, keys, request: of };
}

function refuse(problem: string) {
  const error = `The parameter "cursor" ${problem}.`;
  return badRequest({
    code: 'cursorInvalid',
    error,
    items: [{ itemId: 'cursor', message: error, validatorName: 'CursorValidator' }],
  });
}
