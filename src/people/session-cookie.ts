import { parseCookie, stringifySetCookie } from 'cookie';

export const sessionCookie = 'daybook_session';

/** Scripts cannot read it, other sites cannot send it. */
const flags = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');

export function readSessionCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[sessionCookie];
}

export function sessionCookieHeader(parts: { token: string; baseUrl: string; maxAgeSeconds: number }): string {
  return stringifySetCookie({
    name: sessionCookie,
    value: parts.token,
    maxAge: parts.maxAgeSeconds,
    secure: isSecure(parts.baseUrl),
    ...flags,
  });
}

export function endedCookieHeader({ baseUrl }: { baseUrl: string }): string {
  return stringifySetCookie({ name: sessionCookie, value: '', maxAge: 0, secure: isSecure(baseUrl), ...flags });
}
