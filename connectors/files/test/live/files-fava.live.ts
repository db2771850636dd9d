import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parseExact, sum } from '@daybook/connector-kit';
import { useApp } from '../../../../test/harness.ts';
import { filesOn } from '../../../../test/uploads/uploading.ts';
import {
  compareRecords,
  dayOf,
  type ExactRecord,
  loadExport,
  openExports,
  plainNumber,
  testConformance,
} from './load-export.ts';

/** Query results that Fava exports as CSV, uploaded to Daybook and compared with what Fava says in JSON. */
const url = process.env.FAVA_URL ?? assert.fail('Run live tests through "npm run providers -- files-fava".');
const [ledger, programs] = [process.env.FAVA_LEDGER ?? '', process.env.FAVA_PROGRAMS ?? ''];
const run = promisify(execFile);
const app = useApp({ config: filesOn });
openExports(process.env.FAVA_ABOUT ?? '');

async function get(path: string): Promise<string> {
  const response = await fetch(`${url}${path}`);
  const text = await response.text();
  assert.equal(response.status, 200, text.slice(0, 500));
  return text;
}
const exported = (query: string) => get(`/download-query/query_result.csv?query_string=${encodeURIComponent(query)}`);
const data = async (name: string) => (parseExact(await get(`/api/${name}`)) as ExactRecord).data;

/** The transactions of Fava's journal, with the amounts of their postings. */
async function transactions(): Promise<ExactRecord[]> {
  const entries: ExactRecord[] = await data('journal');
  return entries.filter(({ t }) => t === 'Transaction');
}

const keyOf = (date: unknown, text: unknown, lines: string[]) => [dayOf(date), text, ...lines].join('|');

test('postings that Fava exports are read as the entries of its journal', async () => {
  const query =
    'SELECT id AS entry, date, narration AS description, account, number AS amount, currency WHERE year = 2026';
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'journal.csv', content: await exported(query), dataType: 'journalEntries' },
  });
  const read = records.map(({ postedOn, description, journalLines }) =>
    keyOf(
      postedOn,
      description,
      journalLines.map(
        (line: ExactRecord) => `${line.accountRef.name} ${plainNumber(line.netAmount)} ${line.currency}`,
      ),
    ),
  );
  const truth = (await transactions()).filter(({ date }) => date.startsWith('2026'));
  compareRecords(
    'journal.csv',
    read,
    truth.map(({ date, narration, postings }) => keyOf(date, narration, postings.map(lineOf))),
  );
});

/** Fava writes the amount of a posting as people do: `12.00 USD`. */
const lineOf = ({ account, amount }: ExactRecord) => {
  const [number = '', currency] = String(amount).split(' ');
  return `${account} ${plainNumber(number)} ${currency}`;
};

test('the balances that bean-query exports are the sums of the journal, with all of their digits', async () => {
  const query = "SELECT account, sum(number) AS balance, currency WHERE currency = 'USD' GROUP BY account, currency";
  // Fava itself exports floating-point numbers, which lose digits of the long ones.
  const { stdout } = await run(`${programs}/bean-query`, ['-f', 'csv', ledger, query]);
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'accounts.csv', content: stdout, dataType: 'accounts' },
  });
  const numbers = new Map<string, string[]>();
  for (const { account, amount } of (await transactions()).flatMap(({ postings }) => postings as ExactRecord[])) {
    const [number = '', currency] = String(amount).split(' ');
    if (currency === 'USD') numbers.set(account, [...(numbers.get(account) ?? []), number]);
  }
  compareRecords(
    'accounts.csv',
    records.map(({ name, currentBalance, currency }) => `${name} ${plainNumber(currentBalance)} ${currency}`),
    [...numbers].map(([account, some]) => `${account} ${plainNumber(sum(some))} USD`),
  );
});

test('the bookings of a bank account that Fava exports are read as bank transactions', async () => {
  const bank = 'Assets:Bank:Checking';
  const query = `SELECT date, narration AS description, number AS amount, balance WHERE account = '${bank}'`;
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'bank.csv', content: await exported(query), dataType: 'bankTransactions' },
    constants: { 'bankAccountRef.name': bank },
  });
  const truth = (await transactions()).flatMap(({ date, narration, postings }) =>
    postings
      .filter(({ account }: ExactRecord) => account === bank)
      .map(({ amount }: ExactRecord) => [date, narration, plainNumber(String(amount).split(' ')[0])].join('|')),
  );
  compareRecords(
    'bank.csv',
    records.map(({ date, description, amount }) => [dayOf(date), description, plainNumber(amount)].join('|')),
    truth,
  );
});

testConformance();
