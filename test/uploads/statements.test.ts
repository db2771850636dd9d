import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { filesCompany, filesOn } from './uploading.ts';

const app = useApp({ config: filesOn });

type Booking = { id: string; day: string; amount: string };

/** A bank statement in OFX 1.0. */
const ofx = (balance: string, bookings: Booking[]) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>1000<ACCTID>123456<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
${bookings.map(({ id, day, amount }) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>Booking ${id}</STMTTRN>`).join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>${bookings.at(-1)?.day}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const booking = (n: number) => ({ id: `F${n}`, day: `202601${String(n).padStart(2, '0')}`, amount: `${n}.50` });

test('statements are added up, and transactions of overlapping statements count once', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  const first = await one.load(ofx('100.00', [1, 2, 3].map(booking)), {}, 'january.ofx');
  assert.equal(first.upload.mode, 'append');
  assert.deepEqual(
    first.upload.dataSets.map(({ dataType }: { dataType: string }) => dataType),
    ['bankAccounts', 'bankTransactions'],
  );
  const next = await one.upload(ofx('200.00', [3, 4, 5].map(booking)), 'february.ofx');
  assert.equal(next.body.status, 'Confirmed', 'a statement after the first one needs no person');
  const sync = await one.filled(next.body);
  assert.deepEqual(
    [sync.dataType, sync.status, sync.counts.added, sync.counts.unchanged, sync.counts.deleted],
    ['bankTransactions', 'Complete', 2, 3, 0],
  );
  const [bank] = await one.records('bankAccounts');
  assert.equal(bank.balance, 200);
});

test('an older statement that is uploaded later does not bring back its balance', async () => {
  const account = await app.account();
  const one = await filesCompany(app, account);
  await one.load(ofx('200.00', [3, 4, 5].map(booking)));
  await one.load(ofx('100.00', [1, 2].map(booking)));
  const [bank] = await one.records('bankAccounts');
  assert.equal(bank.balance, 200);
  assert.equal((await one.records('bankTransactions')).length, 5);
});
