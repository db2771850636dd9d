import { bodySchema, exampleBody } from '../events/event-body.ts';
import { type EventName, eventNames, eventTypes } from '../events/event-types.ts';
import { describeFields } from './describe-fields.ts';
import { deliveryHeaders } from './event-webhooks.ts';

/** The AsyncAPI 3 document: the messages that Daybook sends to webhook consumers. */
export function asyncapiDocument({ version }: { version: string }): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Daybook events',
      version,
      description:
        'Messages that Daybook sends to your webhook consumers, signed as Standard Webhooks describes it. New event types and fields may be added.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      consumer: {
        title: 'Webhook consumer',
        address: null,
        description: 'The URL of a consumer, which you set with `POST /webhooks/consumers`.',
        messages: Object.fromEntries(eventNames.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { http: { bindingVersion: '0.3.0' } },
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/consumer' },
        summary: 'Daybook sends a message to each consumer that subscribes to its event type.',
        messages: eventNames.map((name) => ({ $ref: `#/channels/consumer/messages/${name}` })),
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: Object.fromEntries(
        eventNames.map((name) => [
          name,
          {
            name,
            title: eventTypes[name].description,
            contentType: 'application/json',
            headers: { $ref: '#/components/schemas/Headers' },
            payload: payloadOf(name),
            examples: [{ name: 'example', summary: eventTypes[name].description, payload: exampleBody(name) }],
          },
        ]),
      ),
      schemas: { Headers: headers },
    },
  };
}

function payloadOf(name: EventName): object {
  const payload = JSON.parse(JSON.stringify(bodySchema(name)));
  describeFields(payload, [name]);
  return payload;
}

const headers = {
  type: 'object',
  required: Object.keys(deliveryHeaders),
  properties: Object.fromEntries(
    Object.entries(deliveryHeaders).map(([name, description]) => [name, { type: 'string', description }]),
  ),
};
