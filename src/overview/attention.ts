import { plans } from '../accounts/plans.ts';
import { dayMs } from '../base/durations.ts';
import type { Principal } from '../http/access/principal.ts';
import { type ConsumerFact, isCut, type OverviewFacts, type SyncFact } from './store.ts';
import type { Attention } from './wire.ts';

/** Finds what needs a person's attention. Each message says what happened and how to fix it. Pure functions. */
export type AttentionOf = { principal: Pick<Principal, 'plan' | 'accountCreatedMs'>; nowMs: number };

const shownMax = 100;

export function worthAttention(
  facts: OverviewFacts,
  of: AttentionOf,
): {
  attention: Attention[];
  isCut: boolean;
  companies: number;
} {
  const all = [
    ...facts.connections.map(deauthorized),
    ...groups(facts.waiting.filter(isHeld)).map(deletionsHeld),
    ...groups(facts.syncs).map(syncFailed),
    ...groups(facts.waiting.filter((sync) => !isHeld(sync))).map(syncWaiting),
    ...facts.pushes.map(pushUnknown),
    ...facts.consumers.flatMap(consumerTrouble),
    ...facts.consumers.flatMap((consumer) => deliveriesLate(consumer, of.nowMs)),
    ...facts.limits.map(requestLimit),
    ...planTrouble(facts.companies, of),
  ];
  const companies = new Set(all.flatMap(({ companyId }) => companyId ?? [])).size;
  const rank = { error: 0, warning: 1 };
  const attention = all.sort(
    (a, b) => rank[a.severity] - rank[b.severity] || Date.parse(b.since ?? '') - Date.parse(a.since ?? '') || 0,
  );
  return { attention: attention.slice(0, shownMax), isCut: isCut(facts) || all.length > shownMax, companies };
}

const isHeld = ({ code, retryAt }: SyncFact) =>
  (code === 'massDeletion' || code === 'heldByChecks') && retryAt === null;
/** Formats a time for people, such as "2026-11-15 22:18:33 UTC". */
const timeOf = (at: string) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const sinceOf = (since: string | null) => (since === null ? {} : { since: new Date(since).toISOString() });
const placeOf = <T extends { companyId: string; companyName: string; connectionId: string; since: string | null }>(
  fact: T,
) => ({
  companyId: fact.companyId,
  companyName: fact.companyName,
  connectionId: fact.connectionId,
  ...sinceOf(fact.since),
});

function deauthorized(fact: OverviewFacts['connections'][number]): Attention {
  const reason = fact.reason ? ` (${sentence(fact.reason)})` : '';
  return {
    kind: 'connectionDeauthorized',
    severity: 'error',
    message: `The platform no longer accepts the credentials of ${fact.companyName}${reason}. Send the company's link to its owner, who can use it to authorize the connection again. Data that was already synced stays readable.`,
    ...placeOf(fact),
  };
}

/** Syncs of one connection that have the same status and error code. */
type Group = { first: SyncFact; count: number; dataTypes: string };

function groups(syncs: readonly SyncFact[]): Group[] {
  const found = new Map<string, SyncFact[]>();
  for (const sync of syncs) {
    const key = `${sync.connectionId} ${sync.status} ${sync.code}`;
    found.set(key, [...(found.get(key) ?? []), sync]);
  }
  return [...found.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const names = group.map(({ dataType }) => dataType);
    const dataTypes =
      names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
    return [{ first, count: group.length, dataTypes }];
  });
}

function ofGroup({ first, count }: Group) {
  return { ...placeOf(first), syncId: first.syncId, dataType: first.dataType, ...(count > 1 && { count }) };
}

const remedies: Record<string, string> = {
  PermissionsError:
    'The person who authorized the connection has no access to this data on the platform. Ask the owner of the company to grant it, then request the sync again.',
  AuthError: 'The connection has been authorized again since then. Request the sync again.',
  FetchError: 'Request the sync again. If it fails again, check the timeline of the sync and contact support.',
  InternalError:
    'This is an error on our side. Request the sync again. If it fails again, send the sync id to support.',
};

function syncFailed(group: Group): Attention {
  const { first, dataTypes } = group;
  const reason = first.message ? `: ${sentence(first.message)}` : '';
  return {
    kind: 'syncFailed',
    severity: 'error',
    message: `The last sync of ${dataTypes} for ${first.companyName} failed${reason}. ${remedies[first.status] ?? remedies.FetchError}`,
    ...ofGroup(group),
  };
}

function deletionsHeld(group: Group): Attention {
  const { first, dataTypes } = group;
  return {
    kind: 'deletionsHeld',
    severity: 'error',
    message: `The sync of ${dataTypes} for ${first.companyName} is waiting for your decision: ${sentence(first.message ?? 'very many records are missing')}. Check the platform, then ${first.code === 'massDeletion' ? 'confirm the deletions' : 'confirm the new state'} or cancel the sync.`,
    ...ofGroup(group),
  };
}

