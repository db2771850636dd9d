import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { type PushLine, readPushLines } from '../../push/operator-view.ts';
import { wakeLane } from '../../push/store.ts';
import { type Command, type CommandInput, exampleId, UsageError } from '../command.ts';
import { fieldTable, table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';

export const pushList: Command = {
  name: 'push list',
  summary: 'List push operations that are unfinished or need a decision, oldest first',
  examples: ['daybook push list', 'daybook push list --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await readPushLines(base);
      const columns = [
        'push',
        'platform',
        'dataType',
        'operation',
        'status',
        'step',
        'attempts',
        'since',
        'waitsUntil',
        'message',
      ];
      return { data, text: table(data, columns) };
    }),
};

export const pushShow: Command = {
  name: 'push show',
  summary: 'Show one push operation',
  positionals: ['PUSH_ID'],
  examples: [`daybook push show ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await requirePush(base, input);
      return { data, text: fieldTable(data) };
    }),
};

export const pushRetry: Command = {
  name: 'push retry',
  summary: 'Retry a waiting push now, and continue with the pushes queued behind it',
  positionals: ['PUSH_ID'],
  examples: [`daybook push retry ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const found = await requirePush(base, input);
      if (found.step === 'known' || found.step === 'unknown')
        throw new UsageError(`Nothing to retry: the push is ${found.status} and its step is "${found.step}".`);
      const place = { companyId: found.company, connectionId: found.connection, pushId: found.push };
      const data = { pushId: found.push };
      await base.db.transaction(found.account, async (tx) => {
        await wakeLane(tx, place, base.clock.now());
        await input.keep(base, tx, { accountId: found.account, data });
      });
      return { data, text: 'A worker will retry the push within seconds.' };
    }),
};

async function requirePush(base: Base, input: CommandInput): Promise<PushLine> {
  const [pushId = ''] = input.positionals;
  if (!isUuid(pushId)) throw new UsageError('PUSH_ID must be a UUID; see "daybook push list".');
  const [found] = await readPushLines(base, { pushId });
  if (!found) throw notFound({ resource: 'push operation', service: 'push' });
  return found;
}
