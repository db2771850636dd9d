import { badRequest } from '../errors.ts';

/**
 * How far a reader of the change feed has come: behind a whole position, or behind one record of it. `era` names the
 * history that gave the position its number; those from before eras were kept have none. As text it is opaque; it is not
 * signed, since whoever makes one up reads nothing but what is their own.
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
  if (position === undefined || recordId?.includes('\0')) throw refuseBookmark('is not one of the feed');
  return { position: Number(position), ...(era !== undefined && { era }), ...(recordId !== undefined && { recordId }) };
}

export function refuseBookmark(problem: string) {
  const error = `The parameter "after" ${problem}. Take "next" or a "cursor" of an earlier answer as it is, or leave it out to begin anew.`;
  return badRequest({
    code: 'cursorInvalid',
    error,
    items: [{ itemId: 'after', message: error, validatorName: 'CursorValidator' }],
  });
}
