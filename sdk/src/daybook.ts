export type { Downloads, Operations, Schemas } from './api.gen.ts';
export {
  type Client,
  type ClientOptions,
  createClient,
  type Decimals,
  type FollowOptions,
  type OperationName,
} from './client.ts';
export type { DecimalField, WithStrings } from './decimals.ts';
export type { Download } from './download.ts';
export * from './errors.ts';
export type { Answered, CallOptions, ChangeOptions, PushOptions, ReadOptions } from './options.ts';
export type { LiveEvent } from './watch.ts';
export { verifyWebhook, type WebhookEvent, WebhookRefused } from './webhooks.ts';
