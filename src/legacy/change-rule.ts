import { lockGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import { eventNames, eventTypes } from '../events/event-types.ts';
import { type EgressGuard, whyRefused } from '../outbound/egress-guard.ts';
import { findCompanies } from '../webhooks/consumers/store.ts';
import { mailNotSet, ruleLimitExceeded, ruleMissing, rulesReadOnly, ruleUrlRefused, ruleWrong } from './refusals.ts';
import { insertRule, lockAndCountRules, type RuleColumns, removeRule, updateRule } from './store.ts';
import type { NewRule } from './wire.ts';

export type RuleContext = { clock: Clock; egressGuard: EgressGuard; config: { smtpUrl: string } };

/**
 * Maximum number of rules per account. It limits the alerts that one event can raise. No account needs so many rules.
 */
const rulesMax = 10_000;

/** The rule raises alerts for events that are emitted after this database transaction is committed. */
export async function createRule(ctx: RuleContext, tx: Tx, wanted: NewRule): Promise<string> {
  await requireOlder(tx);
  const columns = await checkedColumns(ctx, tx, wanted);
  if ((await lockAndCountRules(tx)) >= rulesMax) throw ruleLimitExceeded({ limit: rulesMax });
  const ruleId = newId(ctx.clock);
  await insertRule(tx, { ...columns, rule_id: ruleId, created_at: ctx.clock.now() });
  return ruleId;
}

/** Alerts that were raised earlier keep their original targets. */
export async function replaceRule(ctx: RuleContext, tx: Tx, ruleId: string, wanted: NewRule): Promise<void> {
  await requireOlder(tx);
  if (!(await updateRule(tx, ruleId, await checkedColumns(ctx, tx, wanted)))) throw ruleMissing();
}

export async function deleteRule(tx: Tx, ruleId: string): Promise<void> {
  await requireOlder(tx);
  if (!(await removeRule(tx, ruleId))) throw ruleMissing();
}

/**
 * Throws if the account uses the newer webhooks. If it does not throw, no migration can switch the account before this
 * database transaction ends, so a migration cannot miss a change of the rules.
 */
async function requireOlder(tx: Tx): Promise<void> {
  if ((await lockGeneration(tx)) !== 'older') throw rulesReadOnly();
}

async function checkedColumns(ctx: RuleContext, tx: Tx, wanted: NewRule): Promise<RuleColumns> {
  const { type, companyId, notifiers } = wanted;
  const { webhook, emails = [] } = notifiers;
  if (!Object.hasOwn(eventTypes, type))
    throw ruleWrong({ itemId: 'type', reason: `must be one of ${eventNames.join(', ')}, not "${type}"` });
  if (webhook === undefined && emails.length === 0)
    throw ruleWrong({ itemId: 'notifiers', reason: 'must have a webhook or at least one e-mail address' });
  if (webhook !== undefined) requireUrl(ctx.egressGuard, webhook);
  if (emails.length > 0 && !ctx.config.smtpUrl) throw mailNotSet();
  if (companyId !== undefined && (await findCompanies(tx, [companyId])).size === 0)
    throw ruleWrong({ itemId: 'companyId', reason: 'must be the id of a company of this account' });
  return {
    rule_type: type,
    company_id: companyId ?? null,
    webhook_url: webhook ?? null,
    emails,
    changed_at: ctx.clock.now(),
  };
}

function requireUrl(guard: EgressGuard, text: string): void {
  const reason = whyRefused(guard, text);
  if (reason) throw ruleUrlRefused({ reason });
}
