import { hash } from 'node:crypto';
import type { Reply } from './route.ts';

/** Returns a weak ETag, because the compression of the same content can differ. */
export function etagOf(...parts: (string | number)[]): string {
  return etagOfBody(parts.join('\n'));
}

/** The ETag of a response with this body. */
export function etagOfBody(body: string | Buffer): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

type Conditional = { ifNoneMatch: string | undefined };

function isUnchanged(call: Conditional, etag: string): boolean {
  if (call.ifNoneMatch === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return call.ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}

/** Returns a 304 if the client already has the response with this ETag. Every 304 response is created here. */
export function notModified(call: Conditional, etag: string): Reply | undefined {
  return isUnchanged(call, etag) ? { status: 304, headers: { etag } } : undefined;
}

/** Returns the response with its ETag, or a 304. The default ETag is a hash of the body. */
export function taggedReply(call: Conditional, json: string | Buffer, etag = etagOfBody(json)): Reply {
  return notModified(call, etag) ?? { json, headers: { etag } };
}

/**
 * Returns an ETag that contains the state of a list, so that a later request can check whether the list is still in
 * this state, without reading the list again.
 */
export function stateTag(state: string, about: readonly string[]): string {
  return `W/"${state}_${hash('sha256', about.join('\n'), 'base64url').slice(0, 16)}"`;
}

const statesMax = 3;

/** Returns the states in `If-None-Match` whose ETags were created for the same request. */
export function statesGiven(request: {
  call: Conditional;
  about: readonly string[];
}): { state: string; etag: string }[] {
  const { ifNoneMatch = '' } = request.call;
  return ifNoneMatch
    .split(',', statesMax)
    .map((tag) => ({
      etag: tag.trim().replace(/^(W\/)?/, 'W/'),
      state: /^(?:W\/)?"(\d+_\d+_\d+_\d+)_[\w-]+"$/.exec(tag.trim())?.[1] ?? '',
    }))
    .filter(({ state, etag }) => state !== '' && etag === stateTag(state, request.about));
}
