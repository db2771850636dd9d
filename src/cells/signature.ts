import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header with which a cell signs a request to another one: `<from>.<milliseconds>.<signature>`. */
export const signatureHeader = 'daybook-cell';

/** How old a signed request may be, and how far the clocks of two cells may differ. */
const validMs = 30_000;

export type Signed = {
  /** The names of the cell that asks and of the one that is asked. */
  from: string;
  to: string;
  path: string;
  body: string;
};

export function signRequest(key: Buffer, request: Signed & { nowMs: number }): string {
  return `${request.from}.${request.nowMs}.${signatureOf(key, request)}`;
}

/**
 * Returns the name of the cell that has sent the request. Undefined if the signature was made with another key, for
 * another cell, path or body, or too long ago.
 */
export function checkSignature(
  key: Buffer,
  header: string | undefined,
  request: Omit<Signed, 'from'> & { nowMs: number },
): string | undefined {
  const [, from, at, signature] = /^([a-z][a-z0-9]{0,15})\.(\d{1,16})\.([A-Za-z0-9_-]{43})$/.exec(header ?? '') ?? [];
  if (!from || !signature || Math.abs(request.nowMs - Number(at)) > validMs) return undefined;
  const wanted = signatureOf(key, { ...request, from, nowMs: Number(at) });
  return timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)) ? from : undefined;
}

function signatureOf(key: Buffer, { from, to, path, body, nowMs }: Signed & { nowMs: number }): string {
  const hash = createHash('sha256').update(body).digest('base64url');
  return createHmac('sha256', key).update(`cell request|${from}|${to}|${nowMs}|${path}|${hash}`).digest('base64url');
}
