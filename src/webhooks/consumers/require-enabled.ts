import { wrongState } from '../../errors.ts';
import { consumerMissing } from './change-consumer.ts';

/** Whoever sends something to a consumer on request wants one that is there and takes it. */
export function requireEnabled<T extends { is_enabled: boolean }>(
  consumer: T | undefined,
  remedy = 'Enable it first.',
): T {
  if (!consumer) throw consumerMissing();
  if (!consumer.is_enabled) throw wrongState({ error: `the consumer is disabled. ${remedy}`, service: 'webhooks' });
  return consumer;
}
