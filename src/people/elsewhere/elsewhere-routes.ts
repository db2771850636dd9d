import { type Route, route } from '../../http/route.ts';
import type { PeopleContext } from '../people-context.ts';
import { peopleTag, personal, personIn } from '../sessions/session-routes.ts';
import { AccountsElsewhere, CellSwitch, Session } from '../wire.ts';
import { listElsewhere } from './list-elsewhere.ts';
import { switchCell } from './switch-cell.ts';

/** Routes for people with accounts in several cells. */
export function elsewhereRoutes(ctx: PeopleContext): Route[] {
  const common = { path: '/session/elsewhere', tag: peopleTag, ...personal } as const;
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'getAccountsElsewhere',
      summary: 'Get your accounts in other cells',
      description:
        'Lists the accounts in other cells of the person with the same e-mail address, if the address is verified in both cells. Empty if the installation has only one cell.',
      answers: { 200: { description: 'The other cells', schema: AccountsElsewhere } },
      act: async (call) => ({ body: await listElsewhere(ctx, personIn(call)) }),
    }),
    route({
      ...common,
      method: 'POST',
      operationId: 'switchCell',
      summary: 'Switch to an account in another cell',
      description:
        'Ends the session and starts one in the other cell. The response sets its cookie. If you use an authenticator app in the other cell, a request without `code` returns 401 `codeRequired`.',
      body: CellSwitch,
      answers: { 200: { description: 'The session in the other cell', schema: Session } },
      refusals: [404, 503],
      async act(call) {
        const { cell: to, accountId, code } = call.body;
        const { session, setCookie } = await switchCell(ctx, { call, to, accountId, code });
        return { body: session, headers: { 'set-cookie': setCookie } };
      },
    }),
  ];
}
