import type { ProviderAnswer, RawRequests } from '@daybook/connector-kit';

/** Headers that say what the response is and how to go on. Never cookies or those that the platform adds for a proxy. */
const headersOfAll = [
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'request-id',
  'retry-after',
  'x-correlation-id',
  'x-request-id',
];
const headerCharactersMax = 1000;
const isText = /^text\/|[/+](json|xml)\b|x-www-form-urlencoded|csv/i;

/** The platform's response as JSON text. A JSON body is copied unchanged, so that numbers keep all their digits. */
export function shownResponse(
  { status, headers, body }: ProviderAnswer,
  { responseHeaders = [] }: RawRequests,
): string {
  const seen = [...headersOfAll, ...responseHeaders].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value.slice(0, headerCharactersMax)]];
  });
  const members = [`"status":${status}`, `"headers":${JSON.stringify(Object.fromEntries(seen))}`];
  const type = headers['content-type'] ?? '';
  if (body !== '') {
    if (type !== '' && !isText.test(type)) members.push('"isBodyLeftOut":true');
    else if (/json/i.test(type) && isJson(body)) members.push(`"json":${body}`);
    else members.push(`"text":${JSON.stringify(body)}`);
  }
  return `{${members.join(',')}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
