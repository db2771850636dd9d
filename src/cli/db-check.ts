import { readConfig } from '../config/config.ts';
import { checkSchema, type Finding, prepareDatabase } from '../db/check-schema.ts';
import { openClient } from '../db/connections.ts';
import { noAccount } from '../http/principal.ts';
import { createLog } from '../log.ts';
import { noticeRestore, type Restored } from '../operations/notice-restore.ts';
import { suspectSent } from '../push/store.ts';
import { upgradeDatabase } from '../upgrade-database.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { withBase } from './with-base.ts';

export const dbPrepare: Command = {
  name: 'db prepare',
  summary: 'Make what a dump does not contain, in an empty database of a new cluster, before pg_restore',
  examples: ['daybook db prepare'],
  async run({ env }) {
    const data = await prepareDatabase({ url: readConfig(env).directDatabaseUrl });
    const made = data.made.length ? `Made: ${data.made.join(', ')}.` : 'Everything was there.';
    return { data, text: `${made} Restore the dump now, then run "daybook db check --restored".` };
  },
};

export const dbCheck: Command = {
  name: 'db check',
  summary: 'Compare roles, grants, policies, functions, indexes and tables with what they should be',
  options: { repair: { type: 'boolean' }, restored: { type: 'boolean' } },
  optionHelp: {
    repair: 'make what is missing or different',
    restored:
      'after a restore, before anything is served: repairs, and has unfinished pushes looked up before they are sent',
  },
  examples: ['daybook db check', 'daybook db check --repair', 'daybook db check --restored --json'],
  async run(input) {
    const config = readConfig(input.env);
    const isRestored = input.options.restored === true;
    const repair = isRestored || input.options.repair === true;
    const url = config.directDatabaseUrl;
    if (repair) {
      // The role, then the schema of a backup that is older than the program, with the engine's own tables and grants.
      await prepareDatabase({ url });
      await upgradeDatabase({ url, log: createLog({ level: 'warn', destination: process.stderr }) });
      // As the owner: what the program may do is among what is repaired.
      const data = { repair, restored: isRestored };
      await withBase(input, (base) =>
        base.db.system.transaction().execute((tx) => input.begin(base, tx, { accountId: noAccount, data })),
      );
    }
    const findings = await checkSchema({ url, repair });
    if (isRestored) await beginAnew(url);
    const restored = isRestored
      ? await withBase(input, (base) => noticeRestore(base, { suspectSent, isKnown: true }))
      : undefined;
    const open = findings.filter(({ isRepaired }) => !isRepaired);
    return {
      data: { isRight: open.length === 0, findings, ...(restored && { restored }) },
      text: [describeFindings(findings, repair), ...(restored ? [describeRestored(restored)] : [])].join('\n\n'),
      ...(open.length > 0 && { exitCode: 1 }),
      isUnchanged: !repair,
    };
  },
};

/**
 * Transaction ids of another server mean nothing here. Every process does this at its start; after it none has to
 * wait for that. Change feeds begin a new era, also where nothing shows the restore.
 */
async function beginAnew(url: string): Promise<void> {
  const client = await openClient({ url, name: 'daybook-db-check' });
  try {
    await client.query('select check_list_server()');
    await client.query('update change_position set served_as = null');
  } finally {
    await client.end();
  }
}

function describeFindings(findings: Finding[], isRepair: boolean): string {
  if (findings.length === 0) return 'The database is as it should be.';
  const rows = findings.map(({ kind, name, problem, isRepaired, repair, error }) => ({
    kind,
    name,
    problem,
    result: isRepaired ? 'repaired' : (error ?? (repair ? 'can be repaired' : 'needs a person')),
  }));
  const advice =
    !isRepair && findings.some(({ repair }) => repair) ? '\n\nRun "daybook db check --repair" to repair it.' : '';
  return table(rows, ['kind', 'name', 'problem', 'result']) + advice;
}

function describeRestored({ pushes, authorizations }: Restored): string {
  const first = `Pushes that waited in the backup and may have been sent since: ${pushes}. They are looked up at the platform before anything is sent, or a person is asked.`;
  if (authorizations.length === 0) return first;
  const rows = authorizations.map((one) => ({ ...one, renewedAt: one.renewedAt.toISOString() }));
  return `${first}\n\nAuthorized by OAuth, with the tokens of the backup. Where the platform has replaced them since, it refuses them, and the company's owner must authorize again:\n${table(rows, ['platform', 'accountId', 'companyId', 'connectionId', 'renewedAt'])}`;
}
