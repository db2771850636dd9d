import { createLog } from '../../base/log.ts';
import { findRestored, type RestoredToken } from '../../connections/oauth/store.ts';
import { startNewEras } from '../../data/changes/number-publications.ts';
import { checkSchema, type Finding, prepareDatabase } from '../../db/check-schema.ts';
import { noAccount } from '../../http/access/principal.ts';
import { checkListServer } from '../../lists/forget-past.ts';
import { loadConfig } from '../../load-config.ts';
import { noticeRestore, type Restored } from '../../operations/notice-restore.ts';
import { restoreSteps } from '../../restore-steps.ts';
import { upgradeDatabase } from '../../upgrade-database.ts';
import { makeFirstDays } from '../../webhooks/messages/message-days.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';
import { checkFailover, describeFailover } from './after-failover.ts';

export const dbPrepare: Command = {
  name: 'db prepare',
  summary: 'Prepare an empty database for pg_restore: create the role and settings that a dump does not contain',
  examples: ['daybook db prepare'],
  async run({ env }) {
    const data = await prepareDatabase({ url: (await loadConfig(env)).config.directDatabaseUrl });
    const made = data.made.length ? `Created: ${data.made.join(', ')}.` : 'Nothing was missing.';
    return { data, text: `${made} Restore the dump now, then run "daybook db check --restored".` };
  },
};

export const dbCheck: Command = {
  name: 'db check',
  summary: 'Check that roles, grants, policies, functions, indexes and tables match the schema of this version',
  options: { repair: { type: 'boolean' }, restored: { type: 'boolean' }, 'after-failover': { type: 'boolean' } },
  optionHelp: {
    repair: 'create what is missing and correct what differs',
    restored: 'after a restore, before "daybook serve": repair, and make sure that no pending push is sent twice',
    'after-failover':
      'after a standby took over: show which pushes, tokens and cursors may stand ahead of the database',
  },
  examples: ['daybook db check', 'daybook db check --repair', 'daybook db check --restored --json'],
  async run(input) {
    const { config } = await loadConfig(input.env);
    const isRestored = input.options.restored === true;
    const isFailover = input.options['after-failover'] === true;
    const repair = isRestored || input.options.repair === true;
    const url = config.directDatabaseUrl;
    if (repair) {
      // Create the role first. Then upgrade the schema, because the backup may be from an older version. The upgrade
      // includes the job engine's tables and the grants.
      await prepareDatabase({ url });
      await upgradeDatabase({ url, log: createLog({ level: 'warn', destination: process.stderr }) });
    }
    if (repair || isFailover) {
      // Write the audit row as the database owner, because the grants of the program's own role may need repair.
      const data = { repair, restored: isRestored, ...(isFailover && { afterFailover: true }) };
      await withBase(input, (base) =>
        base.db.system.transaction().execute((tx) => input.begin(base, tx, { accountId: noAccount, data })),
      );
    }
    const findings = await checkSchema({ url, repair });
    const restored = isRestored ? await withBase(input, (base) => beginAnew(base, url)) : undefined;
    const failover = isFailover ? await withBase(input, (base) => checkFailover(base, url)) : undefined;
    const open = findings.filter(({ isRepaired }) => !isRepaired);
    return {
      data: { isRight: open.length === 0, findings, ...(restored && { restored }), ...(failover && { failover }) },
      text: [
        describeFindings(findings, repair),
        ...(restored ? [describeRestored(restored)] : []),
        ...(failover ? [describeFailover(failover)] : []),
      ].join('\n\n'),
      ...(open.length > 0 && { exitCode: 1 }),
      isUnchanged: !repair && !isFailover,
    };
  },
};

/**
 * Called after a restore. Resets everything that depends on stored transaction ids, because these ids come from another
 * server. Each process would otherwise do this when it starts, and would start more slowly. Also starts a new era of
 * every change feed, so that feed positions from after the backup are rejected.
 */
async function beginAnew(base: Base, url: string): Promise<Restored | undefined> {
  await checkListServer({ url });
  await startNewEras(base.db);
  await makeFirstDays(base);
  return noticeRestore(base, { steps: restoreSteps, isKnown: true });
}

function describeFindings(findings: Finding[], isRepair: boolean): string {
  if (findings.length === 0) return 'The database matches the schema.';
  const rows = findings.map(({ kind, name, problem, isRepaired, repair, error }) => ({
    kind,
    name,
    problem,
    result: isRepaired ? 'repaired' : (error ?? (repair ? 'can be repaired' : 'needs manual repair')),
  }));
  const advice =
    !isRepair && findings.some(({ repair }) => repair) ? '\n\nTo repair them, run "daybook db check --repair".' : '';
  return table(rows, ['kind', 'name', 'problem', 'result']) + advice;
}

function describeRestored({ restoredTo, pushes, authorizations, isNew }: Restored): string {
  const told = isNew
    ? 'every account gets the event account.restored with this time.'
    : 'a process or this command has noticed the restore before, so every account was already told.';
  const lines = [
    `Everything up to ${restoredTo.toISOString()} is there. What happened later may be missing; ${told}`,
    `Pushes that were pending in the backup and may have been sent since: ${pushes}. Before Daybook sends such a push, it asks the platform whether the push has already arrived. If a platform cannot be asked, a person has to decide.`,
  ];
  if (authorizations.length > 0)
    lines.push(
      `OAuth connections whose tokens come from the backup. As soon as workers run, they renew these tokens. After that, "daybook db restored" shows which connections must be authorized again:\n${describeTokens(authorizations.map((one) => ({ state: 'unchecked', ...one })))}`,
    );
  return lines.join('\n\n');
}

export const dbRestored: Command = {
  name: 'db restored',
  summary: 'After a restore, show which OAuth connections must be authorized again and which are still unchecked',
  examples: ['daybook db restored', 'daybook db restored --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = (await findRestored(base.db.system)).map(describeToken);
      const none = 'No OAuth connection needs a check or a new authorization because of a restore.';
      return { data, text: data.length > 0 ? describeTokens(data) : none };
    }),
};

function describeToken({ platform, accountId, companyId, connectionId, renewedAt, refusedAt }: RestoredToken) {
  const state = refusedAt ? 'authorizeAgain' : 'unchecked';
  return { state, platform, accountId, companyId, connectionId, renewedAt };
}

const describeTokens = (tokens: readonly Record<string, unknown>[]) =>
  table(tokens, ['state', 'platform', 'accountId', 'companyId', 'connectionId', 'renewedAt']);
