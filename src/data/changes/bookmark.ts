import { cursorInvalid } from '../../lists/refusals.ts';

/**
 * Says how far a client has read the change feed: to the end of a position, or to one record within a position. `era`
 * names the database history in which the position was assigned. A restore starts a new era, and bookmarks that are
 * older than this feature have no era. The text form is opaque but not signed, because a forged bookmark gives access
 * only to the client's own data.
 */
export type Bookmark = { position: number; era?: string; recordId?: string };

export const feedStart: Bookmark = { position: 0 };

export function writeBookmark({ position, era, recordId }: Bookmark): string {
  // The beginning is the same in every era.
  const place = era === undefined || position === 0 ? `${position}` : `${position}_${era}`;
  return recordId === undefined ? place : `${place}-${Buffer.from(recordId).toString('base64url')}`;
}

export function readBookmark(text: string): Bookmark {
  const [, position, era, encoded] = /^(\d{1,15})(?:_([a-z0-9]{1,16}))?(?:-([A-Za-z0-9_-]*))?$/.exec(text) ?? [];
  const recordId = encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString();
  if (position === undefined || recordId?.includes('\0')) throw refuseBookmark('is not a valid position');
  return { position: Number(position), ...(era !== undefined && { era }), ...(recordId !== undefined && { recordId }) };
}

export function refuseBookmark(problem: string) {
  const error = `The parameter "after" ${problem}. Send "next" or a "cursor" from an earlier response unchanged, or leave the parameter out to start from the beginning.`;
  return cursorInvalid({ itemId: 'after', error });
}
