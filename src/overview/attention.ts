import { plans } from '../accounts/plans.ts';
import type { Principal } from '../http/principal.ts';
import { type ConsumerFact, type Facts, isCut, type SyncFact } from './store.ts';
import type { Attention } from './wire.ts';

/** What a person should look at, in words that say what happened and what mends it. Pure. */
export type AttentionOf = { principal: Pick<Principal, 'plan' | 'accountCreatedMs'>; nowMs: number };

const shownMax = 100;
const dayMs = 86_400_000;

export function worthAttention(
  facts: Facts,
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

const isHeld = ({ code, retryAt }: SyncFact) => code === 'massDeletion' && retryAt === null;
/** For people: "2026-11-15 22:18:33 UTC". */
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

function deauthorized(fact: Facts['connections'][number]): Attention {
  const reason = fact.reason ? ` (${sentence(fact.reason)})` : '';
  return {
    kind: 'connectionDeauthorized',
    severity: 'error',
    message: `${fact.companyName} is no longer let in by its platform${reason}. Its owner has to authorize it again: send them the company's link. What was read stays readable.`,
    ...placeOf(fact),
  };
}

/** Syncs of one connection that have the same trouble. */
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
    'Let its owner give the authorized person the right to read it at the platform, then request the sync again.',
  AuthError: 'It has been authorized again since: request the sync again.',
  FetchError: 'Request the sync again; if it stays, look into its timeline and ask support.',
  InternalError: 'It is our fault: request the sync again, and tell support the sync id if it stays.',
};

function syncFailed(group: Group): Attention {
  const { first, dataTypes } = group;
  const reason = first.message ? `: ${sentence(first.message)}` : '';
  return {
    kind: 'syncFailed',
    severity: 'error',
    message: `The last sync of ${dataTypes} of ${first.companyName} failed${reason}. ${remedies[first.status] ?? remedies.FetchError}`,
    ...ofGroup(group),
  };
}

function deletionsHeld(group: Group): Attention {
  const { first, dataTypes } = group;
  return {
    kind: 'deletionsHeld',
    severity: 'error',
    message: `The sync of ${dataTypes} of ${first.companyName} waits for you: ${sentence(first.message ?? 'very many records are missing')}. Look at the platform, then confirm the deletions or cancel the sync.`,
    ...ofGroup(group),
  };
}

function syncWaiting(group: Group): Attention {
  const { first, dataTypes } = group;
  const until = first.retryAt ? ` It is tried again at ${timeOf(first.retryAt)}.` : '';
  return {
    kind: 'syncWaiting',
    severity: 'warning',
    message: `The sync of ${dataTypes} of ${first.companyName} does not get through: ${sentence(first.message ?? 'the platform does not answer')}.${until} Nothing needs to be done while it waits.`,
    ...ofGroup(group),
  };
}

function pushUnknown(fact: Facts['pushes'][number]): Attention {
  return {
    kind: 'pushUnknown',
    severity: 'error',
    message: `Nobody can tell whether a ${fact.operation} of ${fact.dataType} has reached ${fact.companyName}: the connection broke. Look at the platform, then resolve the push with what you see.`,
    ...placeOf(fact),
    pushId: fact.pushId,
    dataType: fact.dataType,
  };
}

function consumerTrouble(fact: ConsumerFact): Attention[] {
  const { consumerId, name, url } = fact;
  const place = { consumerId, consumerName: name };
  if (!fact.isEnabled) {
    // By hand: whoever did it knows.
    if (fact.disabledReason === 'client') return [];
    const why =
      fact.disabledReason === 'gone' ? 'it answered 410 (gone)' : 'nothing it was sent has succeeded for 5 days';
    const message = `The consumer "${name}" was disabled: ${why}. Mend ${url}, enable the consumer, and recover what it missed.`;
    return [{ kind: 'consumerDisabled', severity: 'error', message, ...place, ...sinceOf(fact.disabledAt) }];
  }
  if (fact.failingSince === null) return [];
  const why = fact.lastError ? ` (${sentence(fact.lastError)})` : '';
  const message = `The consumer "${name}" takes nothing${why}. Deliveries are tried again for 28 hours; mend ${url}, then send at once what waits, and recover what has failed.`;
  return [{ kind: 'consumerFailing', severity: 'error', message, ...place, ...sinceOf(fact.failingSince) }];
}

const lateAfterMs = 60_000;

function deliveriesLate({ consumerId, name, oldestDue, failingSince }: ConsumerFact, nowMs: number): Attention[] {
  if (oldestDue === null || failingSince !== null || nowMs - Date.parse(oldestDue) < lateAfterMs) return [];
  const message = `Deliveries to the consumer "${name}" are late: it takes them more slowly than events come. Raise its limits, or answer faster.`;
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

function requestLimit({ window, resetsAt }: Facts['limits'][number]): Attention {
  return {
    kind: 'requestLimit',
    severity: 'warning',
    message: `The requests of this ${window} are used up: further ones are answered with 429 until ${timeOf(resetsAt)}. Ask less often, or ask for a higher limit.`,
  };
}

const nearlyFull = 0.9;
const expiryTold = 30 * dayMs;

function planTrouble(companies: number, { principal, nowMs }: AttentionOf): Attention[] {
  const { companiesMax, expiresAfterDays } = plans[principal.plan];
  const found: Attention[] = [];
  if (companiesMax !== null && companies >= companiesMax * nearlyFull) {
    const isFull = companies >= companiesMax;
    const message = `${companies} of the ${companiesMax} companies of the plan ${principal.plan} are used${isFull ? ': no more can be created' : ''}. Delete companies that are no longer needed, or change the plan.`;
    found.push({ kind: 'planLimit', severity: isFull ? 'error' : 'warning', message });
  }
  if (expiresAfterDays !== null) {
    const expiresMs = principal.accountCreatedMs + expiresAfterDays * dayMs;
    const message = `The plan ${principal.plan} ends on ${new Date(expiresMs).toISOString().slice(0, 10)}: from then on every request is answered with 402. Change the plan before; nothing is deleted.`;
    if (expiresMs - nowMs <= expiryTold) found.push({ kind: 'planExpiry', severity: 'warning', message });
  }
  return found;
}

/** What somebody else has written, inside a sentence of ours. */
function sentence(text: string): string {
  const trimmed = text.trim().replace(/[.\s]+$/, '');
  return trimmed.length > 200 ? `${trimmed.slice(0, 200)}…` : trimmed;
}
