import { parseCookie, stringifySetCookie } from 'cookie';

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');

/** Browsers accept a `__Host-` cookie only over TLS and from this exact host, so sibling domains cannot set one. */
export const hostCookie = (name: string, baseUrl: string): string => (isSecure(baseUrl) ? `__Host-${name}` : name);

const sessionCookie = ({ baseUrl }: { baseUrl: string }) => hostCookie('daybook_session', baseUrl);

/** Scripts cannot read the cookie, and browsers do not send it with requests from other sites. */
const flags = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

export function readSessionCookie(header: string | undefined, own: { baseUrl: string }): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[sessionCookie(own)];
}

export function sessionCookieHeader(parts: { token: string; baseUrl: string; maxAgeSeconds: number }): string {
  return stringifySetCookie({
    name: sessionCookie(parts),
    value: parts.token,
    maxAge: parts.maxAgeSeconds,
    secure: isSecure(parts.baseUrl),
    ...flags,
  });
}

export function endedCookieHeader({ baseUrl }: { baseUrl: string }): string {
  return stringifySetCookie({
    name: hostCookie('daybook_session', baseUrl),
    value: '',
    maxAge: 0,
    secure: isSecure(baseUrl),
    ...flags,
  });
}
