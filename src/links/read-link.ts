import { createSecretKey } from 'node:crypto';
import type { Connector } from '@daybook/connector-kit';
import { dataTypes } from '@daybook/connector-kit';
import type { Arrivals } from '../accounts/arrivals.ts';
import { requireUnexpired } from '../accounts/plans.ts';
import type { Clock } from '../base/clock.ts';
import type { CompanyLinks } from '../companies/company-links.ts';
import { isSigned, parseLinkToken } from '../companies/link-token.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db } from '../db/db.ts';
import { AccountMoved, findDeparted } from '../http/access/departed.ts';
import { allowedSchedule, effectiveSettings } from '../sync/settings/settings.ts';
import { settingsStatement } from '../sync/settings/settings-store.ts';
import { companyLinkEnded, companyLinkUnknown } from './refusals.ts';
import { findLinkedCompany, type LinkPlace, type LinkRow, readLinkRow } from './store.ts';
import type { Link } from './wire.ts';

export type LinkContext = { db: Db; clock: Clock; registry: Registry; companyLinks: CompanyLinks; arrivals: Arrivals };

/** The company or connection that a link is for, and when the link expires. */
export type OpenedLink = { place: LinkPlace; row: LinkRow; expires: Date };

/** Finds the company or connection of a token. Anyone who has the token is treated as the company's owner. */
export async function openLink(ctx: LinkContext, token: string): Promise<OpenedLink> {
  const { place, expires } = (await findPlace(ctx, token)) ?? {};
  const row = place && (await readLinkRow(ctx.db, place));
  if (!place || !expires || !row) throw companyLinkUnknown();
  if (expires.getTime() <= ctx.clock.nowMs()) throw companyLinkEnded();
  const account = {
    accountId: place.account_id,
    plan: place.plan,
    accountCreatedMs: place.account_created_at.getTime(),
  };
  requireUnexpired(account, ctx.clock.nowMs());
  return { place, row, expires };
}

async function findPlace(
  { db, companyLinks, arrivals }: LinkContext,
  token: string,
): Promise<Omit<OpenedLink, 'row'> | undefined> {
  const parsed = parseLinkToken(token);
  if (!parsed) return undefined;
  const place = await findLinkedCompany(db.system, parsed);
  const movedTo = place ? undefined : await findDeparted(db, 'company', parsed.companyId);
  if (movedTo) throw new AccountMoved(movedTo);
  if (!place) return undefined;
  const signed = { ...parsed, rotation: place.rotation };
  if (!isSigned(companyLinks.key, signed) && !(await isSignedElsewhere(arrivals, place.account_id, signed)))
    return undefined;
  return { place, expires: parsed.expires };
}

/** The cell from which the account has moved has signed links with a key of its own. */
async function isSignedElsewhere(
  arrivals: Arrivals,
  accountId: string,
  token: Parameters<typeof isSigned>[1],
): Promise<boolean> {
  const arrival = await arrivals.find(accountId);
  return arrival !== undefined && isSigned(createSecretKey(arrival.linkKey), token);
}

export async function readLink(ctx: LinkContext, token: string): Promise<Link> {
  const { place, row } = await openLink(ctx, token);
  const accountId = place.account_id;
  const [stored] = await ctx.db.read(accountId, settingsStatement({ accountId, companyId: place.company_id }));
  const wanted = effectiveSettings(stored ?? { account: null, company: null })
    .filter(({ fetchOnFirstLink, schedule }) => fetchOnFirstLink || schedule !== 'none')
    .map(({ dataType, schedule }) => ({ dataType, schedule: allowedSchedule(schedule, place.plan) }));
  const names = wanted.map(({ dataType }) => dataType);
  const nameOf = (key: string) => ctx.registry.names.get(key) ?? key;
  return {
    companyName: row.company_name,
    accountName: row.account_name,
    ...(row.logo !== null && { logo: row.logo }),
    ...(row.color !== null && { color: row.color }),
    ...(row.return_url !== null && {
      returnUrl: returnUrlOf(row.return_url, {
        companyId: place.company_id,
        connectionId: place.connection_id ?? undefined,
      }),
    }),
    ...(place.connection_id !== null && { connectionId: place.connection_id }),
    platforms: ctx.registry.all.map((connector) => describe(connector, names)),
    connections: row.connections.map((connection) => describeConnection(connection, nameOf(connection.platformKey))),
    reads: wanted.map(({ dataType, schedule }) => ({ dataType, name: plainName(dataType), schedule })),
  };
}

function describe({ platform, oauth, uploads, credentialFields, pull, push }: Connector, wanted: readonly string[]) {
  const has = (name: string) => Object.hasOwn(pull, name) && wanted.includes(name);
  return {
    platformKey: platform.key,
    name: platform.name,
    sourceType: platform.sourceType,
    authorization: oauth ? ('platform' as const) : uploads ? ('upload' as const) : ('credentials' as const),
    dataTypes: dataTypes.map(({ name }) => name).filter(has),
    canWrite: Object.keys(push ?? {}).length > 0,
    credentialFields: [...credentialFields],
  };
}

function describeConnection(
  { connectionId, platformKey, status, lastSync, failed }: LinkRow['connections'][number],
  platformName: string,
): Link['connections'][number] {
  const failedReads = (status === 'Linked' ? failed : []).map((sync) => ({
    dataType: sync.dataType,
    name: plainName(sync.dataType),
    reason: sync.code === 'permissionDenied' ? ('permission' as const) : ('failure' as const),
  }));
  const names = failedReads.map(({ name }) => name.toLowerCase()).join(', ');
  return {
    connectionId,
    platformKey,
    platformName,
    status,
    ...(lastSync !== null && { lastSync: new Date(lastSync).toISOString() }),
    failedReads,
    message:
      names === ''
        ? messages[status](platformName)
        : `${platformName} is connected, but some data could not be read: ${names}.`,
  };
}

const messages: Record<LinkRow['connections'][number]['status'], (name: string) => string> = {
  PendingAuth: (name) => `${name} is not connected yet.`,
  Linked: (name) => `${name} is connected.`,
  Unlinked: (name) => `${name} was disconnected. You can connect it again.`,
  Deauthorized: (name) => `${name} no longer accepts the authorization. Connect it again to continue.`,
};

/** `billCreditNotes` → `Bill credit notes`. */
export function plainName(dataType: string): string {
  const words = dataType.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Adds query parameters to the return URL that the account has set. */
export function returnUrlOf(url: string, more: Record<string, string | undefined>): string {
  const back = new URL(url);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) back.searchParams.set(name, value);
  return back.href;
}
