import { withTrail } from '../../audit/with-trail.ts';
import { countOf } from '../../base/count-of.ts';
import { applyMigration, checkAccount } from '../../webhook-migration/apply-migration.ts';
import { checkDaysDefault, checkDaysMax } from '../../webhook-migration/check-migration.ts';
import { declareRuleIdUnused, requestMigration } from '../../webhook-migration/declare-readiness.ts';
import { readStatus } from '../../webhook-migration/migration-status.ts';
import { followRehearsal, reportRehearsal } from '../../webhook-migration/report-rehearsal.ts';
import { rollbackMigration } from '../../webhook-migration/rollback-migration.ts';
import { startRehearsal } from '../../webhook-migration/start-rehearsal.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  exampleId,
  numberOption,
  textOption,
  UsageError,
} from '../command.ts';
import { requireAccountId } from '../commands/account.ts';
import { type Base, withBase } from '../with-base.ts';
import { appliedText, checkText, planText, reportText, statusText } from './migration-text.ts';

/**
 * Commands that migrate an account from the older to the newer webhooks. Only the operator can migrate an account; the
 * API has no such operation.
 */

const checkOptions = { days: { type: 'string' }, 'automation-url': { type: 'string' } } as const;
const checkHelp = {
  days: `a call to the event log within this number of days blocks the migration; default: ${checkDaysDefault}`,
  'automation-url': 'webhook of an automation tool that receives the events of e-mail rules',
};
const byOption = { by: { type: 'string' } } as const;
const byHelp = { by: 'who runs this step, for the history; default: operator' };

export const migrationCheck = of({
  name: 'webhooks migration check',
  summary: "Show what blocks an account's migration to the newer webhooks, with evidence",
  options: checkOptions,
  optionHelp: checkHelp,
  run: async (base, accountId, input) => {
    const { plan, ...data } = await checkAccount(base, { accountId, ...wanted(input) });
    return { data: { ...data, planHash: plan.hash }, text: checkText(data) };
  },
});

export const migrationPlan = of({
  name: 'webhooks migration plan',
  summary: "Show the consumers that would replace an account's rules; changes nothing",
  options: checkOptions,
  optionHelp: checkHelp,
  run: async (base, accountId, input) => {
    const { plan } = await checkAccount(base, { accountId, ...wanted(input) });
    return { data: plan, text: planText(plan) };
  },
});

export const migrationDeclare = of({
  name: 'webhooks migration declare',
  summary: 'Record that the client has declared, outside the portal, that it does not rely on RuleId',
  options: byOption,
  optionHelp: { by: 'the person at the client who declared it' },
  run: (base, accountId, input) => record(base, accountId, input, declareRuleIdUnused),
});

export const migrationRequest = of({
  name: 'webhooks migration request',
  summary: 'Record that the client has asked, outside the portal, to be migrated',
  options: byOption,
  optionHelp: { by: 'the person at the client who asked' },
  run: (base, accountId, input) => record(base, accountId, input, requestMigration),
});

export const migrationRehearse = of({
  name: 'webhooks migration rehearse',
  summary: 'Rehearse a migration: send events through both webhook generations for a while and compare the results',
  options: {
    ...byOption,
    minutes: { type: 'string' },
    events: { type: 'string' },
    to: { type: 'string' },
    report: { type: 'boolean' },
  },
  optionHelp: {
    ...byHelp,
    minutes: 'duration in minutes; default: 10',
    events: 'stop earlier after this number of events; default and maximum: 10000',
    to: 'URL for the rehearsal deliveries, which carry X-Daybook-Rehearsal: true; default: the URLs of the rules',
    report: 'only show the report of the last rehearsal',
  },
  run: async (base, accountId, input) => {
    if (!input.options.report) {
      const minutes = numberOption(input, 'minutes', { fallback: 10, max: 1440 });
      const events = numberOption(input, 'events', { fallback: 10_000, max: 10_000 });
      const toUrl = textOption(input, 'to');
      const data = { minutes, events, ...(toUrl !== undefined && { toUrl }) };
      const kept = withTrail(base, (tx) => input.begin(base, tx, { accountId, data }));
      await startRehearsal(kept, { accountId, by: byWhom(input), minutes, events, toUrl });
      await followRehearsal(base, { accountId });
    }
    const data = await reportRehearsal(base, accountId);
    return { data, text: reportText(data), isUnchanged: input.options.report === true };
  },
});

