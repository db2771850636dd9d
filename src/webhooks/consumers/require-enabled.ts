import { wrongState } from '../../base/errors.ts';
import { consumerMissing } from './change-consumer.ts';

/** Throws if the consumer does not exist or is disabled. Called before messages are sent to a consumer on request. */
export function requireEnabled<T extends { is_enabled: boolean }>(
  consumer: T | undefined,
  remedy = 'Enable it first.',
): T {
  if (!consumer) throw consumerMissing();
  if (!consumer.is_enabled) throw wrongState({ error: `the consumer is disabled. ${remedy}`, service: 'webhooks' });
  return consumer;
}
