import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicRoute } from '../../http/public-route.ts';
import type { PeopleContext } from '../people-context.ts';
import { type SsoRules, signInBySso } from './sign-in-by-sso.ts';
import { type SingleSignOn, SsoRefused } from './single-sign-on.ts';

/** Routes that start and finish single sign-on. A rejected sign-in redirects to the sign-in page with the reason. */
export function ssoRoutes(
  ctx: Pick<PeopleContext, 'db' | 'clock' | 'log' | 'sessions' | 'baseUrl' | 'tag'> & {
    config: SsoRules;
    sso: SingleSignOn | undefined;
  },
): PublicRoute[] {
  const { sso } = ctx;
  if (!sso) return [];

  async function guarded(request: FastifyRequest, reply: FastifyReply, work: () => Promise<string>) {
    reply.header('cache-control', 'no-store');
    try {
      return reply.redirect(await work());
    } catch (error) {
      if (!(error instanceof SsoRefused)) throw error;
      ctx.log.warn(
        { err: error, reason: error.reason, address: request.ip, correlationId: request.id },
        'a single sign-on was refused',
      );
      return reply.redirect(`${ctx.baseUrl}/portal/sign-in?error=${error.reason}`);
    }
  }

  return [
    {
      path: `/session/sso/${sso.slug}/start`,
      isCounted: true,
      handler: (request, reply) =>
        guarded(request, reply, async () => {
          const { url, setCookie } = await sso.start();
          reply.header('set-cookie', setCookie);
          return url;
        }),
    },
    {
      path: `/session/sso/${sso.slug}/callback`,
      isCounted: true,
      handler: (request, reply) =>
        guarded(request, reply, async () => {
          const { cookie, 'user-agent': userAgent } = request.headers;
          reply.header('set-cookie', sso.endedCookie);
          const search = request.url.split('?')[1] ?? '';
          const identity = await sso.finish({ search, cookie });
          const place = { address: request.ip, userAgent, cookie, correlationId: request.id };
          const { setCookie } = await signInBySso(ctx, { identity, place });
          reply.header('set-cookie', setCookie);
          return `${ctx.baseUrl}/portal/`;
        }),
    },
  ];
}
