import { type Route, route } from '../http/route.ts';
import { acceptLink } from './accept-link.ts';
import { openLink } from './open-link.ts';
import type { PeopleContext } from './people-context.ts';
import { requestReset } from './request-reset.ts';
import { peopleTag, placeOf } from './session-routes.ts';
import { showSession } from './show-session.ts';
import { LinkAcceptance, LinkParams, OpenedLink, PasswordResetRequest, Session } from './wire.ts';

/** Links that lead in: invitations, and new passwords. */
export function linkRoutes(ctx: PeopleContext): Route[] {
  const common = { tag: peopleTag, scope: 'read', access: 'open' } as const;
  return [
    route({
      method: 'POST',
      path: '/session/password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Ask for a link to set a new password',
      description: 'The answer is the same whether the e-mail is known or not. The link is good for an hour, and once.',
      ...common,
      body: PasswordResetRequest,
      answers: { 202: { description: 'If the e-mail is known, a link is on its way to it' } },
      async act({ body, address, correlationId }) {
        requestReset(ctx, { email: body.email, address, correlationId }).catch((error) =>
          ctx.log.error({ err: error, correlationId }, 'a link for a new password was not made'),
        );
        return { status: 202 };
      },
    }),
    route({
      method: 'GET',
      path: '/invitations/{token}',
      operationId: 'getInvitation',
      summary: 'What a link from an e-mail leads to',
      ...common,
      params: LinkParams,
      answers: { 200: { description: 'An invitation, or a new password', schema: OpenedLink } },
      refusals: [404, 410],
      act: async ({ params }) => ({ body: await openLink(ctx, params.token) }),
    }),
    route({
      method: 'POST',
      path: '/invitations/{token}',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation, or set a new password',
      description:
        'Signs in. Somebody who has a password already (`isKnown`) accepts an invitation with that one. A new password ends every other session of the person.',
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