function syncWaiting(group: Group): Attention {
  const { first, dataTypes } = group;
  const until = first.retryAt ? ` It will be retried at ${timeOf(first.retryAt)}.` : '';
  return {
    kind: 'syncWaiting',
    severity: 'warning',
    message: `The sync of ${dataTypes} for ${first.companyName} is delayed: ${sentence(first.message ?? 'the platform does not respond')}.${until} You do not need to do anything.`,
    ...ofGroup(group),
  };
}

function pushUnknown(fact: OverviewFacts['pushes'][number]): Attention {
  return {
    kind: 'pushUnknown',
    severity: 'error',
    message: `It is unknown whether the push "${fact.operation} ${fact.dataType}" for ${fact.companyName} reached the platform, because the connection broke. Check the platform, then resolve the push with the outcome that you found.`,
    ...placeOf(fact),
    pushId: fact.pushId,
    dataType: fact.dataType,
  };
}

function consumerTrouble(fact: ConsumerFact): Attention[] {
  const { consumerId, name, url } = fact;
  const place = { consumerId, consumerName: name };
  if (!fact.isEnabled) {
    // The client disabled this consumer on purpose, so it is not reported.
    if (fact.disabledReason === 'client') return [];
    const why =
      fact.disabledReason === 'gone' ? 'it responded with 410 (gone)' : 'no delivery to it has succeeded for 5 days';
    const message = `The consumer "${name}" was disabled because ${why}. Fix ${url}, enable the consumer, then resend the messages that it missed.`;
    return [{ kind: 'consumerDisabled', severity: 'error', message, ...place, ...sinceOf(fact.disabledAt) }];
  }
  if (fact.failingSince === null) return [];
  const why = fact.lastError ? ` (${sentence(fact.lastError)})` : '';
  const message = `Deliveries to the consumer "${name}" are failing${why}. They are retried for 28 hours. Fix ${url}, then resend the pending and the failed messages.`;
  return [{ kind: 'consumerFailing', severity: 'error', message, ...place, ...sinceOf(fact.failingSince) }];
}

const lateAfterMs = 60_000;

function deliveriesLate({ consumerId, name, oldestDue, failingSince }: ConsumerFact, nowMs: number): Attention[] {
  if (oldestDue === null || failingSince !== null || nowMs - Date.parse(oldestDue) < lateAfterMs) return [];
  const message = `Deliveries to the consumer "${name}" are late, because the consumer accepts them more slowly than events happen. Raise its limits, or make the receiver respond faster.`;
  return [
    {
      kind: 'deliveriesLate',
      severity: 'warning',
      message,
      consumerId,
      consumerName: name,
      ...sinceOf(oldestDue),
    },
  ];
}

function requestLimit({ window, resetsAt }: OverviewFacts['limits'][number]): Attention {
  return {
    kind: 'requestLimit',
    severity: 'warning',
    message: `The account has used up its requests for this ${window}. Further requests return 429 until ${timeOf(resetsAt)}. Send fewer requests, or ask for a higher limit.`,
  };
}

const nearlyFull = 0.9;
const expiryTold = 30 * dayMs;

function planTrouble(companies: number, { principal, nowMs }: AttentionOf): Attention[] {
  const { companiesMax, expiresAfterDays } = plans[principal.plan];
  const found: Attention[] = [];
  if (companiesMax !== null && companies >= companiesMax * nearlyFull) {
    const isFull = companies >= companiesMax;
    const message = `The account has ${companies} of the ${companiesMax} companies that the plan "${principal.plan}" allows${isFull ? ', so no more can be created' : ''}. Delete companies that are no longer needed, or change the plan.`;
    found.push({ kind: 'planLimit', severity: isFull ? 'error' : 'warning', message });
  }
  if (expiresAfterDays !== null) {
    const expiresMs = principal.accountCreatedMs + expiresAfterDays * dayMs;
    const message = `The plan "${principal.plan}" ends on ${new Date(expiresMs).toISOString().slice(0, 10)}. From then on, every request returns 402. Change the plan before that; no data is deleted.`;
    if (expiresMs - nowMs <= expiryTold) found.push({ kind: 'planExpiry', severity: 'warning', message });
  }
  return found;
}

/** Shortens a message to 200 characters and removes its final period, so that it can be part of a sentence. */
function sentence(text: string): string {
  const trimmed = text.trim().replace(/[.\s]+$/, '');
  return trimmed.length > 200 ? `${trimmed.slice(0, 200)}…` : trimmed;
}
