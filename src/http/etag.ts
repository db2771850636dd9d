import { hash } from 'node:crypto';
import type { Reply } from './route.ts';

/** A weak tag: the same content, maybe compressed otherwise. */
export function etagOf(...parts: (string | number)[]): string {
  return `W/"${hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)}"`;
}

export function isUnchanged(call: { ifNoneMatch: string | undefined }, etag: string): boolean {
  if (call.ifNoneMatch === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return call.ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}

/** An answer tagged by its own text: 304 where the client has it. */
export function taggedReply(call: { ifNoneMatch: string | undefined }, json: string): Reply {
  const etag = etagOf(json);
  return isUnchanged(call, etag) ? { status: 304, headers: { etag } } : { json, headers: { etag } };
}
