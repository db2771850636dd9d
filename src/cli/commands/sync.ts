import { sql } from 'kysely';
import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { cancelSync } from '../../sync/run/change-sync.ts';
import { isUnfinished, retryNow } from '../../sync/store.ts';
import { type Command, type CommandInput, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';

const shownMax = 500;

type SyncRow = {
  sync: string;
  account: string;
  company: string;
  platform: string;
  dataType: string;
  status: string;
  pages: number;
  since: Date;
  waitsUntil: Date | null;
  message: string | null;
};

export const syncList: Command = {
  name: 'sync list',
  summary: 'List the unfinished syncs of this cell (installation) and what each one waits for, oldest first',
  examples: ['daybook sync list', 'daybook sync list --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await readSyncs(base, isUnfinished);
      const columns = ['sync', 'platform', 'dataType', 'status', 'pages', 'since', 'waitsUntil', 'message'];
      return { data, text: table(data, columns) };
    }),
};

export const syncShow: Command = {
  name: 'sync show',
  summary: 'Show one sync',
  positionals: ['SYNC_ID'],
  examples: ['daybook sync show 019a0000-0000-7000-8000-000000000000'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await requireSync(base, input);
      const text = Object.entries(data).map(([name, value]) => ({ field: name, value }));
      return { data, text: table(text, ['field', 'value']) };
    }),
};

export const syncRetry: Command = {
  name: 'sync retry',
  summary: 'Retry a waiting sync now',
  positionals: ['SYNC_ID'],
  examples: ['daybook sync retry 019a0000-0000-7000-8000-000000000000'],
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
  examples: ['daybook sync cancel 019a0000-0000-7000-8000-000000000000'],
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

async function requireSync(base: Base, input: CommandInput): Promise<SyncRow> {
  const [syncId = ''] = input.positionals;
  if (!isUuid(syncId)) throw new UsageError('SYNC_ID must be a UUID; see "daybook sync list".');
  const [found] = await readSyncs(base, sql<boolean>`sync_id = ${syncId}::uuid`);
  if (!found) throw notFound({ resource: 'sync', service: 'sync' });
  return found;
}

async function readSyncs(base: Base, condition: ReturnType<typeof sql<boolean>>): Promise<SyncRow[]> {
  const { rows } = await sql<SyncRow>`select sync_id as sync, account_id as account, company_id as company,
      platform_key as platform, data_type as "dataType", status, pages, requested_at as since, retry_at as "waitsUntil",
      error_message as message
    from sync where ${condition} order by requested_at limit ${shownMax}`.execute(base.db.system);
  return rows;
}
