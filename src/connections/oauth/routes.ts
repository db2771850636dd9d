import { notFound } from '../../base/errors.ts';
import type { CompanyLinks } from '../../companies/company-links.ts';
import { rotationStatement } from '../../companies/store.ts';
import type { Tx } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import { findApplication, readApplication, removeApplication, writeApplication } from './applications.ts';
import { checkApplication } from './check-application.ts';
import { type FinishContext, type Finished, finishAuthorization } from './finish-authorization.ts';
import { endedBrowserCookie, readBrowserCookie, redirectUriOf } from './start-authorization.ts';
import { ApplicationCheck, CallbackQuery, NewOauthApplication, OauthApplication, PlatformParams } from './wire.ts';

export type OauthContext = FinishContext & { companyLinks: CompanyLinks };

/** Routes for an account's own OAuth application for a platform, and for the OAuth callback. */
export function oauthRoutes(ctx: OauthContext): Route[] {
  const tag = 'Connections';
  const scope = 'manage';
  const path = '/platforms/{platformKey}/application';
  const one = { 200: { description: 'The application', schema: OauthApplication } };

  async function read(tx: Tx, platformKey: string) {
    const found = await readApplication(ctx, tx, platformKey);
    if (!found) throw notFound({ resource: 'application', service: 'connections' });
    const { clientId, notificationKey, created, changed } = found;
    return {
      platformKey,
      clientId,
      hasNotificationKey: notificationKey !== undefined,
      redirectUri: redirectUriOf(ctx.baseUrl),
      notificationUrl: `${ctx.baseUrl}/providers/${platformKey}/notifications/${ctx.tag(tx.accountId)}`,
      created: created.toISOString(),
      changed: changed.toISOString(),
    };
  }

  return [
    route({
      method: 'GET',
      path,
      operationId: 'getApplication',
      tag,
      summary: "Get the account's own OAuth application for a platform",
      description:
        "Returns 404 if the account has no application of its own. Connections then use Daybook's application.",
      scope,
      params: PlatformParams,
      answers: one,
      read: ({ principal, params }) =>
        ctx.db.transaction(principal.accountId, async (tx) => ({ body: await read(tx, params.platformKey) }), {
          isReadOnly: true,
        }),
    }),
    route({
      method: 'PUT',
      path,
      operationId: 'setApplication',
      tag,
      summary: "Set the account's own OAuth application for a platform",
      description:
        "Only for platforms that use OAuth 2. Linked connections that use Daybook's application continue to use it. Connections that use an application that you replace must be authorized again.",
      scope,
      sensitive: { told: "The account's OAuth application for a platform was changed" },
      params: PlatformParams,
      body: NewOauthApplication,
      answers: one,
      async write(tx, { params, body }) {
        const { platformKey } = params;
        if (!ctx.registry.find(platformKey)?.oauth)
          throw notFound({ resource: 'platform with OAuth 2', service: 'connections' });
        const application = { ...body, notificationKey: body.notificationKey };
        await writeApplication(ctx, tx, { platformKey, application, at: ctx.clock.now() });
        return { body: await read(tx, platformKey) };
      },
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'removeApplication',
      tag,
      summary: "Remove the account's own OAuth application for a platform",
      description: 'Connections that use the application must be authorized again.',
      scope,
      params: PlatformParams,
      answers: { 204: { description: 'Removed' } },
      async write(tx, { params }) {
        if (!(await removeApplication(tx, params.platformKey)))
          throw notFound({ resource: 'application', service: 'connections' });
        return { status: 204 };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/check`,
      operationId: 'checkApplication',
      tag,
      summary: 'Check an OAuth application',
      description:
        "Checks the account's own application, otherwise Daybook's, as far as this is possible without an owner. Sends two requests to the platform: for its sign-in page, and to its token endpoint with a code that was never issued. Stores nothing.",
      scope,
      role: 'developer',
      params: PlatformParams,
      answers: { 200: { description: 'What was found', schema: ApplicationCheck } },
      async read({ principal: { accountId }, params: { platformKey } }) {
        const connector = ctx.registry.find(platformKey);
        const found = await ctx.db.transaction(accountId, async (tx) => ({
          own: await readApplication(ctx, tx, platformKey),
          used: await findApplication(ctx, tx, { platformKey }),
        }));
        if (!connector?.oauth || !found.used) throw notFound({ resource: 'application', service: 'connections' });
        const checked = await checkApplication(ctx, {
          platform: connector.oauth,
          application: found.used,
          redirectUri: redirectUriOf(ctx.baseUrl),
          name: connector.platform.name,
        });
        const { clientId } = found.used;
        return {
          body: { platformKey, clientId, isOwn: found.own !== undefined, ...checked },
          headers: { 'cache-control': 'no-store' },
        };
      },
    }),
    route({
      method: 'GET',
      path: '/oauth/callback',
      operationId: 'finishAuthorization',
      tag,
      summary: 'OAuth callback',
      description:
        "The platform redirects the owner's browser to this operation after the owner has granted or denied access. Programs cannot call this operation, because it needs the cookie of the browser that started the authorization.",
      scope,
      access: 'open',
      query: CallbackQuery,
      answers: {
        302: {
          description: 'Redirect to the link page, with the outcome and the `state` that the page was opened with',
          headers: ['Location'],
        },
        400: { description: 'No such authorization is pending in this browser', files: ['text/plain'] },
      },
      async act(call) {
        const parameters = new URLSearchParams(call.search);
        const state = parameters.get('state') ?? '';
        const finished = await finishAuthorization(ctx, {
          parameters,
          browser: readBrowserCookie(call.header('cookie'), { state, baseUrl: ctx.baseUrl }),
          from: call,
        });
        if (finished.outcome === 'unknown') return lost;
        const { outcome, platformKey, clientState } = finished;
        const told = new URLSearchParams({ outcome, platform: platformKey });
        // Pass the client's `state` on in the URL. The platform may have opened a new tab, and only the URL reaches
        // that tab.
        if (clientState !== undefined) told.set('state', clientState);
        const location = `${await linkPageOf(ctx, finished)}?${told}`;
        const cookie = endedBrowserCookie(state, ctx.baseUrl);
        return { status: 302, headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store' } };
      },
    }),
  ];
}

/**
 * Returns the URL of the link page on which the authorization was started. An older release does not store this page.
 * In that case, returns a new link page for the connection.
 */
async function linkPageOf(
  ctx: OauthContext,
  { accountId, companyId, connectionId, linkToken }: Extract<Finished, { accountId: string }>,
): Promise<string> {
  if (linkToken !== undefined) return `${ctx.baseUrl}/link/${linkToken}`;
  const [row] = await ctx.db.read(accountId, rotationStatement({ accountId, companyId }));
  return ctx.companyLinks.of({ companyId, connectionId, rotation: row?.rotation ?? 0 }).link;
}

const lost = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  json: 'This authorization was already used, took too long, or was started in another browser. Open the link that you were given and start again.\n',
};
