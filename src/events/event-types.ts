import Type, { type Static, type TSchema } from 'typebox';
import { remappedCount } from '../base/remapped.ts';
import {
  aConnection,
  aConsumer,
  aGroup,
  anError,
  anInvoice,
  aPush,
  connectionData,
  consumerData,
  count,
  counts,
  exampleId,
  groupData,
  id,
  limitWindow,
  name,
  open,
  pushData,
  pushSucceeded,
  standingData,
  time,
  trigger,
} from './event-data.ts';
import type { RenderedJson } from './rendered-json.ts';

/**
 * Describes an event type: its meaning, the schema of its `Data`, and an example of its message and its data. Clients subscribe to the names of
 * event types, or to a prefix such as "sync.*". The meaning of a name never changes, but new names may appear.
 */
type EventType = {
  description: string;
  about: 'account' | 'company' | 'connection';
  message: string;
  data: TSchema;
  example: object;
};

export const eventTypes = {
  'company.created': {
    description: 'A company was created.',
    about: 'company',
    message: 'The company "Bakery Sunrise" was created.',
    data: Type.Object({ name }),
    example: { name: 'Bakery Sunrise' },
  },
  'company.deleted': {
    description: 'A company was deleted. Its data is no longer readable and will be erased.',
    about: 'company',
    message: 'The company was deleted.',
    data: Type.Object({}),
    example: {},
  },
  'company.synced': {
    description: 'The first syncs after a connection was linked have all ended.',
    about: 'connection',
    message: 'The first syncs are done: 2 complete, 0 failed.',
    data: Type.Object({ completed: Type.Array(name), failed: Type.Array(name) }),
    example: { completed: ['invoices', 'customers'], failed: [] },
  },
  'connection.created': {
    description: 'A connection was created and waits for authorization.',
    about: 'connection',
    message: 'A connection to Sandbox is waiting for authorization.',
    data: connectionData,
    example: { ...aConnection, status: 'PendingAuth' },
  },
  'connection.linked': {
    description: 'A connection was authorized. Its data is now being fetched.',
    about: 'connection',
    message: 'The connection is linked. Its data is being fetched.',
    data: connectionData,
    example: aConnection,
  },
  'connection.failed': {
    description: 'The platform rejected the credentials of a connection.',
    about: 'connection',
    message: 'Sandbox rejected the credentials.',
    data: Type.Object({ platformKey: name, reason: Type.String() }),
    example: { platformKey: 'sandbox', reason: 'The platform rejected the credentials.' },
  },
  'connection.unlinked': {
    description: 'The client unlinked a connection. Data that was already synced stays readable.',
    about: 'connection',
    message: 'The connection was unlinked.',
    data: connectionData,
    example: { ...aConnection, status: 'Unlinked' },
  },
  'connection.deauthorized': {
    description:
      'The platform no longer accepts the credentials. The owner of the company has to authorize the connection again.',
    about: 'connection',
    message: "The platform no longer accepts the credentials. The company's owner must authorize the connection again.",
    data: connectionData,
    example: { ...aConnection, status: 'Deauthorized' },
  },
  'connection.deleted': {
    description: 'A connection was deleted together with the data that was synced through it.',
    about: 'connection',
    message: 'The connection was deleted.',
    data: connectionData,
    example: { ...aConnection, status: 'Deleted' },
  },
  'quality.changed': {
    description:
      'Checks of a data set have found other problems than before, or none any more. With `isHeld`, the new state is not published until a person confirms it.',
    about: 'connection',
    message: 'The checks of invoices have other results: duplicate (2).',
    data: Type.Object({
      syncId: id,
      dataType: name,
      generation: Type.Integer({ minimum: 1, description: 'The generation that was checked.' }),
      isHeld: Type.Boolean(),
      checks: Type.Array(
        Type.Object({
          check: Type.String(open('Name of the check, such as `duplicate`.')),
          level: Type.String(open('`inform`, `warn` or `hold`.')),
          outcome: Type.String(open('`passed` or `found`.')),
          found: count,
          previousFound: Type.Integer({ minimum: 0, description: 'How many problems the published state had before.' }),
        }),
        { description: 'The checks whose result has changed.' },
      ),
    }),
    example: {
      syncId: exampleId(2),
      dataType: 'invoices',
      generation: 8,
      isHeld: false,
      checks: [{ check: 'duplicate', level: 'warn', outcome: 'found', found: 2, previousFound: 0 }],
    },
  },
  'sync.completed': {
    description: 'A sync has completed, and its data is readable. This event is sent even if no record has changed.',
    about: 'connection',
    message: 'The sync of invoices is complete.',
    data: Type.Object({
      syncId: id,
      dataType: name,
      trigger,
      isFull: Type.Boolean(),
      counts,
      generation: count,
      totalRecords: count,
    }),
    example: {
      syncId: exampleId(2),
      dataType: 'invoices',
      trigger: 'schedule',
      isFull: false,
      counts: { added: 3, updated: 1, unchanged: 0, deleted: 0 },
      generation: 8,
      totalRecords: 1204,
    },
  },
  'sync.failed': {
    description: 'A sync has failed. Data that earlier syncs have published stays readable.',
    about: 'connection',
    message: 'The sync of invoices has failed: The platform did not answer.',
    data: Type.Object({
      syncId: id,
      dataType: name,
      trigger,
      status: Type.String(open('State of the sync, such as `FetchError`.')),
      error: Type.Object({ code: Type.String(open('Why the sync failed, for programs.')), message: Type.String() }),
    }),
    example: {
      syncId: exampleId(2),
      dataType: 'invoices',
      trigger: 'schedule',
      status: 'FetchError',
      error: anError('unavailable', 'The platform did not answer.'),
    },
  },
  'dataset.changed': {
    description: 'Records of a data set were added, updated or deleted. The change feed lists each of them.',
    about: 'connection',
    message: 'invoices: 3 added, 1 updated, 0 deleted.',
    data: Type.Object({
      // Exactly one of these two ids is present. It identifies the sync or the push that changed the data set.
      syncId: Type.Optional(id),
      pushId: Type.Optional(id),
      dataType: name,
      added: count,
      updated: count,
      deleted: count,
      remapped: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: remappedCount,
        }),
      ),
      generation: count,
      totalRecords: count,
    }),
    example: {
      syncId: exampleId(2),
      dataType: 'invoices',
      added: 3,
      updated: 1,
      deleted: 0,
      generation: 8,
      totalRecords: 1204,
    },
  },
  'push.succeeded': {
    description: 'A push operation has succeeded. The platform has applied the change.',
    about: 'connection',
    message: pushSucceeded,
    data: pushData,
    example: aPush,
  },
  'push.failed': {
    description: 'A push operation has failed. The platform has not applied the change.',
    about: 'connection',
    message: 'The push "create invoices" failed.',
    data: pushData,
    example: { ...aPush, status: 'Failed', errorMessage: 'The platform rejected the invoice.' },
  },
  'push.timedOut': {
    description:
      'A push operation has timed out, so its outcome is unknown. As soon as the outcome is known, `push.resolved` reports it.',
    about: 'connection',
    message: 'The push "create invoices" timed out.',
    data: pushData,
    example: { ...aPush, status: 'TimedOut' },
  },
  'push.resolved': {
    description: 'The outcome of a push operation that had timed out is now known.',
    about: 'connection',
    message: pushSucceeded,
    data: pushData,
    example: aPush,
  },
  'pushGroup.ended': {
    description: 'A push group has ended. Every step has an outcome.',
    about: 'connection',
    message: 'The push group succeeded.',
    data: groupData,
    example: aGroup,
  },
  'standingQuery.matched': {
    description:
      'Records have entered a standing query, changed in it or left it. Sent to the consumer of the query, once for each published generation in which that happens, and for each day that begins if the query contains `today`, or several times if there are many records.',
    about: 'connection',
    message: 'Large open invoices: 1 entered, 0 changed, 0 left.',
    data: standingData,
    example: {
      consumerId: exampleId(4),
      standingQueryId: exampleId(14),
      name: 'Large open invoices',
      dataType: 'invoices',
      reason: 'published',
      generation: 8,
      syncId: exampleId(2),
      entered: 1,
      changed: 0,
      left: 0,
      records: [
        {
          recordId: 'INV-7',
          change: 'entered',
          isDeleted: false,
          beforeGeneration: 5,
          before: anInvoice('Draft', '2026-10-01T09:00:00Z'),
          after: anInvoice('Submitted', '2026-11-02T09:00:00Z'),
        },
      ],
    },
  },
  'account.rateLimit.reached': {
    description:
      'The account has used up its requests for the minute or the day. Further requests return 429 until the reset.',
    about: 'account',
    message: 'The account has used up its requests for this day. Further requests are rejected until the reset.',
    data: Type.Object({ window: limitWindow, limit: count, resetsAt: time }),
    example: { window: 'day', limit: 1000, resetsAt: '2026-11-16T00:00:00Z' },
  },
  'account.rateLimit.reset': {
    description: 'A rate limit that had been reached was reset. Requests are accepted again.',
    about: 'account',
    message: "The account's request limit per day has reset. Requests are accepted again.",
    data: Type.Object({ window: limitWindow }),
    example: { window: 'day' },
  },
  'account.restored': {
    description:
      'The service was restored from a backup, or a standby database took over. Everything up to `restoredTo` is there. What happened between `restoredTo` and `noticedAt` may be missing: messages that you have received, records, and push operations that the platform has carried out. Read the change feed again, and look at the platform before you repeat a push.',
    about: 'account',
    message:
      'The database was restored from a backup, or a standby took over. Data from after 2026-11-15T09:59:50Z may be missing.',
    data: Type.Object({ restoredTo: time, noticedAt: time }),
    example: { restoredTo: '2026-11-15T09:59:50Z', noticedAt: '2026-11-15T10:20:00Z' },
  },
  'consumer.failing': {
    description:
      'No delivery to a webhook consumer has succeeded for a day. If none succeeds before `disablesAt`, the consumer will be disabled.',
    about: 'account',
    message: 'No delivery to the webhook consumer ledger has succeeded since 2026-11-14T10:00:00Z.',
    data: Type.Object({ ...consumerData, failingSince: time, disablesAt: time }),
    example: { ...aConsumer, failingSince: '2026-11-14T10:00:00Z', disablesAt: '2026-11-19T10:00:00Z' },
  },
  'consumer.disabled': {
    description:
      'A webhook consumer was disabled, either because no delivery to it succeeded for 5 days, or because it responded with 410 and `disableOn410` was set.',
    about: 'account',
    message: 'The webhook consumer ledger was disabled because no delivery succeeded for 5 days.',
    data: Type.Object({
      ...consumerData,
      reason: Type.String(open('Why the consumer was disabled, such as `failing`.')),
    }),
    example: { ...aConsumer, reason: 'failing' },
  },
} satisfies Record<string, EventType>;

export type EventName = keyof typeof eventTypes;
export const eventNames = Object.keys(eventTypes) as EventName[];
export type EventData<Name extends EventName> = Static<(typeof eventTypes)[Name]['data']>;

/** All patterns that match this event type: its name, its prefixes and `*`. */
export function patternsFor(name: EventName): string[] {
  const parts = name.split('.');
  return [name, ...parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.*`), '*'];
}

/** Every pattern that matches at least one event type. */
export const knownPatterns: ReadonlySet<string> = new Set(eventNames.flatMap(patternsFor));

/** An event to be emitted. `message` is a text for people. */
export type NewEvent = {
  [Name in EventName]: {
    type: Name;
    companyId?: string;
    connectionId?: string;
    message: string;
    data: EventData<Name> | RenderedJson;
  };
}[EventName];
