import { type AccountChange, changeAccount } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { planNames } from '../../accounts/plans.ts';
import { type AccountLine, readAccountLines } from '../../accounts/store.ts';
import { webhookGenerations } from '../../accounts/webhook-generation.ts';
import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { type Command, exampleId, oneOf, textOption, UsageError } from '../command.ts';
import { fieldTable, table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';

const planHelp = `one of ${planNames.join(', ')}`;

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Create an account',
  positionals: ['NAME'],
  options: { plan: { type: 'string' }, webhooks: { type: 'string' } },
  optionHelp: {
    plan: `${planHelp}; default: paid`,
    webhooks: 'webhook generation: newer (consumers, the default) or older (rules)',
  },
  examples: ['daybook account create "Acme Lending"', 'daybook account create Trial --plan free --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const plan = oneOf(textOption(input, 'plan') ?? 'paid', planNames, '--plan');
      const name = (input.positionals[0] ?? '').trim();
      if (name.length < 1 || name.length > 200) throw new UsageError('NAME must have 1 to 200 characters.');
      const webhooks = oneOf(textOption(input, 'webhooks') ?? 'newer', webhookGenerations, '--webhooks');
      const { accountId } = await createAccount(base, { name, plan, webhooks }, (tx, made) =>
        input.keep(base, tx, { accountId: made, data: { accountId: made, name, plan, webhooks } }),
      );
      return {
        data: { accountId, name, plan, webhooks },
        text: `Created account ${accountId} ("${name}", ${plan}).\nNext: daybook key create ${accountId} --name first`,
      };
    }),
};

export const accountList: Command = {
  name: 'account list',
  summary: 'List accounts',
  examples: ['daybook account list', 'daybook account list --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await readAccountLines(base.db.system);
      return { data, text: table(data, ['accountId', 'name', 'plan', 'webhooks', 'companies', 'keys', 'created']) };
    }),
};

export const accountShow: Command = {
  name: 'account show',
  summary: 'Show one account',
  positionals: ['ACCOUNT_ID'],
  examples: [`daybook account show ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await requireAccount(base, input.positionals[0]);
      return { data, text: fieldTable(data) };
    }),
};

const limitHelp = 'a number, or "default"';
/** Limits of an account by option. */
const limits = {
  'requests-per-minute': { field: 'requestsPerMinute', pattern: /^[1-9]\d{0,8}$/, of: 'a whole number above 0' },
  'snapshot-days': { field: 'snapshotDays', pattern: /^([1-9]\d{0,3}|10000)$/, of: 'a whole number from 1 to 10000' },
  'snapshot-bytes': { field: 'snapshotBytes', pattern: /^(0|[1-9]\d{0,14})$/, of: 'a whole number' },
} as const;
type LimitOption = keyof typeof limits;
const limitOptions = Object.keys(limits) as LimitOption[];

export const accountSet: Command = {
  name: 'account set',
  summary: 'Change the plan or the limits of an account',
  positionals: ['ACCOUNT_ID'],
  options: {
    plan: { type: 'string' },
    'requests-per-minute': { type: 'string' },
    'snapshot-days': { type: 'string' },
    'snapshot-bytes': { type: 'string' },
  },
  optionHelp: {
    plan: planHelp,
    'requests-per-minute': limitHelp,
    'snapshot-days': `how long its snapshots are kept at the longest: ${limitHelp}`,
    'snapshot-bytes': `what its snapshots may hold on disk: ${limitHelp}`,
  },
  examples: [
    'daybook account set 019a… --plan paid',
    'daybook account set 019a… --requests-per-minute 3000',
    'daybook account set 019a… --snapshot-days 2600 --snapshot-bytes 500000000000',
  ],
  run: (input) =>
    withBase(input, async (base) => {
      const accountId = requireAccountId(input.positionals[0]);
      const plan = textOption(input, 'plan');
      const change: AccountChange = {
        ...(plan !== undefined && { plan: oneOf(plan, planNames, '--plan') }),
        ...Object.fromEntries(limitOptions.flatMap((option) => readLimit(option, textOption(input, option)))),
      };
      if (Object.keys(change).length === 0)
        throw new UsageError(`Nothing to change: give --plan, ${limitOptions.map((one) => `--${one}`).join(' or ')}.`);
      const data = { accountId, ...change };
      await base.db.transaction(accountId, async (tx) => {
        await changeAccount(tx, change);
        await input.keep(base, tx, { accountId, data });
      });
      return {
        data,
        text: 'Settings changed. Running processes apply them within a second; a new request limit applies from the next minute on.',
      };
    }),
};

/** The entry of a limit in a change of an account; none if the option is not given. */
function readLimit(option: LimitOption, text: string | undefined): [string, number | null][] {
  if (text === undefined) return [];
  const { field, pattern, of } = limits[option];
  if (text !== 'default' && !pattern.test(text)) throw new UsageError(`--${option} must be ${of}, or "default".`);
  return [[field, text === 'default' ? null : Number(text)]];
}

export function requireAccountId(text: string | undefined): string {
  if (!text || !isUuid(text)) throw new UsageError('ACCOUNT_ID must be a UUID; see "daybook account list".');
  return text;
}

/** Reads an account. Throws a 404 error if the id is unknown. */
export async function requireAccount(base: Pick<Base, 'db'>, text: string | undefined): Promise<AccountLine> {
  const [found] = await readAccountLines(base.db.system, requireAccountId(text));
  if (!found) throw notFound({ resource: 'account', service: 'accounts' });
  return found;
}
