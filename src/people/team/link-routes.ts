import { type Route, route } from '../../http/route.ts';
import { resetPath } from '../elsewhere/cell-routes.ts';
import type { PeopleContext } from '../people-context.ts';
import { peopleTag, placeOf } from '../sessions/session-routes.ts';
import { showSession } from '../sessions/show-session.ts';
import { requestReset } from '../sign-in/request-reset.ts';
import { LinkAcceptance, LinkParams, OpenedLink, PasswordResetRequest, Session } from '../wire.ts';
import { acceptLink } from './accept-link.ts';
import { openLink } from './open-link.ts';

/** Routes for invitation links and password reset links. */
export function linkRoutes(ctx: PeopleContext): Route[] {
  const common = { tag: peopleTag, scope: 'read', access: 'open' } as const;
  return [
    route({
      method: 'POST',
      path: '/session/password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Request a password reset link',
      description:
        'The response is the same whether or not the e-mail address is known. The link works once and expires after an hour.',
      ...common,
      body: PasswordResetRequest,
      answers: { 202: { description: 'If the e-mail address is known, a link is being sent to it' } },
      async act({ body, address, correlationId }) {
        const asked = { email: body.email, address };
        Promise.all([requestReset(ctx, { ...asked, correlationId }), ctx.cells?.askOthers(resetPath, asked)]).catch(
          (error) => ctx.log.error({ err: error, correlationId }, 'password reset request failed'),
        );
        return { status: 202 };
      },
    }),
    route({
      method: 'GET',
      path: '/invitations/{token}',
      operationId: 'getInvitation',
      summary: 'Get an invitation or a password reset',
      ...common,
      params: LinkParams,
      answers: { 200: { description: 'The invitation or the password reset', schema: OpenedLink } },
      refusals: [404, 410],
      act: async ({ params }) => ({ body: await openLink(ctx, params.token) }),
    }),
    route({
      method: 'POST',
      path: '/invitations/{token}',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation or set a new password',
      description:
        'Also signs the person in. A person who already has a password (`isKnown`) accepts an invitation with that password. A password reset closes all other sessions of the person.',
      ...common,
      params: LinkParams,
      body: LinkAcceptance,
      answers: { 200: { description: 'The session', schema: Session } },
      refusals: [404, 409, 410],
      async act(call) {
        const { token } = call.params;
        const { sessionId, setCookie } = await acceptLink(ctx, { token, given: call.body, place: placeOf(call) });
        return { body: await showSession(ctx, { sessionId }), headers: { 'set-cookie': setCookie } };
      },
    }),
  ];
}
