import type { Answer } from '../../../api.ts';

type EventType = Answer<'listEventTypes'>['results'][number];
type Schema = { properties?: Record<string, Schema> };

/** The dotted paths of the fields of the subscribed event types, for filters and for the choice of fields. */
export function eventPaths(types: readonly EventType[], patterns: readonly string[]): string[] {
  const isSubscribed = (name: string) =>
    patterns.some((pattern) => pattern === '*' || pattern === name || name.startsWith(pattern.replace(/\*$/, '')));
  const chosen = types.filter(({ eventType }) => isSubscribed(eventType));
  return [...new Set(chosen.flatMap(({ schema }) => pathsIn(schema as Schema)))];
}

function pathsIn({ properties = {} }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...pathsIn(inner, `${prefix}${name}.`),
  ]);
}

/** These are in every delivery, so there is nothing to choose (src/webhooks/content/choose-fields.ts). */
export const alwaysSent = ['EventId', 'RuleType', 'GeneratedAt', 'ClientId', 'CompanyId', 'DataConnectionId'];
