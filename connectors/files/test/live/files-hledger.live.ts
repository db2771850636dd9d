import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parseExact } from '@daybook/connector-kit';
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

/** Exports that hledger writes, uploaded to Daybook and compared with what hledger says in JSON. */
const journal = `${process.env.HLEDGER_HOME ?? '/var/tmp/hledger-provider'}/books.journal`;
const app = useApp({ config: filesOn });
const run = promisify(execFile);
const env = { ...process.env, LANG: 'C.UTF-8' };
const hledger = async (...args: string[]) =>
  (await run('hledger', ['-f', journal, ...args], { env, maxBuffer: 2 ** 28 })).stdout;
const json = async (...args: string[]): Promise<ExactRecord[]> =>
  parseExact(await hledger(...args, '-O', 'json')) as ExactRecord[];

openExports((await hledger('--version')).trim());

/** hledger writes a quantity as an integer and the number of its decimal places. */
function quantityOf({ decimalMantissa, decimalPlaces }: ExactRecord): string {
  const [mantissa, places] = [JSON.stringify(decimalMantissa), Number(JSON.stringify(decimalPlaces))];
  const digits = mantissa.replace('-', '').padStart(places + 1, '0');
  const at = digits.length - places;
  return plainNumber(
    `${mantissa.startsWith('-') ? '-' : ''}${digits.slice(0, at)}${places ? '.' : ''}${digits.slice(at)}`,
  );
}
const amountsOf = (amounts: ExactRecord[]) =>
  amounts.map(({ acommodity, aquantity }) => `${quantityOf(aquantity)} ${acommodity}`).join(', ') || '0';

const keyOfEntry = ({ postedOn, description, journalLines }: ExactRecord) =>
  [
    ...[dayOf(postedOn), description],
    ...journalLines.map(
      (line: ExactRecord) =>
        `${line.accountRef.name ?? line.accountRef.id} ${plainNumber(line.netAmount)} ${line.currency}`,
    ),
  ].join('|');
const keyOfTransaction = ({ tdate, tdescription, tpostings }: ExactRecord) =>
  [
    ...[tdate, tdescription],
    ...tpostings.map(({ paccount, pamount }: ExactRecord) => `${paccount} ${amountsOf(pamount)}`),
  ].join('|');

test('the journal that hledger prints as CSV is read as it is', async () => {
  const transactions = (await json('print')).map(keyOfTransaction);
  for (const command of ['print', 'register']) {
    const fileName = `${command}.csv`;
    const content = await hledger(command, '-O', 'csv');
    const records = await loadExport(app, await app.account(), { fileName, content, dataType: 'journalEntries' });
    compareRecords(fileName, records.map(keyOfEntry), transactions);
  }
});

test('the balances that hledger writes as CSV are read as it is', async () => {
  const [rows = []] = (await json('balance', '--flat')) as unknown as [string, string, number, ExactRecord[]][][];
  const truth = rows.map(([, name, , amounts]) => `${name} ${amountsOf(amounts)}`);
  const content = await hledger('balance', '--flat', '-O', 'csv');
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'balance.csv', content, dataType: 'accounts', totals: 1 },
  });
  const keyOf = ({ name, currentBalance, currency }: ExactRecord) =>
    `${name} ${plainNumber(currentBalance)} ${currency}`;
  compareRecords('balance.csv', records.map(keyOf), truth);
});

test('the register of a bank account is read as bank transactions', async () => {
  const transactions = await json('print', 'assets:bank');
  const truth = transactions.flatMap(({ tdate, tdescription, tpostings }) =>
    tpostings
      .filter(({ paccount }: ExactRecord) => paccount === 'assets:bank')
      .map(({ pamount }: ExactRecord) =>
        [tdate, tdescription, ...pamount.map(({ aquantity }: ExactRecord) => quantityOf(aquantity))].join('|'),
      ),
  );
  const content = await hledger('aregister', 'assets:bank', '-O', 'csv');
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'aregister.csv', content, dataType: 'bankTransactions' },
    constants: { 'bankAccountRef.name': 'assets:bank' },
  });
  // The currency is that of the bank account.
  const keyOf = ({ date, description, amount }: ExactRecord) =>
    [dayOf(date), description, plainNumber(amount)].join('|');
  compareRecords('aregister.csv', records.map(keyOf), truth);
  assert.ok(records.length > 10);
});

testConformance();
