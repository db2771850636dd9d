import { rotateCompanyLink, rotationStatement } from '../companies/store.ts';
import { CompanyParams } from '../companies/wire.ts';
import { forgetStatesOf } from '../connections/oauth/store.ts';
import { type Route, route } from '../http/route.ts';
import { limitLink } from './limit-link.ts';
import { type LinkingContext, linkPlatform, unlinkPlatform } from './link-platform.ts';
import { readLink } from './read-link.ts';
import { readProgress } from './read-progress.ts';
import { returnUrlRefused } from './refusals.ts';
import { readLinkSettings, saveLinkSettings } from './store.ts';
import { type LinkUploadsContext, linkUploadRoutes } from './upload-routes.ts';
import {
  CompanyLink,
  Link,
  LinkConnectionParams,
  LinkOrder,
  LinkOutcome,
  LinkParams,
  LinkProgress,
  LinkSettings,
} from './wire.ts';

export type LinksContext = LinkingContext & LinkUploadsContext;

/**
 * Operations of the link page and its settings. The operations under `/links/{token}` need no authentication, because
 * the owner of a company has neither an API key nor an account here.
 */
export function linkRoutes(ctx: LinksContext): Route[] {
  const shared = { tag: 'Links', scope: 'manage', access: 'open' } as const;
  const uncached = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

  const own = {
    tag: 'Links',
    path: '/companies/{companyId}/link',
    scope: 'manage',
    role: 'developer',
    params: CompanyParams,
    answers: { 200: { description: 'The link', schema: CompanyLink } },
  } as const;
  function linkOf(companyId: string, rotation: number) {
    const { link, expires } = ctx.companyLinks.of({ companyId, rotation });
    return { link, expires: expires.toISOString() };
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/links/{token}',
      operationId: 'getLink',
      summary: "Get the content of a company's link page",
      description: 'The token is the last part of the URL in `redirect` of a company or in `linkUrl` of a connection.',
      params: LinkParams,
      answers: { 200: { description: 'The content of the page', schema: Link } },
      async act(call) {
        await limitLink(ctx, call, 'look');
        return { body: await readLink(ctx, call.params.token), headers: uncached };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/links/{token}/progress',
      operationId: 'getLinkProgress',
      summary: 'Get the progress of the first syncs, as the owner',
      description:
        'How many records of each data type have been read, for the connections that are linked. The link page requests it while the first syncs run.',
      params: LinkParams,
      answers: { 200: { description: 'The progress', schema: LinkProgress } },
      async act(call) {
        await limitLink(ctx, call, 'watch');
        return { body: await readProgress(ctx, call.params.token), headers: uncached };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/links/{token}/connections',
      operationId: 'linkPlatform',
      summary: 'Connect the company to a platform, as its owner',
      description:
        'Checks the credentials with the platform, or returns the URL at which the owner authorizes access. A pending or disconnected connection to the platform is reused. A platform that reads files is connected by the first file that the owner confirms.',
      params: LinkParams,
      body: LinkOrder,
      answers: { 200: { description: 'The next step', schema: LinkOutcome } },
      refusals: [409],
      async act(call) {
        await limitLink(ctx, call, 'try');
        const { outcome, cookie } = await linkPlatform(ctx, {
          token: call.params.token,
          order: call.body,
          from: call,
        });
        return { body: outcome, headers: { ...uncached, ...(cookie !== undefined && { 'set-cookie': cookie }) } };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/links/{token}/connections/{connectionId}',
      operationId: 'unlinkPlatform',
      summary: 'Disconnect the company from a platform, as its owner',
      description: 'The connection becomes Deauthorized and syncing stops. The account keeps the data read so far.',
      params: LinkConnectionParams,
      answers: { 204: { description: 'Disconnected' } },
      async act(call) {
        await limitLink(ctx, call, 'try');
        await unlinkPlatform(ctx, { ...call.params, from: call });
        return { status: 204, headers: uncached };
      },
    }),
    ...linkUploadRoutes(ctx),
    route({
      ...own,
      method: 'GET',
      operationId: 'getCompanyLink',
      summary: "Get the link for a company's owner",
      description:
        'The link works for `DAYBOOK_LINK_DAYS` days (default: 90) from the day of the request. Earlier links work until they expire or are rotated.',
      read: async ({ principal: { accountId }, params: { companyId } }) => {
        const [row] = await ctx.db.read(accountId, rotationStatement({ accountId, companyId }));
        return { body: linkOf(companyId, row?.rotation ?? 0) };
      },
    }),
    route({
      ...own,
      method: 'POST',
      operationId: 'rotateLink',
      summary: "Rotate the link for a company's owner",
      description:
        'All existing links of the company and of its connections stop working immediately. Authorizations that were started with these links also stop working. Returns a new link.',
      async write(tx, { params: { companyId } }) {
        const rotation = await rotateCompanyLink(tx, companyId, ctx.clock.now());
        await forgetStatesOf(tx, companyId);
        return { body: linkOf(companyId, rotation) };
      },
    }),
    route({
      method: 'GET',
      path: '/profile/linkSettings',
      operationId: 'getLinkSettings',
      tag: 'Links',
      summary: 'Get the settings of the link page',
      scope: 'manage',
      answers: { 200: { description: 'The settings', schema: LinkSettings } },
      read: async ({ principal }) => ({ body: await readLinkSettings(ctx.db, principal.accountId) }),
    }),
    route({
      method: 'PUT',
      path: '/profile/linkSettings',
      operationId: 'replaceLinkSettings',
      tag: 'Links',
      summary: 'Replace the settings of the link page',
      description: 'Omitted fields are removed.',
      scope: 'manage',
      body: LinkSettings,
      answers: { 200: { description: 'The settings', schema: LinkSettings } },
      async write(tx, { body }) {
        if (body.returnUrl !== undefined) requireReturnUrl(body.returnUrl);
        await saveLinkSettings(tx, body, ctx.clock.now());
        return { body };
      },
    }),
  ];
}

/**
 * The link page redirects people to this URL. Therefore the URL must use http or https. It must not contain a user
 * name, because a user name can look like the host.
 */
function requireReturnUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw returnUrlRefused({ reason: 'must be an absolute http or https URL' });
  if (url.username || url.password) throw returnUrlRefused({ reason: 'must not contain a user name or password' });
}
