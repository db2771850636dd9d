import { createLog } from '../../base/log.ts';
import { openClient } from '../../db/connections.ts';
import { readSchema } from '../../db/schema-files.ts';
import { findPending, namesOf } from '../../db/upgrade.ts';
import { loadConfig } from '../../load-config.ts';
import { upgradeDatabase } from '../../upgrade-database.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';

export const dbUpgrade: Command = {
  name: 'db upgrade',
  summary: 'Upgrade the database to the schema of this version',
  examples: ['daybook db upgrade'],
  async run({ env }) {
    const { config } = await loadConfig(env);
    const log = createLog({ level: 'warn', destination: process.stderr });
    const data = await upgradeDatabase({ url: config.directDatabaseUrl, log });
    return {
      data,
      text: data.applied.length ? `Applied:\n${data.applied.map((name) => `  ${name}`).join('\n')}` : 'Up to date.',
    };
  },
};

export const dbStatus: Command = {
  name: 'db status',
  summary: 'Show which schema changes are applied and which are pending',
  examples: ['daybook db status', 'daybook db status --json'],
  async run({ env }) {
    const client = await openClient({
      url: (await loadConfig(env)).config.directDatabaseUrl,
      name: 'daybook-db-status',
    });
    try {
      const schema = await readSchema();
      const pending = new Set(namesOf(await findPending(client, schema)));
      const all = namesOf({ changes: schema.changes, functions: true });
      const data = all.map((change) => ({ change, state: pending.has(change) ? 'pending' : 'applied' }));
      const advice = pending.size ? '\n\nRun "daybook db upgrade".' : '';
      return { data, text: table(data, ['change', 'state']) + advice };
    } finally {
      await client.end();
    }
  },
};
