import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { readSyncLines, type SyncLine } from '../../sync/operator-view.ts';
import { cancelSync } from '../../sync/run/change-sync.ts';
import { retryNow } from '../../sync/store.ts';
import { type Command, type CommandInput, exampleId, UsageError } from '../command.ts';
import { fieldTable, table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';

export const syncList: Command = {
  name: 'sync list',
  summary: 'List the unfinished syncs of this installation and what each one waits for, oldest first',
  examples: ['daybook sync list', 'daybook sync list --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await readSyncLines(base);
      const columns = ['sync', 'platform', 'dataType', 'status', 'pages', 'since', 'waitsUntil', 'message'];
      return { data, text: table(data, columns) };
    }),
};

export const syncShow: Command = {
  name: 'sync show',
  summary: 'Show one sync',
  positionals: ['SYNC_ID'],
  examples: [`daybook sync show ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await requireSync(base, input);
      return { data, text: fieldTable(data) };
    }),
};

export const syncRetry: Command = {
  name: 'sync retry',
  summary: 'Retry a waiting sync now',
  positionals: ['SYNC_ID'],
  examples: [`daybook sync retry ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const found = await requireSync(base, input);
      const place = { companyId: found.company, syncId: found.sync };
      const data = { syncId: found.sync };
      await base.db.transaction(found.account, async (tx) => {
        const isWoken = await retryNow(tx, place, base.clock.now());
        if (!isWoken) throw new UsageError(`Nothing to retry: the sync is ${found.status} and has no retry time.`);
        await input.keep(base, tx, { accountId: found.account, data });
      });
      return { data, text: 'A worker will retry the sync within seconds.' };
    }),
};

export const syncCancel: Command = {
  name: 'sync cancel',
  summary: 'Cancel an unfinished sync; none of its data is published',
  positionals: ['SYNC_ID'],
  examples: [`daybook sync cancel ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const found = await requireSync(base, input);
      const place = { companyId: found.company, syncId: found.sync };
      const data = { syncId: found.sync, status: 'Cancelled' };
      await base.db.transaction(found.account, async (tx) => {
        await cancelSync(base, tx, { ...place, by: 'the operator' });
        await input.keep(base, tx, { accountId: found.account, data });
      });
      return { data, text: 'Cancelled.' };
    }),
};

async function requireSync(base: Base, input: CommandInput): Promise<SyncLine> {
  const [syncId = ''] = input.positionals;
  if (!isUuid(syncId)) throw new UsageError('SYNC_ID must be a UUID; see "daybook sync list".');
  const [found] = await readSyncLines(base, { syncId });
  if (!found) throw notFound({ resource: 'sync', service: 'sync' });
  return found;
}