export const migrationApply = of({
  name: 'webhooks migration apply',
  summary: 'Migrate an account: create the planned consumers and switch to them in one transaction',
  options: { ...checkOptions, ...byOption, force: { type: 'string' } },
  optionHelp: {
    ...checkHelp,
    ...byHelp,
    force: 'reason to ignore the blocker urlHasConsumer, recorded in the history; no other blocker can be ignored',
  },
  run: async (base, accountId, input) => {
    const force = textOption(input, 'force');
    if (force !== undefined && force.trim() === '') throw new UsageError('--force needs a reason.');
    const order = { accountId, by: byWhom(input), force, ...wanted(input) };
    const data = await applyMigration(keptIfNew(base, input, accountId), order);
    return { data, text: appliedText(data), isUnchanged: !data.isNew };
  },
});

export const migrationRollback = of({
  name: 'webhooks migration rollback',
  summary: 'Roll back a migration; possible until the client changes its consumers',
  options: byOption,
  optionHelp: byHelp,
  run: async (base, accountId, input) => {
    const data = await rollbackMigration(keptIfNew(base, input, accountId), { accountId, by: byWhom(input) });
    const text = data.isNew
      ? `Rolled back: the rules serve the account again. Pending messages of ${countOf(data.retired.length, 'consumer')} are still sent; then ${data.retired.length === 1 ? 'the consumer is' : 'the consumers are'} removed.`
      : `Nothing changed: the migration was already rolled back at ${data.at}.`;
    return { data, text, isUnchanged: !data.isNew };
  },
});

export const migrationStatus = of({
  name: 'webhooks migration status',
  summary: "Show the state and the history of an account's migration",
  run: async (base, accountId) => {
    const data = await readStatus(base, { accountId });
    return { data, text: statusText(data) };
  },
});

function of(command: {
  name: string;
  summary: string;
  options?: NonNullable<Command['options']>;
  optionHelp?: Record<string, string>;
  run: (base: Base, accountId: string, input: CommandInput) => Promise<CommandResult>;
}): Command {
  return {
    ...command,
    positionals: ['ACCOUNT_ID'],
    examples: [`daybook ${command.name} ${exampleId}`, `daybook ${command.name} ${exampleId} --json`],
    run: (input) => withBase(input, (base) => command.run(base, requireAccountId(input.positionals[0]), input)),
  };
}

async function record(
  base: Base,
  accountId: string,
  input: CommandInput,
  write: typeof declareRuleIdUnused,
): Promise<CommandResult> {
  const by = textOption(input, 'by')?.trim();
  if (!by) throw new UsageError('--by is required: name the person at the client who stated this.');
  await readStatus(base, { accountId });
  const data = { accountId, by, source: 'operator' };
  await base.db.transaction(accountId, async (tx) => {
    await write(base, tx, { by, source: 'operator' });
    await input.keep(base, tx, { accountId, data });
  });
  return { data, text: `Recorded as stated by ${by}.` };
}

/** Writes an audit row only if the step changed something. Repeating a step changes nothing. */
function keptIfNew(base: Base, input: CommandInput, accountId: string): Base {
  return withTrail(base, async (tx, made) => {
    const state = made as { isNew?: boolean } | undefined;
    if (state?.isNew === true) await input.keep(base, tx, { accountId, data: state });
  });
}

const byWhom = (input: CommandInput) => textOption(input, 'by')?.trim() || 'operator';

function wanted(input: CommandInput): { days: number; automationUrl: string | undefined } {
  const days = numberOption(input, 'days', { fallback: checkDaysDefault, max: checkDaysMax });
  return { days, automationUrl: textOption(input, 'automation-url') };
}
