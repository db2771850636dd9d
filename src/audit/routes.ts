import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { AuditEntry, auditList } from './store.ts';

export function auditRoutes(ctx: ListContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/audit',
      operationId: 'listAudit',
      tag: 'Team',
      summary: 'List audit entries',
      description:
        'Lists the changes in the account and the sign-ins to the account, newest first. An entry says who did what, with the states before and after. Secrets are masked. Pushes and syncs that an API key requests are not listed, but every call of a tool by an agent is (`operation=callTool`), also those that only read.',
      scope: 'read',
      access: 'session',
      role: 'administrator',
      query: ListQuery,
      answers: { 200: { description: 'A page of audit entries', schema: Page(AuditEntry, 'A page of audit entries') } },
      async read(call) {
        const { accountId } = call.principal;
        const page = await readPage(ctx, auditList(accountId), { ...call, accountId });
        return { json: page.body };
      },
    }),
  ];
}
