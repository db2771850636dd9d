import { badRequest } from '../../base/errors.ts';
import type { Tx } from '../../db/db.ts';
import { knownPatterns } from '../../events/event-types.ts';
import { type EgressGuard, whyRefused } from '../../outbound/egress-guard.ts';
import { authorizationByPortal, headerReserved, urlRefused } from '../refusals.ts';
import { findCompanies } from './store.ts';

/** The fields of a consumer that its JSON schema cannot fully check. Each error names the invalid item. */
type Parts = {
  url?: string | undefined;
  eventTypes?: readonly string[] | undefined;
  channels?: readonly string[] | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
};

export async function checkConsumer(
  ctx: { egressGuard: EgressGuard; config: { docsUrl: string } },
  tx: Tx,
  { url, eventTypes = [], channels = [], headers = {} }: Parts,
): Promise<void> {
  if (url !== undefined) requireUrl(ctx.egressGuard, url);
  for (const [index, pattern] of eventTypes.entries()) requirePattern(pattern, `eventTypes.${index}`);
  requireHeaders(headers, ctx.config.docsUrl);
  if (channels.length > 0) await requireCompanies(tx, channels);
}

function requireUrl(guard: EgressGuard, text: string): void {
  const reason = whyRefused(guard, text);
  if (reason) throw urlRefused({ reason });
}

function requirePattern(pattern: string, itemId: string): void {
  if (knownPatterns.has(pattern)) return;
  throw wrong(
    itemId,
    `"${pattern}" is neither an event type nor a prefix such as sync.*. Allowed values: ${[...knownPatterns].join(', ')}`,
  );
}

async function requireCompanies(tx: Tx, channels: readonly string[]): Promise<void> {
  const known = await findCompanies(tx, channels);
  const index = channels.findIndex((companyId) => !known.has(companyId.toLowerCase()));
  if (index >= 0) throw wrong(`channels.${index}`, `the account has no company ${channels[index]}`);
}

/**
 * Names that custom headers must not have: headers that the service sets itself, and headers that belong to the HTTP
 * connection or to proxies.
 */
const reserved =
  /^(webhook-.*|host|user-agent|content-(length|type|encoding)|accept-encoding|connection|keep-alive|proxy-.*|transfer-encoding|te|trailer|upgrade|http2-settings|expect|max-forwards|via|forwarded|x-forwarded-.*)$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const visible = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;

export function requireHeaders(headers: Readonly<Record<string, string>>, docsUrl: string): void {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const itemId = `headers.${name}`;
    const lower = name.toLowerCase();
    if (lower === 'authorization') throw authorizationByPortal({ itemId, docsUrl });
    if (reserved.test(lower)) throw headerReserved({ name, itemId });
    if (!token.test(name)) throw wrong(itemId, 'this is not a valid header name');
    if (seen.has(lower)) throw wrong(itemId, 'the header occurs twice (header names are case-insensitive)');
    if (!visible.test(value)) throw wrong(itemId, 'the value must consist of visible ASCII characters');
    seen.add(lower);
  }
}

function wrong(itemId: string, reason: string) {
  const message = `The field "${itemId}" is invalid: ${reason}.`;
  const items = [{ itemId, message, validatorName: 'ConsumerValidator' }];
  return badRequest({ service: 'webhooks', items });
}
