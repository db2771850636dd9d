import { declareDone, findDeparture } from '../../account-move/departure.ts';
import { cancelMove, moveAccount } from '../../account-move/move-account.ts';
import { NotMovable } from '../../account-move/require-movable.ts';
import { openSides, rowsOf, type Side, type SideOptions } from '../../account-move/side.ts';
import { createSealer } from '../../base/secrets.ts';
import { noAccount } from '../../http/access/principal.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  exampleId,
  numberOption,
  textOption,
  UsageError,
} from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';
import { requireAccountId } from './account.ts';

export const accountMove: Command = {
  name: 'account move',
  summary: 'Move an account to another cell, or back',
  positionals: ['ACCOUNT_ID'],
  options: {
    to: { type: 'string' },
    back: { type: 'boolean' },
    done: { type: 'boolean' },
    cancel: { type: 'boolean' },
    pause: { type: 'string' },
  },
  optionHelp: {
    to: 'name of the cell to which the account moves; DAYBOOK_CELLS must contain it, and DAYBOOK_MOVE_DATABASE_URL and DAYBOOK_MOVE_SECRET_KEYS belong to it',
    back: 'take an account back that has moved to the cell of --to',
    pause: 'refuse changes for at most this many seconds; default: 3',
    cancel: 'give up a move that has not switched yet, and erase what was copied',
    done: 'declare the move done: it can no longer be taken back',
  },
  examples: [
    `daybook account move ${exampleId} --to eu2`,
    `daybook account move ${exampleId} --to eu2 --back`,
    `daybook account move ${exampleId} --to eu2 --done`,
  ],
  run: (input) =>
    withBase(input, async (base) => {
      const accountId = requireAccountId(input.positionals[0]);
      if (input.options.done) return declare(base, input, accountId);
      return move(base, input, { accountId, other: otherCell(base, input) });
    }),
};

function otherCell({ config }: Base, input: CommandInput): SideOptions {
  const name = textOption(input, 'to');
  if (!name) throw new UsageError('Name the other cell with --to.');
  if (name === config.cell)
    throw new UsageError(`This command runs in the cell "${name}": name the other one with --to.`);
  const found = config.cells.find((cell) => cell.name === name);
  if (!found) throw new UsageError(`DAYBOOK_CELLS contains no cell "${name}".`);
  if (!config.moveDatabaseUrl || config.moveSecretKeys.length === 0)
    throw new UsageError(`Set DAYBOOK_MOVE_DATABASE_URL and DAYBOOK_MOVE_SECRET_KEYS to those of the cell "${name}".`);
  return {
    cell: name,
    url: found.url,
    databaseUrl: config.moveDatabaseUrl,
    sealer: createSealer(config.moveSecretKeys),
  };
}

async function move(
  base: Base,
  input: CommandInput,
  { accountId, other }: { accountId: string; other: SideOptions },
): Promise<CommandResult> {
  const { config } = base;
  const own = {
    cell: config.cell,
    url: config.cells.find((cell) => cell.name === config.cell)?.url ?? config.baseUrl,
    databaseUrl: config.directDatabaseUrl,
    sealer: base.sealer,
  };
  const [here, there] = await openSides(own, other);
  try {
    const [from, to] = input.options.back ? [there, here] : [here, there];
    if (input.options.back) await requireLeft({ here, there }, { accountId, cell: other.cell });
    await base.db.system
      .transaction()
      .execute((tx) => input.begin(base, tx, kept(accountId, { from: from.cell, to: to.cell })));
    if (input.options.cancel) {
      await cancelMove({ accountId, from, to });
      const data = { accountId, from: from.cell, to: to.cell, cancelled: true };
      return { data, text: `The move is given up. The account stays in the cell "${from.cell}".` };
    }
    const pauseSeconds = numberOption(input, 'pause', { fallback: 3, max: 60 });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const report = await moveAccount({ accountId, from, to, say, pauseSeconds });
    const keys = await rowsOf<{ prefix: string }>(
      to.client,
      'select prefix from api_key where account_id = $1 and deleted_at is null order by prefix',
      [accountId],
    );
    // Keys, and notifications of platforms, whose URLs name the account.
    const lines = [...keys.map(({ prefix }) => `${prefix} ${to.cell}`), `${from.cell}.${accountId} ${to.cell}`];
    return { data: { ...report, routerLines: lines }, text: describe(report, lines) };
  } catch (error) {
    if (error instanceof NotMovable) throw new UsageError(error.message);
    throw error;
  } finally {
    await Promise.allSettled([here.client.end(), there.client.end()]);
  }
}

async function requireLeft({ here, there }: { here: Side; there: Side }, of: { accountId: string; cell: string }) {
  // An earlier run may have taken the account back, and only the rest is left to do.
  const back = await findDeparture(there.client, of.accountId);
  if (back?.to_cell === here.cell && (back.state === 'handed' || back.state === 'moved')) return;
  const departure = await findDeparture(here.client, of.accountId);
  if (departure?.state !== 'moved' || departure.to_cell !== of.cell)
    throw new UsageError(`The account has not moved from here to the cell "${of.cell}".`);
  if (departure.done_at)
    throw new UsageError(
      'The move was declared done, so it cannot be taken back. To move the account here, run the command in its cell.',
    );
}

type Report = Awaited<ReturnType<typeof moveAccount>>;

function describe(report: Report, lines: string[]): string {
  const filled = (report.tables ?? []).filter(({ rows }) => rows > 0);
  const copied =
    report.pausedMs === undefined
      ? ['An earlier run had moved it; what was left in the old cell is erased.']
      : [
          `Copied while it worked: ${report.copiedEarly} rows. At the switch: ${report.copiedAtSwitch}. Changes were refused for ${report.pausedMs / 1000} s.`,
          table(filled, ['table', 'rows', 'arrived']),
        ];
  return [
    `Account ${report.accountId} is now in the cell "${report.to}".`,
    ...copied,
    `The cell "${report.from}" redirects its requests. Add these lines to the map of the router, in place of earlier ones with the same beginning:`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

async function declare(base: Base, input: CommandInput, accountId: string): Promise<CommandResult> {
  const to = textOption(input, 'to') ?? '';
  const data = { accountId, to, done: true };
  await base.db.system.transaction().execute(async (tx) => {
    if (!(await declareDone(tx, accountId, to)))
      throw new UsageError(
        `The account has not moved to the cell "${to}", or its old rows are not erased yet: run the command without --done again.`,
      );
    await input.keep(base, tx, kept(accountId, data));
  });
  return {
    data,
    text: `The move to the cell "${to}" is done. It can no longer be taken back; requests are still redirected.`,
  };
}

/** The account's own audit log moves along with it, so the operator's log of this cell keeps the entry. */
const kept = (account: string, data: object) => ({ accountId: noAccount, data: { account, ...data } });
