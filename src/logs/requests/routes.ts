import type { Clock } from '../../base/clock.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { oldestLoggedMs } from '../log-days.ts';
import { LoggedRequest, requestList } from './store.ts';

export type RequestLogContext = ListContext & { clock: Clock; config: { requestLogDays: number } };

export function requestLogRoutes(ctx: RequestLogContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/requests',
      operationId: 'listRequests',
      tag: 'Team',
      summary: 'List requests',
      description:
        'Lists the requests that API keys and members of the account have sent, newest first: who, which operation and path, status, duration and correlation id. Contains no bodies and no headers. A request appears within about two seconds. Requests that concern only the calling person, such as a change of the password, are not listed. The operator sets for how many days requests are kept (`DAYBOOK_REQUEST_LOG_DAYS`). A server process that is killed loses the requests of its last second: use the audit log for evidence.',
      scope: 'read',
      access: 'session',
      role: 'administrator',
      query: ListQuery,
      answers: { 200: { description: 'A page of requests', schema: Page(LoggedRequest, 'A page of requests') } },
      async read(call) {
        const { accountId } = call.principal;
        const list = requestList({ accountId, oldestMs: oldestLoggedMs(ctx, ctx.config.requestLogDays) });
        const page = await readPage(ctx, list, { ...call, accountId });
        return { json: page.body };
      },
    }),
  ];
}
