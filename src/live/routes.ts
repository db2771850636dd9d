import { keyTooNarrow } from '../base/errors.ts';
import { type Route, route } from '../http/route.ts';
import { type LiveContext, liveStream } from './live-stream.ts';
import { LiveEvent } from './wire.ts';

export function liveRoutes(ctx: LiveContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/live',
      operationId: 'watchAccount',
      tag: 'Overview',
      summary: 'Watch the activity of the account',
      description:
        'Returns an endless stream of server-sent events. It reports the progress of syncs and pushes, new messages, and changes of companies and consumers within about a second. The event `hello` is sent at the beginning and after a gap. When you receive it, reload the data that you show. This stream is meant for user interfaces. To process data, read `/changes`, which misses nothing.',
      scope: 'read',
      answers: { 200: { description: 'Events', schema: LiveEvent, eventStream: 'only' } },
      async read(call) {
        const { principal } = call;
        if (principal.companyTags !== null)
          throw keyTooNarrow({
            reason: 'this API key is limited to some companies, but this stream covers all companies of the account.',
          });
        const seesWebhooks = principal.person !== null || principal.scopes.includes('webhooks');
        const isWanted = ({ event }: { event: string }) =>
          event === 'notice'
            ? principal.person !== null
            : seesWebhooks || (event !== 'message' && event !== 'consumer');
        return { stream: liveStream(ctx, call, isWanted), headers: streamHeaders };
      },
    }),
  ];
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without this header, a buffering proxy would delay events.
  'x-accel-buffering': 'no',
};
