import type { Clock } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { hasConnection } from '../../connections/store.ts';
import { ConnectionParams } from '../../connections/wire.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { oldestLoggedMs } from '../log-days.ts';
import { Call, callList } from './store.ts';

export type CallLogContext = ListContext & { clock: Clock; config: { platformCallLogDays: number } };

export function callLogRoutes(ctx: CallLogContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/companies/{companyId}/connections/{connectionId}/calls',
      operationId: 'listCalls',
      tag: 'Connections',
      summary: 'List calls to the platform',
      description:
        'Lists the HTTP requests that were sent to the platform for this connection, newest first: what for, path, status or error, duration and waiting time. `query` filters by `syncId`, `pushId`, `dataType`, `status`, `path`, `at` and so on. Contains no bodies and no headers, and secrets in paths and queries are masked. Requests for access tokens are not listed. A call appears within about two seconds. The operator sets for how many days calls are kept (`DAYBOOK_PLATFORM_CALL_LOG_DAYS`).',
      scope: 'read',
      params: ConnectionParams,
      query: ListQuery,
      answers: { 200: { description: 'A page of calls', schema: Page(Call, 'A page of calls') } },
      async read(call) {
        const { accountId } = call.principal;
        const { companyId, connectionId } = call.params;
        if (!(await hasConnection(ctx.db, { accountId, companyId, connectionId })))
          throw notFound({ resource: 'connection', service: 'connections' });
        const oldestMs = oldestLoggedMs(ctx, ctx.config.platformCallLogDays);
        const page = await readPage(ctx, callList({ accountId, companyId, connectionId, oldestMs }), {
          ...call,
          accountId,
        });
        return { json: page.body };
      },
    }),
  ];
}
