import type { Clock } from '../base/clock.ts';
import { type EventLogUse, useKeptDays } from '../legacy/usage.ts';
import { type EgressGuard, whyRefused } from '../outbound/egress-guard.ts';
import { type MigrationPlan, sameUrl } from './plan-migration.ts';
import type { MigrationFacts } from './read-facts.ts';
import type { KnownConsumer } from './store.ts';

/** A blocker or a note. `evidence` contains the facts that the finding is based on. */
export type MigrationFinding = { kind: string; text: string; evidence: Record<string, unknown>[] };

export type Check = {
  accountId: string;
  generation: string;
  checkedAt: string;
  /** The migration is blocked if the client called the event log in the last `days` days. */
  days: number;
  isReady: boolean;
  blockers: MigrationFinding[];
  notes: MigrationFinding[];
  plan: MigrationPlan;
};

/** Default and maximum of `Check.days`. */
export const checkDaysDefault = 30;
export const checkDaysMax = useKeptDays;

export type CheckContext = { clock: Clock; egressGuard: EgressGuard; config: { consumersPerAccount: number } };

export function checkMigration(ctx: CheckContext, facts: MigrationFacts, { days }: { days: number }): Check {
  const blockers = [
    ...eventLogCalls(facts, days),
    ...ruleIdNotDeclared(facts),
    ...tooManyConsumers(facts, ctx.config.consumersPerAccount),
    ...urlsRefused(facts.plan, ctx.egressGuard),
    ...urlsWithConsumer(facts),
    ...rehearsalUnderWay(facts, ctx.clock.nowMs()),
  ];
  return {
    accountId: facts.accountId,
    generation: facts.generation,
    checkedAt: ctx.clock.now().toISOString(),
    days,
    isReady: blockers.length === 0 && facts.generation === 'older',
    blockers,
    notes: [
      ...callsThatStopped(facts),
      ...notRequested(facts),
      ...emailRules(facts.plan),
      ...droppedRules(facts.plan),
      ...otherConsumers(facts),
    ],
    plan: facts.plan,
  };
}

/**
 * Blockers that `--force` cannot override. The requirements forbid overriding `eventLogCalls` and `ruleIdNotDeclared`.
 * With any other blocker in this list, applying the migration would fail.
 */
export const neverForced: ReadonlySet<string> = new Set([
  'eventLogCalls',
  'ruleIdNotDeclared',
  'tooManyConsumers',
  'urlRefused',
  'rehearsalUnderWay',
]);

const useOf = (use: EventLogUse) => ({
  apiKeyId: use.apiKeyId,
  keyName: use.keyName,
  keyPrefix: use.keyPrefix,
  isKeyLive: use.isKeyLive,
  endpoint: use.endpoint,
  calls: use.calls,
  days: use.days,
  firstAt: use.firstAt.toISOString(),
  lastAt: use.lastAt.toISOString(),
});

/** Calls of deleted API keys do not block the migration, because a deleted key cannot make further calls. */
function eventLogCalls({ recentUse }: MigrationFacts, days: number): MigrationFinding[] {
  const live = recentUse.filter((use) => use.isKeyLive);
  if (live.length === 0) return [];
  const keys = new Set(live.map((use) => use.apiKeyId)).size;
  const text = `${keys === 1 ? 'An API key has' : `${keys} API keys have`} called the event log in the last ${days} days. Remove these calls, because they return 410 after the migration.`;
  return [{ kind: 'eventLogCalls', text, evidence: live.map(useOf) }];
}

function callsThatStopped({ recentUse, allUse }: MigrationFacts): MigrationFinding[] {
  const isBlocking = new Set(recentUse.filter((use) => use.isKeyLive).map((use) => `${use.apiKeyId} ${use.endpoint}`));
  const stopped = allUse.filter((use) => !isBlocking.has(`${use.apiKeyId} ${use.endpoint}`));
  if (stopped.length === 0) return [];
  const text = 'There were earlier calls to the event log. They have stopped, or their API key was deleted.';
  return [{ kind: 'eventLogCallsStopped', text, evidence: stopped.map(useOf) }];
}

function ruleIdNotDeclared({ steps }: MigrationFacts): MigrationFinding[] {
  if (steps.some((step) => step.kind === 'declared')) return [];
  const text =
    'The client has not declared that it does not rely on RuleId. The client can do so in the portal. The command "daybook webhooks migration declare" records a declaration that was made elsewhere.';
  return [{ kind: 'ruleIdNotDeclared', text, evidence: [] }];
}

