import Type from 'typebox';
import { PushOperation } from '../push/list-pushes.ts';
import { Sync } from '../sync/history.ts';
import { Message } from '../webhooks/messages/message-fields.ts';

const id = Type.String({ format: 'uuid' });

const of = <S extends Type.TSchema>(event: string, data: S, description: string) =>
  Type.Object({ event: Type.Literal(event), data }, { title: titleOf(event), description });

/** Each event is a schema with a name of its own: code generators invent names that collide. */
const titleOf = (event: string) => `LiveEvent${event[0]?.toUpperCase()}${event.slice(1)}`;

/** A server-sent event: `event` is its name, `data` its content. */
export const LiveEvent = Type.Union(
  [
    of('hello', Type.Object({}), 'The stream begins or continues after a gap. Reload the data that you show.'),
    of('sync', Sync, 'A sync was requested, has made progress or has ended.'),
    of(
      'message',
      Message,
      'A message is new, or its status has changed. If very many messages change, only the newest ones are sent.',
    ),
    of('push', PushOperation, 'A push operation was requested, has made progress or has ended.'),
    of('company', Type.Object({}), 'A company was created, changed or deleted, or one of its connections has changed.'),
    of(
      'connection',
      Type.Object({ connectionId: id, companyId: id }, { title: 'LiveEventConnectionData' }),
      'The state of a connection has changed. This event is sent only to accounts that use the newer webhooks. All accounts get the event `company`.',
    ),
    of(
      'consumer',
      Type.Object({ consumerId: id }, { title: 'LiveEventConsumerData' }),
      'A webhook consumer was created, changed or deleted, started to fail or recovered.',
    ),
    of(
      'notice',
      Type.Object({}),
      'A problem that people get notices about has begun or ended. Sent only to people, not to API keys.',
    ),
  ],
  { title: 'LiveEvent' },
);
