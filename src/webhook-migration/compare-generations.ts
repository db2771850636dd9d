import { sameUrl } from './plan-migration.ts';

/** What the older and the newer webhooks did with one event, as read from the database. */
export type RehearsedEvent = {
  event_id: string;
  rule_type: string;
  at: Date;
  alerts: { body: string; deliveries: OlderDelivery[] }[];
  message_body: string | null;
  attempts: { consumerId: string; outcome: 'd' | 'f' | 'x' | 'g'; statusCode: number | null; endedAt: string }[];
  /** Ids of the consumers for which the event is still pending. */
  pending: string[];
};
type OlderDelivery = {
  target: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: { at: string; statusCode?: number; error?: string }[];
  endedAt: string | null;
};

/** How the older or the newer webhooks delivered an event to a URL. */
export type Sent = { url: string; outcome: 'delivered' | 'failed' | 'pending'; statusCode?: number; ms?: number };

export type ComparedEvent = {
  eventId: string;
  ruleType: string;
  isSame: boolean;
  /** Empty if `isSame` is true. */
  differences: Difference[];
  /** Whether the older webhooks sent the event to a URL more than once, because several rules matched. */
  olderSentTwice: boolean;
  older: Sent[];
  newer: Sent[];
};
export type Difference = { kind: 'body' | 'onlyOlder' | 'onlyNewer' | 'outcome'; text: string };

/** The fields that only bodies of the older webhooks have. */
const goingFields = /^\{"AlertId":"[^"]*","RuleId":"[^"]*",/;

/**
 * Compares what the older and the newer webhooks did with an event. The event counts as the same if its body (except
 * RuleId and AlertId), its URLs and its outcomes are the same.
 */
export function compareGenerations(event: RehearsedEvent, urlOf: ReadonlyMap<string, string>): ComparedEvent {
  const all = event.alerts.flatMap(({ deliveries }) => deliveries);
  const older = onePerUrl(all.map((one) => olderSent(one, event.at)));
  const newer = onePerUrl(newerSent(event, urlOf));
  const differences = [
    ...bodyDifferences(event),
    ...only('onlyOlder', older, newer),
    ...only('onlyNewer', newer, older),
    ...outcomeDifferences(older, newer),
  ];
  return {
    eventId: event.event_id,
    ruleType: event.rule_type,
    isSame: differences.length === 0,
    differences,
    olderSentTwice: all.length > older.length,
    older,
    newer,
  };
}

function bodyDifferences({ alerts, message_body: body }: RehearsedEvent): Difference[] {
  if (body === null) return [];
  const other = alerts.find((alert) => alert.body.replace(goingFields, '{') !== body);
  if (!other) return [];
  const fields = fieldsThatDiffer(other.body, body);
  return [{ kind: 'body', text: `the bodies differ in ${fields.join(', ') || 'field order or formatting'}` }];
}

function fieldsThatDiffer(older: string, newer: string): string[] {
  const { AlertId: _, RuleId: __, ...one } = JSON.parse(older) as Record<string, unknown>;
  const two = JSON.parse(newer) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(one), ...Object.keys(two)])];
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]));
}

function only(kind: 'onlyOlder' | 'onlyNewer', these: readonly Sent[], others: readonly Sent[]): Difference[] {
  const known = new Set(others.map(({ url }) => url));
  const name = kind === 'onlyOlder' ? 'older' : 'newer';
  return these
    .filter(({ url }) => !known.has(url))
    .map(({ url }) => ({ kind, text: `only the ${name} webhooks sent it to ${url}` }));
}

function outcomeDifferences(older: readonly Sent[], newer: readonly Sent[]): Difference[] {
  return older.flatMap((one) => {
    const other = newer.find(({ url }) => url === one.url);
    if (!other || other.outcome === one.outcome) return [];
    const tell = ({ outcome, statusCode }: Sent) => (statusCode === undefined ? outcome : `${outcome} (${statusCode})`);
    return [{ kind: 'outcome', text: `${one.url}: older ${tell(one)}, newer ${tell(other)}` } as const];
  });
}

function olderSent({ target, status, attempts, endedAt }: OlderDelivery, at: Date): Sent {
  const statusCode = attempts.at(-1)?.statusCode;
  return {
    url: sameUrl(target),
    outcome: status,
    ...(statusCode !== undefined && { statusCode }),
    ...(endedAt !== null && { ms: Date.parse(endedAt) - at.getTime() }),
  };
}

function newerSent({ attempts, pending, at }: RehearsedEvent, urlOf: ReadonlyMap<string, string>): Sent[] {
  const last = new Map(attempts.map((attempt) => [attempt.consumerId, attempt]));
  const consumers = new Set([...last.keys(), ...pending]);
  return [...consumers].flatMap((consumerId) => {
    const url = urlOf.get(consumerId);
    if (url === undefined) return [];
    const attempt = last.get(consumerId);
    const outcome = attempt?.outcome === 'd' ? 'delivered' : pending.includes(consumerId) ? 'pending' : 'failed';
    return [
      {
        url: sameUrl(url),
        outcome,
        ...(typeof attempt?.statusCode === 'number' && { statusCode: attempt.statusCode }),
        ...(attempt && { ms: Date.parse(attempt.endedAt) - at.getTime() }),
      } as const,
    ];
  });
}

/** Keeps the best outcome per URL, because one successful delivery is enough. */
function onePerUrl(sent: readonly Sent[]): Sent[] {
  const rank = { delivered: 0, pending: 1, failed: 2 };
  const found = new Map<string, Sent>();
  for (const one of [...sent].sort((a, b) => rank[a.outcome] - rank[b.outcome]))
    if (!found.has(one.url)) found.set(one.url, one);
  return [...found.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}