function tooManyConsumers({ consumers, plan }: MigrationFacts, limit: number): MigrationFinding[] {
  const own = consumers.filter((consumer) => !consumer.is_ours).length;
  const planned = plan.consumers.length;
  const wanted = new Set(plan.consumers.map(({ key }) => key));
  const busy = consumers.filter((one) => one.is_ours && one.is_busy && !isTakenAgain(one, wanted)).length;
  if (own + planned + busy <= limit) return [];
  const still = `, plus ${busy} of a rehearsal or an earlier migration that still have pending messages (for 28 hours at most)`;
  const text = `The plan needs ${planned} consumers and the account already has ${own}${busy > 0 ? still : ''}; the limit is ${limit}. The plan needs fewer consumers if the rules use fewer URLs, or if the company-specific rules of all companies have the same types.`;
  return [{ kind: 'tooManyConsumers', text, evidence: [{ planned, own, ...(busy > 0 && { busy }), limit }] }];
}

/** Whether a consumer of an earlier migration matches the plan, so that it is reused and no new one is created. */
export function isTakenAgain(
  { plan_key: key, is_enabled, rehearsal_id }: KnownConsumer,
  wanted: ReadonlySet<string>,
): boolean {
  return key !== null && is_enabled && rehearsal_id === null && wanted.has(key);
}

function urlsRefused(plan: MigrationPlan, guard: EgressGuard): MigrationFinding[] {
  const evidence = [...new Set(plan.consumers.map((consumer) => consumer.url))].flatMap((text) => {
    const reason = whyRefused(guard, text);
    return reason ? [{ url: text, reason }] : [];
  });
  if (evidence.length === 0) return [];
  return [{ kind: 'urlRefused', text: 'Some URLs of the rules are not allowed.', evidence }];
}

/** If the client already has an enabled consumer for the URL of a rule, this URL would receive each event twice. */
function urlsWithConsumer({ consumers, plan }: MigrationFacts): MigrationFinding[] {
  const planned = new Set(plan.consumers.map((consumer) => sameUrl(consumer.url)));
  const evidence = consumers
    .filter((one) => !one.is_ours && one.is_enabled && planned.has(sameUrl(one.url)))
    .map(({ consumer_id: consumerId, name, url }) => ({ consumerId, name, url }));
  if (evidence.length === 0) return [];
  const text =
    'The client has created consumers for URLs of its rules, so these URLs would receive each event twice. Disable or delete these consumers.';
  return [{ kind: 'urlHasConsumer', text, evidence }];
}

function rehearsalUnderWay({ rehearsal }: MigrationFacts, nowMs: number): MigrationFinding[] {
  if (!rehearsal || rehearsal.ended_at || rehearsal.until.getTime() <= nowMs) return [];
  const { rehearsal_id: rehearsalId, until } = rehearsal;
  const text = `A rehearsal is under way until ${until.toISOString()}.`;
  return [{ kind: 'rehearsalUnderWay', text, evidence: [{ rehearsalId, until: until.toISOString() }] }];
}

function notRequested({ steps }: MigrationFacts): MigrationFinding[] {
  if (steps.some((step) => step.kind === 'requested')) return [];
  return [{ kind: 'notRequested', text: 'The client has not asked for the migration.', evidence: [] }];
}

function emailRules({ emails }: MigrationPlan): MigrationFinding[] {
  if (emails.length === 0) return [];
  const isReplaced = emails.every((rule) => rule.replacedBy !== undefined);
  const text = isReplaced
    ? 'After the migration, no e-mail is sent. Instead, a consumer sends the events to an automation tool.'
    : 'After the migration, no e-mail is sent, and nothing replaces it in this plan. Use --automation-url to send the events to the webhook of an automation tool instead.';
  return [{ kind: 'emailRules', text, evidence: emails }];
}

function droppedRules({ dropped }: MigrationPlan): MigrationFinding[] {
  if (dropped.length === 0) return [];
  const text = 'Some rules belong to deleted companies and no longer match any events.';
  return [{ kind: 'rulesOfDeletedCompanies', text, evidence: dropped }];
}

function otherConsumers({ consumers, plan }: MigrationFacts): MigrationFinding[] {
  const planned = new Set(plan.consumers.map((consumer) => sameUrl(consumer.url)));
  const evidence = consumers
    .filter((one) => !one.is_ours && one.is_enabled && !planned.has(sameUrl(one.url)))
    .map(({ consumer_id: consumerId, name, url }) => ({ consumerId, name, url }));
  if (evidence.length === 0) return [];
  const text = 'The client has created other consumers. They will receive events after the migration.';
  return [{ kind: 'otherConsumers', text, evidence }];
}
