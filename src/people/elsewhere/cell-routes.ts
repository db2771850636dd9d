import type { CellRoute } from '../../cells/cell-route.ts';
import type { PeopleContext } from '../people-context.ts';
import { showSession } from '../sessions/show-session.ts';
import { requestReset } from '../sign-in/request-reset.ts';
import { signInHere } from '../sign-in/sign-in.ts';
import { accountsPath, listHere } from './list-elsewhere.ts';
import { redeemTicket } from './redeem-ticket.ts';
import { signInPath } from './sign-in-elsewhere.ts';
import { ticketsPath } from './switch-cell.ts';

export const resetPath = '/cells/password-reset';

/** What other cells ask about people. */
export function peopleCellRoutes(ctx: PeopleContext): CellRoute[] {
  return [
    { path: accountsPath, act: ({ body }) => listHere(ctx, { email: String(body.email) }) },
    { path: ticketsPath, act: (asked) => redeemTicket(ctx, asked) },
    {
      path: signInPath,
      async act({ body, correlationId }) {
        const place = { ...body.place, cookie: undefined, correlationId };
        const { sessionId, setCookie } = await signInHere(ctx, { given: body.given, place });
        return { session: await showSession(ctx, { sessionId }), setCookie };
      },
    },
    {
      path: resetPath,
      async act({ body, correlationId }) {
        const { email, address } = body;
        requestReset(ctx, { email, address, correlationId }).catch((error) =>
          ctx.log.error({ err: error, correlationId }, 'password reset request failed'),
        );
        return {};
      },
    },
  ];
}
