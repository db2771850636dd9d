import type { WebhookGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Tx } from '../db/db.ts';
import { findRules } from '../legacy/store.ts';
import { type EventLogUse, eventLogUseStatement, useKeptDays } from '../legacy/usage.ts';
import { findCompanies } from '../webhooks/consumers/store.ts';
import { type MigrationPlan, planMigration } from './plan-migration.ts';
import {
  type KnownConsumer,
  lastRehearsal,
  type MigrationStep,
  type Rehearsal,
  readAuthorization,
  readConsumers,
  readSteps,
  requireAccount,
} from './store.ts';

export type Wanted = { days: number; automationUrl?: string | undefined };

/** Everything that a check examines, read in one transaction. */
export type MigrationFacts = {
  accountId: string;
  generation: WebhookGeneration;
  plan: MigrationPlan;
  authorization: { sealed: string; setAt: Date } | undefined;
  consumers: KnownConsumer[];
  steps: MigrationStep[];
  rehearsal: Rehearsal | undefined;
  /** Calls to the event log in the last `days` days. */
  recentUse: EventLogUse[];
  /** Calls to the event log in the whole time for which usage counts are retained. */
  allUse: EventLogUse[];
};

export async function readFacts(
  { clock }: { clock: Clock },
  tx: Tx,
  { days, automationUrl }: Wanted,
): Promise<MigrationFacts> {
  const { accountId } = tx;
  const generation = await requireAccount(tx);
  const rules = await findRules(tx);
  const named = new Set(rules.flatMap((rule) => rule.company_id ?? []));
  const companies = named.size > 0 ? await findCompanies(tx, [...named]) : new Set<string>();
  const authorization = await readAuthorization(tx);
  const use = async (of: number) => {
    const since = new Date(clock.nowMs() - of * dayMs);
    return (await eventLogUseStatement({ accountId, since }).execute(tx)).rows;
  };
  return {
    accountId,
    generation,
    plan: planMigration({ accountId, rules, companies, authorizationSetAt: authorization?.setAt, automationUrl }),
    authorization,
    consumers: await readConsumers(tx),
    steps: await readSteps(tx),
    rehearsal: await lastRehearsal(tx),
    recentUse: await use(days),
    allUse: await use(useKeptDays),
  };
}
