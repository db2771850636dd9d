import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { auditList } from './store.ts';
import { AuditEntry } from './wire.ts';

export function auditRoutes(ctx: ListContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/audit',
      operationId: 'listAudit',
      tag: 'Team',
      summary: 'List audit entries',
      description:
        'Every change in the account and every sign-in to it, newest first: who, what, and the states before and after. Secrets are masked.',
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
