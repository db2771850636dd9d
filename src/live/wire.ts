import Type from 'typebox';
import { PushOperation } from '../push/wire.ts';
import { Sync } from '../sync/wire.ts';
import { Message } from '../webhooks/messages/wire.ts';

const id = Type.String({ format: 'uuid' });

const of = <S extends Type.TSchema>(event: string, data: S, description: string) =>
  Type.Object({ event: Type.Literal(event), data }, { description });

/** What comes as a server-sent event: `event` is its name, `data` its content. */
export const LiveEvent = Type.Union(
  [
    of(
      'hello',
      Type.Object({}),
      'The stream begins, or goes on after a gap: what is on the screen is to be loaded again.',
    ),
    of('sync', Sync, 'A sync was requested, has come further or has ended.'),
    of('message', Message, 'A message is new, or its status has changed. Of very many at once, the newest.'),
    of('push', PushOperation, 'A push operation was requested, has come further or has ended.'),
    of('company', Type.Object({}), 'The list of companies has changed, or a company or connection in it.'),
    of(
      'connection',
      Type.Object({ connectionId: id, companyId: id }),
      'The state of a connection has changed. Told in the newer webhooks; `company` is told always.',
    ),
    of('consumer', Type.Object({ consumerId: id }), 'A webhook consumer was made, changed or deleted, fails or works.'),
  ],
  { title: 'LiveEvent' },
);
