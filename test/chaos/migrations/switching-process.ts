import { createInterface } from 'node:readline';
import { createLog } from '../../../src/base/log.ts';
import { readEnv } from '../../../src/config/env.ts';
import { openBase } from '../../../src/context.ts';
import { loadConfig } from '../../../src/load-config.ts';
import { applyMigration } from '../../../src/webhook-migration/apply-migration.ts';
import { rollbackMigration } from '../../../src/webhook-migration/rollback-migration.ts';

/**
 * Does what the operator's command does, without its start-up time: for each line "apply ACCOUNT" or "rollback ACCOUNT"
 * it prints "done" or "failed: …". It is killed like any other process.
 */
const base = openBase((await loadConfig(readEnv())).config, {
  log: createLog({ level: 'warn', destination: process.stderr }),
});
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, accountId = ''] = line.split(' ');
  try {
    if (verb === 'apply') await applyMigration(base, { accountId, by: 'chaos', days: 30 });
    else await rollbackMigration(base, { accountId, by: 'chaos' });
    process.stdout.write('done\n');
  } catch (error) {
    process.stdout.write(`failed: ${String(error).replaceAll('\n', ' ')}\n`);
  }
}
