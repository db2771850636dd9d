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
        'An endless stream of server-sent events: the progress of syncs and pushes, new messages, changes of companies and consumers, within about a second. `hello` is sent first, and after a gap: reload what you show when you receive it. This stream is meant for screens. For data, follow `/changes`, which misses nothing.',
      scope: 'read',
      answers: { 200: { description: 'Events', schema: LiveEvent, eventStream: 'only' } },
      async read(call) {
        const { principal } = call;
        if (principal.companyTags !== null)
          throw keyTooNarrow({ reason: 'this API key is limited to some companies, but this covers all of them.' });
        const seesWebhooks = principal.person !== null || principal.scopes.includes('webhooks');
        const isWanted = ({ event }: { event: string }) =>
          seesWebhooks || (event !== 'message' && event !== 'consumer');
        return { stream: liveStream(ctx, call, isWanted), headers: streamHeaders };
      },
    }),
  ];
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without it, a buffering proxy would delay events.
  'x-accel-buffering': 'no',
};
