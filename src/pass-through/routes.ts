import { type Route, route } from '../http/route.ts';
import { type PassThroughContext, passThrough } from './pass-through.ts';
import { PassThroughParams, PassThroughRequest, PassThroughResponse } from './wire.ts';

export type { PassThroughContext } from './pass-through.ts';

export function passThroughRoutes(ctx: PassThroughContext): Route[] {
  return [
    route({
      method: 'POST',
      path: '/companies/{companyId}/connections/{connectionId}/passThrough',
      operationId: 'passThrough',
      tag: 'Connections',
      summary: 'Send a request of your own to the platform',
      description:
        "Sends one request in the platform's own language, with the credentials of the connection and within the request limits of the platform. The response is 200 whatever the status of the platform was, except 401 (403 here) and 429. A request with another method than GET needs an `Idempotency-Key`; it is sent at most once, and if its answer is lost, the response is 409. Each request is in the audit log and in the log of calls to platforms. Data sets change only with the next sync.",
      scope: 'passThrough',
      role: 'administrator',
      params: PassThroughParams,
      body: PassThroughRequest,
      bodyLimitBytes: 1024 * 1024,
      takesKey: true,
      writesAudit: true,
      answers: { 200: { description: "The platform's response", schema: PassThroughResponse } },
      refusals: [404],
      read: (call) => passThrough(ctx, call),
    }),
  ];
}
