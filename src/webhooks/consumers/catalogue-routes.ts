import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { bodySchema, exampleBody } from '../../events/event-body.ts';
import { type EventName, eventNames, eventTypes } from '../../events/event-types.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { column, columns, notInLists } from '../../lists/columns.ts';
import { jsonText } from '../../lists/json-text.ts';
import { type List, type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { type SourceConfig, sourceAddresses } from '../../outbound/source-addresses.ts';

/** The context of the routes that list event types and the IP addresses from which deliveries are sent. */
export type CatalogueContext = ListContext & { config: SourceConfig };

const AnyObject = (description: string) => Type.Object({}, { description, additionalProperties: true });

/** PostgreSQL filters and sorts the event types by these columns. `describe` builds the response. */
const eventTypeColumns = columns({
  eventType: column(
    sql`t.event_type`,
    Type.String({ description: 'The value of `RuleType` in the body of a delivery.' }),
    { field: { choices: eventNames } },
  ),
  description: column(sql`t.description`, Type.String()),
  about: column(
    sql`t.about`,
    Type.String({
      description: openValues(
        'What the event is about: `account`, `company` (the body has `CompanyId`) or `connection` (the body also has `DataConnectionId`).',
      ),
    }),
    { field: { kind: 'choice', choices: [...new Set(eventNames.map((name) => eventTypes[name].about))] } },
  ),
  schema: notInLists(AnyObject('JSON Schema of the whole body. New fields may be added.')),
  example: notInLists(AnyObject('An example of the whole body.')),
});
const EventTypeShape = Type.Object(eventTypeColumns.shape, { title: 'EventType' });

const SourceAddresses = Type.Object(
  {
    status: Type.Enum(['published', 'notPublished'], { description: openValues() }),
    addresses: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'IP addresses and ranges that deliveries are sent from. Absent if none are published.',
      }),
    ),
    message: Type.Optional(Type.String({ description: 'Present if no addresses are published. Explains what to do.' })),
  },
  { title: 'SourceAddresses' },
);

export function catalogueRoutes(ctx: CatalogueContext): Route[] {
  const tag = 'Webhooks';
  return [
    route({
      method: 'GET',
      path: '/webhooks/event-types',
      operationId: 'listEventTypes',
      tag,
      summary: 'List event types',
      description:
        'Lists every event type that a consumer can subscribe to, with the JSON Schema of its body and an example.',
      scope: 'webhooks',
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of event types',
          schema: Page(EventTypeShape, 'A page of event types'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { body } = await readPage(ctx, eventTypeList, { ...call, accountId: call.principal.accountId });
        const page = JSON.parse(body.toString());
        return taggedReply(call, JSON.stringify({ ...page, results: page.results.map(describe) }));
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/source-addresses',
      operationId: 'getSourceAddresses',
      tag,
      summary: 'Get the source addresses of deliveries',
      description: 'Returns the IP addresses that deliveries are sent from, for the allow-list of your firewall.',
      scope: 'webhooks',
      answers: { 200: { description: 'The addresses', schema: SourceAddresses } },
      read: async () => ({ body: publishedAddresses(ctx.config) }),
    }),
  ];
}

function publishedAddresses(config: SourceConfig): Static<typeof SourceAddresses> {
  const addresses = sourceAddresses(config);
  if (addresses.length > 0) return { status: 'published', addresses };
  const message =
    'The operator of this service has not published the source addresses of deliveries yet. Ask the operator for them before you restrict which addresses may call your receiver.';
  return { status: 'notPublished', message };
}

const eventTypeList: List = {
  name: 'eventTypes',
  small: true,
  head: sql`(select 1::bigint as version, ${eventNames.length}::bigint as total)`,
  unversioned: true,
  from: sql`unnest(${eventNames}::text[], ${eventNames.map((name) => eventTypes[name].description)}::text[],
    ${eventNames.map((name) => eventTypes[name].about)}::text[]) t (event_type, description, about)`,
  scope: sql`true`,
  asOf: () => sql`true`,
  record: sql`${jsonText(sql`t.event_type`)}`,
  fields: eventTypeColumns.fields,
  key: { expression: sql`t.event_type collate "C"`, type: sql`text`, descending: false },
};

function describe(name: EventName) {
  const { description, about } = eventTypes[name];
  return { eventType: name, description, about, schema: bodySchema(name), example: exampleBody(name) };
}
