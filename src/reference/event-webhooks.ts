import type { TSchema } from 'typebox';
import { bodySchema, exampleBody } from '../events/event-body.ts';
import { eventNames, eventTypes } from '../events/event-types.ts';

/** The section `webhooks` of the OpenAPI document: the request that a consumer gets for each event type. */
export function eventWebhooks(refer: (schema: TSchema, name: string) => object): Record<string, object> {
  return Object.fromEntries(
    eventNames.map((name) => [
      name,
      {
        post: {
          operationId: `on${name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
          tags: ['Webhooks'],
          summary: eventTypes[name].description,
          description:
            'Sent to your consumers as Standard Webhooks describes it. Verify the signature before you use the body. The same message can arrive twice: its `webhook-id` is then the same.',
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: refer(bodySchema(name), name),
                examples: { [name]: { summary: eventTypes[name].description, value: exampleBody(name) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'The message counts as delivered. The body of the response is ignored.' },
            '410': { description: 'Disables the consumer, if `disableOn410` is set.' },
            '4XX': failed,
            '5XX': failed,
          },
        },
      },
    ]),
  );
}

const failed = { description: 'The message is sent again. There are eight attempts within 28 hours.' };

/** The headers of a delivery that prove where it comes from. */
export const deliveryHeaders = {
  'webhook-id': 'Id of the message. It is the same in every attempt.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'One or more signatures, separated by spaces.',
};
const headers = Object.entries(deliveryHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));
