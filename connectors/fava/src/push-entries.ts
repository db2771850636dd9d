import {
  NotSent,
  type Push,
  type PushAnswer,
  type PushInput,
  plainText,
  signOf,
  sum,
  Unavailable,
} from '@daybook/connector-kit';
import { closed, day } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { type Account, type Ledger, readLedger } from './ledger.ts';
import { entryRecord } from './map-entry.ts';
import { apiOf, getData, send } from './request-fava.ts';

/** Fava escapes quotes. Line breaks and other control characters would change the file, so the schema rejects them. */
const inLine = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^(?! )[^\\p{C}\\p{Zl}\\p{Zp}]+(?<! )$',
    description: `${description} One line.`,
  });

const schema = closed({
  postedOn: day(),
  description: Type.Optional(inLine('The narration.')),
  reference: Type.Optional(inLine('Stored as the metadata `reference`.')),
  journalLines: Type.Array(
    closed({
      accountRef: closed({ id: Type.String({ minLength: 1, maxLength: 200, description: 'An open account.' }) }),
      netAmount: Type.Number({ description: 'Debits are positive, credits negative; the lines must sum to zero.' }),
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
      description: Type.Optional(inLine('Stored as the metadata `description`.')),
    }),
    { minItems: 2, maxItems: 1000 },
  ),
});
type Pushed = Static<typeof schema>;

/** How often a new entry is looked for before Daybook looks for it later. */
const looksMax = 3;

const textOf = (amount: number) => plainText(JSON.stringify(amount));

function entryOf(record: Pushed, reference: string) {
  return {
    ...{ t: 'Transaction', date: record.postedOn.slice(0, 10), flag: '*', payee: '', tags: [], links: [] },
    narration: record.description ?? '',
    // Daybook finds the entry by this value, and people see that Daybook created it.
    meta: { daybook: reference, ...(record.reference && { reference: record.reference }) },
    postings: record.journalLines.map(({ accountRef, netAmount, currency, description }) => ({
      account: accountRef.id,
      amount: `${textOf(netAmount)} ${currency}`,
      meta: description ? { description } : {},
    })),
  };
}

type Problem = { itemId: string; message: string };

/**
 * Fava writes every entry into the file, even one that Beancount then reports as an error. So what Beancount checks is
 * checked before.
 */
function problemsOf({ postedOn, journalLines }: Pushed, { accounts }: Ledger): Problem[] {
  const known = new Map(accounts.map((account) => [account.name, account]));
  const problems = journalLines.flatMap(({ accountRef, currency }, at) => {
    const account = known.get(accountRef.id);
    const line = `journalLines.${at}`;
    if (!account) return [{ itemId: `${line}.accountRef.id`, message: `There is no account ${accountRef.id}.` }];
    if (!isOpenOn(account, postedOn.slice(0, 10)))
      return [{ itemId: `${line}.accountRef.id`, message: `The account ${accountRef.id} is not open on this day.` }];
    if (account.currencies.length > 0 && !account.currencies.includes(currency))
      return [{ itemId: `${line}.currency`, message: `${accountRef.id} has only ${account.currencies.join(', ')}.` }];
    return [];
  });
  for (const currency of new Set(journalLines.map((line) => line.currency))) {
    const total = sum(journalLines.filter((line) => line.currency === currency).map((line) => textOf(line.netAmount)));
    if (signOf(total) !== 0)
      problems.push({ itemId: 'journalLines', message: `The lines in ${currency} sum to ${total}, not to zero.` });
  }
  return problems;
}

const isOpenOn = ({ opened, closed: end }: Account, date: string) =>
  opened <= date && (end === undefined || date < end);

async function findShown(input: PushInput): Promise<{ answer: PushAnswer | undefined; ledger: Ledger }> {
  const ledger = await readLedger(input);
  const found = ledger.transactions.find(({ meta }) => meta.daybook === input.wish.reference);
  return { answer: found && { kind: 'done', providerStatus: 200, record: entryRecord(found) }, ledger };
}

/**
 * Of 20 entries that were added at the same time, Fava stored all, but did not show 13 of them directly afterwards. So
 * an entry that is not shown is looked for in the files of the ledger, which Fava reads anew for each request.
 */
async function find(input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  const { answer, ledger } = await findShown(input);
  if (answer) return answer;
  for (const file of ledger.options.include) {
    const { source } = await getData<{ source: string }>(input, `source?${new URLSearchParams({ filename: file })}`);
    if (source.includes(input.wish.reference)) throw notShown();
  }
  return { kind: 'absent' };
}

const notShown = () => new Unavailable('Fava has stored the entry but does not show it yet.');

/** Reads twice before it rejects an entry: while Fava loads its files, accounts may be missing. */
async function problemsNow(input: PushInput): Promise<Problem[]> {
  const record = input.wish.record as Pushed;
  const problems = problemsOf(record, await readLedger(input));
  return problems.length === 0 ? [] : problemsOf(record, await readLedger(input));
}

export const push: Push = {
  operations: { create: schema },
  choices: { 'journalLines.*.accountRef.id': 'accounts' },
  certainty: 'search',
  settlesWithinMs: 5000,
  prepare: ({ record, reference }, credentials) => ({
    method: 'PUT',
    url: apiOf(credentials, 'add_entries'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entries: [entryOf(record as Pushed, reference)] }),
  }),
  async send(input) {
    const problems = await problemsNow(input).catch((error: unknown) => {
      throw error instanceof Unavailable ? new NotSent(error.message) : error;
    });
    const [first] = problems;
    if (first) return { kind: 'refused', message: `The entry was not sent: ${first.message}`, errors: problems };
    const { status } = await send(input, input.prepared);
    // Fava answers 500 before and after it has written, so the outcome is unknown.
    if (status !== 200) throw new Unavailable(`Fava answered with status ${status}.`);
    // The response has no record, so the record is read.
    for (let look = 0; look < looksMax; look++) {
      const { answer } = await findShown(input);
      if (answer) return answer;
    }
    throw notShown();
  },
  find,
};
