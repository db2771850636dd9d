/** The parts of a URL that may be stored: without secrets, and of limited length. */
export type MaskedUrl = { host: string; path: string; query: string | undefined };

const masked = '[masked]';
const charactersMax = 500;
/** Shorter secrets would also hide parts of ordinary words and numbers. */
const secretCharactersMin = 4;
/** Ids of platforms are UUIDs, numbers or short codes. Longer parts that look random may be tokens. */
const idCharactersMax = 36;

const secretName =
  /token|secret|passw|api[-_]?key|^key$|credential|^sig$|signature|auth|session|jwt|assertion|cookie|^code$|^pin$/i;

/**
 * Masks what is or may be a secret: values that also occur in the secrets of the connection or in headers that sign the
 * request, parameters with a telling name, and long parts that look random. User and password before the host, and the
 * fragment, are left out.
 */
export function maskUrl(
  url: string,
  { secrets = [], headers = {} }: { secrets?: readonly string[]; headers?: Record<string, string> } = {},
): MaskedUrl {
  const parsed = URL.parse(url);
  if (!parsed) return { host: '', path: masked, query: undefined };
  const known = [...secrets, ...secretsIn(headers)].filter(({ length }) => length >= secretCharactersMin);
  const isSecret = (text: string) =>
    text.length > idCharactersMax
      ? isRandom(text) || known.some((one) => text.includes(one))
      : known.some((one) => text.includes(one));
  const path = parsed.pathname
    .split('/')
    .map((part) => (isSecret(decoded(part)) ? masked : part))
    .join('/');
  const parameters = [...parsed.searchParams].map(([name, value]) => {
    const shownName = isSecret(name) ? masked : name;
    return `${shownName}=${secretName.test(name) || isSecret(value) ? masked : value}`;
  });
  return {
    host: parsed.host,
    path: cut(path),
    query: parameters.length === 0 ? undefined : cut(parameters.join('&')),
  };
}

/** Removes secrets from a text, such as an error message. */
export function maskText(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= secretCharactersMin);
  return cut(known.reduce((left, secret) => left.replaceAll(secret, masked), text));
}

/** Letters and digits without a space or a sentence mark, as tokens are written. A filter or a list of names has them. */
const isRandom = (text: string) => /^[\w\-.~+/=:]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/** Credentials in headers: the whole value, the part after "Bearer", and user and password of "Basic". */
function secretsIn(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .filter(([name]) => secretName.test(name))
    .flatMap(([, value]) => {
      const last = value.split(/\s+/).at(-1) ?? '';
      const basic = /^basic /i.test(value) ? Buffer.from(last, 'base64').toString('utf8').split(':') : [];
      return [value, last, ...basic];
    });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const cut = (text: string) => (text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text);
