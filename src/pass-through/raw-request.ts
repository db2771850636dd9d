import { type Connector, type Credentials, type ProviderRequest, parseExact } from '@daybook/connector-kit';
import { badRequest, wrongField } from '../base/errors.ts';
import { platformUrl } from './platform-url.ts';
import { passThroughNotSupported } from './refusals.ts';
import type { PassThroughRequest } from './wire.ts';

/** Headers that every platform may get. None of them says who asks, for whom, or where the request goes. */
const headersOfAll = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
];

/** The request as it is sent, without what signs it. */
export function rawRequest(
  { platform, rawRequests }: Pick<Connector, 'platform' | 'rawRequests'>,
  { credentials, wanted, bodyText }: { credentials: Credentials; wanted: PassThroughRequest; bodyText: string },
): { request: ProviderRequest; base: string } {
  if (!rawRequests) throw passThroughNotSupported({ platform: platform.name });
  const { method, path, query } = wanted;
  if (rawRequests.methods && !rawRequests.methods.includes(method)) {
    const reason = `its API takes only ${rawRequests.methods.join(', ')}`;
    throw passThroughNotSupported({ platform: platform.name, reason });
  }
  const allowed = [...headersOfAll, ...(rawRequests.requestHeaders ?? [])];
  const headers: Record<string, string> = {};
  for (const [given, value] of Object.entries(wanted.headers ?? {})) {
    const name = given.toLowerCase();
    if (!allowed.includes(name)) throw wrong('headers', `must not have "${given}". Allowed are ${allowed.join(', ')}`);
    headers[name] = value;
  }
  const base = rawRequests.base(credentials);
  const url = platformUrl({ base, path, ...(query && { query }) });
  return { base, request: { method, url, ...bodyOf(wanted, headers, bodyText) } };
}

function bodyOf(
  wanted: PassThroughRequest,
  headers: Record<string, string>,
  bodyText: string,
): Pick<ProviderRequest, 'headers' | 'body'> {
  const { method, json, text } = wanted;
  if (json === undefined && text === undefined) return { headers };
  if (json !== undefined && text !== undefined) throw wrong('text', 'and "json" exclude each other');
  if (method === 'GET') throw wrong(text === undefined ? 'json' : 'text', 'is not sent with GET');
  if (text === undefined) {
    const { json: exact } = parseExact(bodyText) as { json: unknown };
    return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(exact) };
  }
  if (headers['content-type'] === undefined) throw wrong('headers', 'must have "content-type" if there is a "text"');
  return { headers, body: text };
}

function wrong(itemId: string, problem: string) {
  const item = wrongField({ itemId, problem, validatorName: 'passThroughValidator' });
  return badRequest({ error: item.message, service: 'passThrough', items: [item] });
}
