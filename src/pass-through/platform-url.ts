import { type ApiError, badRequest, wrongField } from '../base/errors.ts';

/** The characters of a path: those of RFC 3986, without "?" and "#", and percent-encoded bytes. */
export const pathPattern = "^(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+/?$";

/**
 * Builds the URL of a request of a client below `base`, which the connector has chosen. The path cannot leave it,
 * whatever the platform or a proxy in front of it decodes or normalizes.
 */
export function platformUrl({
  base,
  path,
  query = {},
}: {
  base: string;
  path: string;
  query?: Readonly<Record<string, string>>;
}): string {
  const place = URL.parse(base);
  // The tenant may be part of the base, and comes from the credentials.
  if (!place || /\/\.{1,2}(\/|$)/.test(base) || place.search || place.hash)
    throw new Error('The connector has returned a base that is not a plain URL.');
  const problem = problemOf(path);
  if (problem !== undefined) throw wrongPath(problem);
  const stem = place.pathname.replace(/\/+$/, '');
  const url = URL.parse(`${place.origin}${stem}${path}`);
  if (url?.origin !== place.origin || url.pathname !== stem + path || url.username || url.password)
    throw wrongPath('must stay below the base URL of the platform');
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

function problemOf(path: string): string | undefined {
  if (!new RegExp(pathPattern).test(path))
    return 'must begin with a single "/", must not be a URL, and must not contain "//", "\\", "?", "#", spaces or control characters. Parameters belong into "query"';
  for (const part of path.split('/')) {
    const plain = decodedCompletely(part);
    if (plain === undefined) return 'is not encoded correctly';
    // Some servers cut off what follows a semicolon before they resolve "..".
    if (/^\.{1,2}(;.*)?$/.test(plain)) return 'must not contain "." or ".." as a part, in any encoding';
    if (/[/\\?#\p{Cc}]/u.test(plain)) return 'must not contain an encoded "/", "\\", "?", "#" or control character';
  }
  return undefined;
}

/** A platform may decode a path twice, so it is decoded until nothing changes. */
function decodedCompletely(part: string): string | undefined {
  let plain = part;
  try {
    for (let times = 0; times < 5; times++) {
      const next = decodeURIComponent(plain);
      if (next === plain) return plain;
      plain = next;
    }
  } catch {
    // A "%" that is itself encoded stands alone after decoding.
    return plain === part ? undefined : plain;
  }
  return undefined;
}

function wrongPath(problem: string): ApiError {
  const item = wrongField({ itemId: 'path', problem, validatorName: 'passThroughValidator' });
  return badRequest({ error: item.message, service: 'passThrough', items: [item] });
}
