import { createLog } from '../../base/log.ts';
import { openClient } from '../../db/connections.ts';
import { findPending, readSchemaChanges } from '../../db/upgrade.ts';
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
      const changes = await readSchemaChanges();
      const pending = new Set((await findPending(client, changes)).map((change) => change.name));
      const data = changes.map(({ name }) => ({ change: name, state: pending.has(name) ? 'pending' : 'applied' }));
      const advice = pending.size ? '\n\nRun "daybook db upgrade".' : '';
      return { data, text: table(data, ['change', 'state']) + advice };
    } finally {
      await client.end();
    }
  },
};
