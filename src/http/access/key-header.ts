import type { Asking } from './principal.ts';

/** Turns `Bearer <API_KEY>` into the form that all operations accept. Any other text is returned unchanged. */
export function asBasic(authorization: string | undefined): string | undefined {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return key === undefined ? authorization : `Basic ${Buffer.from(key).toString('base64')}`;
}

/** The request without its cookies: a session in a browser must not be enough to call the path. */
export function withKeyOnly({ method, headers }: Asking): Asking {
  return { method, headers: { authorization: asBasic(headers.authorization) } };
}
