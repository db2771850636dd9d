import { cursorInvalid } from '../../lists/refusals.ts';

/**
 * Where a client continues in the change feed. `position` is the number of a publication. With `recordId`, the client
 * has read this publication up to that record; without it, the client has read the whole publication. `era` identifies
 * the series of positions. A restore of the database starts a new era, because the positions that were assigned since
 * the backup are then assigned again. Bookmarks that were created before eras existed have no `era`. The text form is
 * opaque but not signed, because a forged bookmark gives access only to the client's own data.
 */
export type Bookmark = { position: number; era?: string; recordId?: string };

export const feedStart: Bookmark = { position: 0 };

export function writeBookmark({ position, era, recordId }: Bookmark): string {
  // Position 0 is the beginning of the feed in every era.
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
