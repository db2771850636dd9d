import { readFile } from 'node:fs/promises';
import { commandLine, writeAudit } from '../../audit/write-audit.ts';
import { ApiError } from '../../base/errors.ts';
import { importConnection } from '../../connections/oauth/import/import-connection.ts';
import type { Imported, WantedConnection } from '../../connections/oauth/import/wanted-connection.ts';
import type { Context } from '../../context.ts';
import { nobody, type Principal } from '../../http/access/principal.ts';
import { type Command, numberOption, textOption, UsageError } from '../command.ts';
import { requireAccount, requireAccountId } from '../commands/account.ts';
import { table } from '../table.ts';
import { withContext } from '../with-context.ts';
import { type ImportLine, readImport } from './read-import.ts';

/** A line of the report. */
type Reported = { line: number; platform: string; tenant: string } & (
  | Imported
  | { outcome: 'invalid' | 'valid'; reason?: string }
);

type Account = { plan: Principal['plan'] };

const good = ['valid', 'works', 'linked', 'alreadyLinked'];
const attemptsMax = 4;
/** A longer wait is left to the next run. */
const waitMaxMs = 70_000;

export const connectionImport: Command = {
  name: 'connection import',
  summary:
    'Import connections with OAuth tokens of another system, without new consent. Stop that system first: after the first renewal of a token, it may no longer be able to use its own',
  positionals: ['FILE'],
  options: {
    account: { type: 'string' },
    'dry-run': { type: 'boolean' },
    check: { type: 'boolean' },
    'at-once': { type: 'string' },
  },
  optionHelp: {
    account: 'account of lines without accountId',
    'dry-run': 'check only the form of the file; ask no platform',
    check: 'ask the platforms with the access tokens of the file; renew no token and link nothing',
    'at-once': 'how many connections at a time (default 4, at most 20)',
  },
  examples: [
    'daybook connection import connections.csv --dry-run',
    'daybook connection import connections.ndjson --account 019a… --check',
    'daybook connection import connections.ndjson --account 019a… --json',
  ],
  async run(input) {
    const [path = ''] = input.positionals;
    const given = textOption(input, 'account');
    const accountId = given === undefined ? undefined : requireAccountId(given);
    const [isDryRun, isCheck] = [input.options['dry-run'] === true, input.options.check === true];
    if (isDryRun && isCheck) throw new UsageError('Give either --dry-run or --check.');
    const atOnce = numberOption(input, 'at-once', { fallback: 4, max: 20 });
    const text = await readFile(path, 'utf8').catch(() => {
      throw new UsageError(`The file ${path} cannot be read.`);
    });
    const lines = readImport(text, { accountId });
    const isInvalid = lines.some((line) => 'problem' in line);
    // A file that is wrong somewhere may be wrong everywhere, such as one with shifted columns: nothing is imported.
    if (isDryRun || isInvalid) return report(lines.map(formOf));
    return withContext(input, async (ctx) => report(await importAll(ctx, lines, { isCheck, atOnce })));
  },
};

function formOf(one: ImportLine): Reported {
  const { line, platform, tenant } = one;
  return 'problem' in one
    ? { line, platform, tenant, outcome: 'invalid', reason: one.problem }
    : { line, platform, tenant, outcome: 'valid' };
}

async function importAll(
  ctx: Context,
  lines: readonly ImportLine[],
  { isCheck, atOnce }: { isCheck: boolean; atOnce: number },
): Promise<Reported[]> {
  const accounts = await findAccounts(ctx, lines);
  const reported: Reported[] = [];
  const waiting = [...lines];
  let done = 0;
  async function work(): Promise<void> {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (!('wanted' in one)) continue;
      const { line, platform, tenant, wanted } = one;
      reported.push({ line, platform, tenant, ...(await importOne(ctx, wanted, accounts, isCheck)) });
      done++;
      if (done % 100 === 0) process.stderr.write(`${done} of ${lines.length}\n`);
    }
  }
  // After an unexpected error, such as a lost database, the others end their line first.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return reported.sort((a, b) => a.line - b.line);
}

async function findAccounts(ctx: Context, lines: readonly ImportLine[]): Promise<Map<string, Account>> {
  const ids = new Set(lines.flatMap((line) => ('wanted' in line ? [line.wanted.accountId] : [])));
  const found = new Map<string, Account>();
  for (const accountId of ids) {
    const account = await requireAccount(ctx, accountId).catch((error) => {
      if (error instanceof ApiError && error.statusCode === 404) return undefined;
      throw error;
    });
    if (account) found.set(accountId, { plan: account.plan as Account['plan'] });
  }
  return found;
}

async function importOne(
  ctx: Context,
  wanted: WantedConnection,
  accounts: ReadonlyMap<string, Account>,
  isCheck: boolean,
): Promise<Imported> {
  const { accountId, platformKey, tenant } = wanted;
  const account = accounts.get(accountId);
  if (!account) return { outcome: 'refused', reason: 'There is no such account; see "daybook account list".' };
  const principal = { ...nobody, accountId, plan: account.plan, keyName: commandLine.name };
  for (let attempt = 1; ; attempt++) {
    const imported = await importConnection(ctx, wanted, {
      ...{ isCheck, principal },
      keep: (tx, { companyId, connectionId }) =>
        writeAudit(ctx, tx, {
          ...{ accountId, actor: commandLine, operation: 'daybook connection import', companyId },
          subject: { kind: 'connection', id: connectionId },
          after: { platformKey, tenant, status: 'Linked' },
        }),
    });
    const { outcome, retryAtMs, ...rest } = imported;
    const waitMs = (retryAtMs ?? Number.POSITIVE_INFINITY) - ctx.clock.nowMs();
    if (outcome !== 'retry' || waitMs > waitMaxMs || attempt === attemptsMax) return { outcome, ...rest };
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
  }
}

function report(lines: readonly Reported[]) {
  const counts = Object.fromEntries(
    [...Map.groupBy(lines, ({ outcome }) => outcome)].map(([outcome, some]) => [outcome, some.length]),
  );
  const summary = Object.entries(counts).map(([outcome, count]) => `${outcome} ${count}`);
  const columns = ['line', 'platform', 'tenant', 'outcome', 'nameAtPlatform', 'companyId', 'connectionId', 'reason'];
  return {
    data: { counts, lines },
    text: `${table(lines, columns)}\n\n${summary.join(', ')}`,
    exitCode: lines.every(({ outcome }) => good.includes(outcome)) ? 0 : 1,
  };
}
