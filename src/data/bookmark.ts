import { badRequest } from '../errors.ts';

/**
 * How far a reader of the change feed has come: behind a whole position, or behind one record of it. As text it is
 * opaque; it is not signed, since whoever makes one up reads nothing but what is their own.
 */
export type Bookmark = { position: number; recordId?: string };

export const feedStart: Bookmark = { position: 0 };

export function writeBookmark({ position, recordId }: Bookmark): string {
  return recordId === undefined ? `${position}` : `${position}-${Buffer.from(recordId).toString('base64url')}`;
}

export function readBookmark(text: string): Bookmark {
  const [, position, encoded] = /^(\d{1,15})(?:-([A-Za-z0-9_-]*))?$/.exec(text) ?? [];
  const recordId = encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString();
  if (position === undefined || recordId?.includes('\0')) throw refuseBookmark('is not one of the feed');
  return { position: Number(position), ...(recordId !== undefined && { recordId }) };
}

export function refuseBookmark(problem: string) {
  const error = `The parameter "after" ${problem}. Take "next" or a "cursor" of an earlier answer as it is, or leave it out to begin anew.`;
  return badRequest({
    code: 'cursorInvalid',
    error,
    items: [{ itemId: 'after', message: error, validatorName: 'CursorValidator' }],
  });
}
