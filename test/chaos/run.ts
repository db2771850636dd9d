import { runNamed } from '../../bench/run-named.ts';
import { failOver } from './fail-over.ts';
import { killCell } from './kill-cell.ts';
import { killDuringDeliveries } from './kill-during-deliveries.ts';
import { killDuringMigrations } from './kill-during-migrations.ts';
import { killDuringMirror } from './kill-during-mirror.ts';
import { killDuringPushGroups } from './kill-during-push-groups.ts';
import { killDuringPushes } from './kill-during-pushes.ts';
import { killDuringRemaps } from './kill-during-remaps.ts';
import { killDuringSyncs } from './kill-during-syncs.ts';
import { killDuringWrites } from './kill-during-writes.ts';
import { moveAccounts } from './move-accounts.ts';
import { playRandomBooks } from './play-random-books.ts';
import { readHostileFiles } from './read-hostile-files.ts';
import { restoreBackups } from './restore-backups.ts';
import { seedWrongData } from './seed-wrong-data.ts';
import { upgradeUnderTraffic } from './upgrade-under-traffic.ts';
import { walkDuringChanges } from './walk-during-changes.ts';

/** `npm run chaos -- NAME [--json] [--quick]`: breaks the real program on its own PostgreSQL and checks the bars. */
await runNamed('chaos', {
  writes: killDuringWrites,
  sync: killDuringSyncs,
  remap: killDuringRemaps,
  delivery: killDuringDeliveries,
  push: killDuringPushes,
  'push-groups': killDuringPushGroups,
  migration: killDuringMigrations,
  upgrade: upgradeUnderTraffic,
  failover: { run: failOver, options: ['faults', 'replication'] },
  cells: killCell,
  move: moveAccounts,
  mirror: killDuringMirror,
  walks: walkDuringChanges,
  files: readHostileFiles,
  checks: seedWrongData,
  books: { run: playRandomBooks, options: ['histories', 'seed', 'minutes'] },
  restore: restoreBackups,
});
