import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementFile } from '../src/file-content.ts';
import { recordOfSource } from '../src/mapping/map-table.ts';
import { FileRefused, readFile } from '../src/read-file.ts';
import { mapStatement } from '../src/statements/map-statement.ts';
import { camt, mt940, ofx, type Statement } from './write-statements.ts';

const statement: Statement = {
  account: 'DE02120300000000202051',
  opening: '100.00',
  closing: '1134.55',
  entries: [
    { id: 'B-1', date: '2026-01-30', amount: '1050.05', name: 'Meyer & Co', text: 'Invoice 17' },
    { id: 'B-2', date: '2026-01-31', amount: '-15.50', name: 'Bank', text: 'Fees' },
  ],
};

async function read(text: string) {
  const content = (await readFile({ name: 'file', bytes: Buffer.from(text) })) as StatementFile;
  const mapped = mapStatement(content);
  for (const { source, record } of [...mapped.bankAccounts, ...mapped.bankTransactions])
    assert.equal(JSON.stringify(recordOfSource(source)), JSON.stringify(record));
  return { content, ...mapped };
}

const damaged = (error: unknown) => error instanceof FileRefused && error.code === 'malformed';

const files = {
  ...{ 'OFX 1': ofx(statement, 1), 'OFX 2': ofx(statement, 2), MT940: mt940(statement) },
  ...camtFiles(),
};

function camtFiles() {
  return { 'CAMT.053.001.02': camt(statement, '02'), 'CAMT.053.001.08': camt(statement, '08') };
}

for (const [name, text] of Object.entries(files)) {
  test(`${name}: accounts and transactions become records`, async () => {
    const { bankAccounts, bankTransactions, problems } = await read(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      bankAccounts.map(({ record }) => (record as { balance: number }).balance),
      [1134.55],
    );
    assert.deepEqual(
      bankTransactions.map(({ record }) => {
        const { date, amount, description } = record as { date: string; amount: number; description: string };
        return [date, amount, description];
      }),
      [
        ['2026-01-30T00:00:00Z', 1050.05, 'Meyer & Co · Invoice 17'],
        ['2026-01-31T00:00:00Z', -15.5, 'Bank · Fees'],
      ],
    );
  });

  test(`${name}: a transaction has the same id in the next statement`, async () => {
    const first = await read(text);
    const again = await read(text.replace(/\r?\n/g, '\r\n'));
    const ids = ({ bankTransactions }: typeof first) => bankTransactions.map(({ id }) => id);
    assert.deepEqual(ids(first), ids(again));
    assert.equal(new Set(ids(first)).size, 2);
  });

  test(`${name}: a file that was cut off is refused`, async () => {
    const end = text.trimEnd().length;
    for (const share of [0.99, 0.9, 0.75, 0.6]) {
      const cut = text.slice(0, Math.floor(end * share));
      const isRefused = await read(cut).then(
        () => false,
        (error) => damaged(error),
      );
      assert.ok(isRefused, `${share}: ${cut.slice(-80)}`);
    }
  });
}

test('amounts that do not lead to the closing balance are refused', async () => {
  const wrong = { ...statement, closing: '1134.56' };
  await assert.rejects(read(mt940(wrong)), damaged);
  await assert.rejects(read(camt(wrong, '08')), damaged);
});

test('equal transactions of one day are told apart by a counter', async () => {
  const entry = { id: '', date: '2026-01-30', amount: '1.00', name: 'Shop', text: 'Coffee' };
  const twice = { ...statement, closing: '102.00', entries: [entry, entry] };
  const { bankTransactions } = await read(mt940(twice));
  const [first, second] = bankTransactions.map(({ id }) => id);
  assert.equal(second, `${first}-2`);
});

test('a camt entry in another currency, a document type and an unknown tag are refused', async () => {
  await assert.rejects(read(camt(statement, '08').replace('<Amt Ccy="EUR">15.50', '<Amt Ccy="USD">15.50')), damaged);
  const typed = camt(statement, '08').replace('<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document');
  await assert.rejects(read(typed), (error) => error instanceof FileRefused && error.code === 'unsafe');
  await assert.rejects(read(mt940(statement).replace(':86:', ':99:')), damaged);
});

test('an OFX transaction without an amount or with a date that does not exist is a problem', async () => {
  const text = ofx(statement, 1).replace('20260130', '20260230').replace('-15.50', 'NaN');
  const { bankTransactions, problems } = await read(text);
  assert.equal(bankTransactions.length, 0);
  assert.deepEqual(
    problems.map(({ column }) => column),
    ['DTPOSTED', 'TRNAMT'],
  );
});

test('texts of MT940 are read in their dialects', async () => {
  const dialects = [
    '166?00GUTSCHRIFT?20Invoice 17?32Meyer & Co',
    '/NAME/Meyer & Co/REMI/Invoice 17',
    '020~20Invoice 17~32Meyer & Co',
  ];
  for (const dialect of dialects) {
    const [first] = (await read(mt940(statement).replace(/:86:.*/, `:86:${dialect}`))).content.transactions;
    assert.equal(first?.description, 'Meyer & Co · Invoice 17', dialect);
  }
});
