import Type from 'typebox';
import { changeAccount } from '../accounts/change-account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { notFound } from '../base/errors.ts';
import { type Route, route } from '../http/route.ts';
import { readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { inviteMember, limitInvitation } from '../people/team/invite-member.ts';
import { MadeInvitation } from '../people/team/team-store.ts';
import { NewInvitation } from '../people/wire.ts';
import { auditOperator, type OperatorsCall, personOf } from './audit.ts';
import { asOwner, ClientAccount, clientAccountList, findClientAccount } from './store.ts';
import { AccountParams, ClientAccountChange, NewClientAccount } from './wire.ts';

/** Routes with which the operator creates and changes accounts. */
export function operatorAccountRoutes(ctx: PeopleContext): Route[] {
  const shared = { tag: 'Operator', scope: 'manage', access: 'operator' } as const;
  const one = { description: 'The account', schema: ClientAccount };

  async function required(accountId: string): Promise<string> {
    const json = await findClientAccount(ctx.db.system, accountId);
    if (json === undefined) throw notFound({ resource: 'account', service: 'accounts' });
    return json;
  }

  async function invite(call: OperatorsCall, accountId: string, email: string) {
    await required(accountId);
    await limitInvitation(ctx, { accountId, email });
    const { name } = personOf(call);
    const { mail } = await ctx.db.transaction(accountId, async (tx) => {
      const invited = await inviteMember(ctx, tx, { email, role: 'administrator', invitedBy: name });
      const { link: _, ...after } = invited.invitation;
      await auditOperator(ctx, tx, call, { accountId, operation: 'inviteAdministrator', after });
      return invited;
    });
    return mail();
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/operator/accounts',
      operationId: 'listClientAccounts',
      summary: 'List accounts',
      query: ListQuery,
      answers: { 200: { description: 'A page of accounts', schema: Page(ClientAccount, 'A page of accounts') } },
      async act(call) {
        const owner = { ...ctx, db: asOwner(ctx.db) };
        const { accountId } = call.principal;
        return { json: (await readPage(owner, clientAccountList(call.query.query), { ...call, accountId })).body };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/operator/accounts',
      operationId: 'createClientAccount',
      summary: 'Create an account',
      description: 'After creating the account, invite an administrator, who creates the API keys.',
      body: NewClientAccount,
      answers: { 201: one },
      async act(call) {
        const { name, plan = 'free', webhookGeneration: webhooks = 'newer' } = call.body;
        const { accountId } = await createAccount(ctx, { name, plan, webhooks }, (tx, made) =>
          auditOperator(ctx, tx, call, {
            accountId: made,
            operation: 'createClientAccount',
            name,
            after: { name, plan, webhookGeneration: webhooks },
          }),
        );
        return { status: 201, json: await required(accountId) };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/operator/accounts/{accountId}',
      operationId: 'getClientAccount',
      summary: 'Get an account',
      params: AccountParams,
      answers: { 200: one },
      act: async ({ params }) => ({ json: await required(params.accountId) }),
    }),
    route({
      ...shared,
      method: 'PATCH',
      path: '/operator/accounts/{accountId}',
      operationId: 'changeClientAccount',
      summary: 'Change the name, plan or limits of an account',
      description: 'The change takes effect within a second. A new request limit applies from the next minute.',
      params: AccountParams,
      body: ClientAccountChange,
      answers: { 200: one },
      async act(call) {
        const { params, body } = call;
        const before = JSON.parse(await required(params.accountId));
        await ctx.db.transaction(params.accountId, async (tx) => {
          await changeAccount(tx, body);
          const was = Object.fromEntries(Object.keys(body).map((field) => [field, before[field] ?? null]));
          const done = { operation: 'changeClientAccount', name: before.name, before: was, after: body };
          await auditOperator(ctx, tx, call, { accountId: params.accountId, ...done });
        });
        return { json: await required(params.accountId) };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/operator/accounts/{accountId}/invitations',
      operationId: 'inviteAdministrator',
      summary: 'Invite an administrator to an account',
      params: AccountParams,
      body: Type.Object(
        { email: NewInvitation.properties.email },
        { additionalProperties: false, title: 'AdministratorInput' },
      ),
      answers: { 201: { description: 'The invitation', schema: MadeInvitation } },
      refusals: [409],
      act: async (call) => ({ status: 201, body: await invite(call, call.params.accountId, call.body.email) }),
    }),
  ];
}
