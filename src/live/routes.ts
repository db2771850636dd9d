import { keyTooNarrow } from '../errors.ts';
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
      summary: 'Watch what happens in the account',
      description:
        'Server-sent events without end: the progress of syncs and pushes, new messages, changes of companies and consumers, within about a second. `hello` comes first, and after a gap: load what you show when you hear it. For data, follow `/changes`, which misses nothing; this is for screens.',
      scope: 'read',
      answers: { 200: { description: 'Events', schema: LiveEvent, eventStream: 'only' } },
      async read(call) {
        const { principal } = call;
        if (principal.companyTags !== null)
          throw keyTooNarrow({ reason: 'this API key is limited to some companies, and this shows all of them.' });
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
  // A proxy that collects would hold events back.
  'x-accel-buffering': 'no',
};
