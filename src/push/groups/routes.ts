import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { CompanyParams } from '../../companies/wire.ts';
import type { Emit } from '../../events/emit.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { CreateContext } from '../create-push.ts';
import { createGroup, dryRunGroup } from './create-group.ts';
import { groupList, groupStatement, groupsMax, PushGroup } from './group-list.ts';
import { GroupDryRun, GroupInput, GroupParams, GroupQuery } from './wire.ts';

export type GroupContext = ListContext & CreateContext & { emit: Emit };

const path = '/companies/{companyId}/pushGroups';
const defaultTimeoutMinutes = 60;
const noGroup = () => notFound({ resource: 'push group', service: 'push' });

/** Pushes that are carried out one after the other as one operation. */
export function pushGroupRoutes(ctx: GroupContext): Route[] {
  const tag = 'Push';
  const isDryRun = ({ query }: { query: { dryRun?: boolean } }) => query.dryRun === true;
  return [
    route({
      tag,
      method: 'POST',
      path,
      operationId: 'createPushGroup',
      summary: 'Push several records in order, as one operation',
      description:
        'Carries out the steps one after the other, such as a customer, its invoice and its payment. A step can use the id of the record of an earlier one. All steps are checked before the first is sent, and every step ends with an outcome that is certain. With `dryRun`, returns the requests and sends nothing.',
      scope: 'push',
      params: CompanyParams,
      query: GroupQuery,
      body: GroupInput,
      hasOwnHistory: true,
      isDryRun,
      isKeyIgnored: isDryRun,
      answers: {
        200: {
          description: 'The push group. With `dryRun`, the requests that would be sent.',
          schema: Type.Union([PushGroup, GroupDryRun]),
        },
      },
      refusals: [412],
      async write(tx, { params: { companyId }, query, body: group, bodyText }) {
        const timeoutMinutes = query.timeoutInMinutes ?? defaultTimeoutMinutes;
        const wanted = { companyId, group, timeoutMinutes, bodyText };
        if (query.dryRun) return { body: await dryRunGroup(ctx, tx, wanted) };
        const groupId = await createGroup(ctx, tx, wanted);
        const { rows } = await groupStatement({ accountId: tx.accountId, companyId }, groupId).execute(tx);
        return { json: rows[0]?.json ?? '' };
      },
    }),
    route({
      tag,
      method: 'GET',
      path,
      operationId: 'listPushGroups',
      summary: 'List push groups of a company',
      description: `Returns the newest groups first, at most ${groupsMax.toLocaleString('en')}.`,
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of push groups',
          schema: Page(PushGroup, 'A page of push groups'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = groupList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      tag,
      method: 'GET',
      path: `${path}/{pushGroupId}`,
      operationId: 'getPushGroup',
      summary: 'Get a push group with the outcome of each step',
      scope: 'read',
      params: GroupParams,
      answers: { 200: { description: 'The push group', schema: PushGroup } },
      async read({ principal: { accountId }, params: { companyId, pushGroupId } }) {
        const [row] = await ctx.db.read(accountId, groupStatement({ accountId, companyId }, pushGroupId));
        if (!row) throw noGroup();
        return { json: row.json };
      },
    }),
  ];
}
