import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { BadRequest, createClient } from '../../sdk/src/daybook.ts';
import { parseWithStrings, stringifyWithNumbers } from '../../sdk/src/decimals.ts';
import { useApp } from '../harness.ts';
import { linkPushing } from '../push/pushing-company.ts';
import { newInvoice } from '../push/records.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());
const exact = '123456789012345678901.2345';

test('only numbers of decimal fields become strings, with the digits that were sent', () => {
  const text = String.raw`{"totalAmount" : ${exact},"pageSize":10,"note":"\"totalAmount\":1","a\\":2,
    "lines":[{"quantity":-1.50,"unitAmount":1E+2,"name":"amount"},{"rate":0,"value":"12"}],"amount":null,"x":[1.5]}`;
  assert.deepEqual(parseWithStrings(text), {
    totalAmount: exact,
    pageSize: 10,
    note: '"totalAmount":1',
    'a\\': 2,
    lines: [
      { quantity: '-1.50', unitAmount: '1E+2', name: 'amount' },
      { rate: '0', value: '12' },
    ],
    amount: null,
    x: [1.5],
  });
  assert.throws(() => parseWithStrings('{"amount":1.}x'), SyntaxError);
  const long = 'x\\"'.repeat(3_000_000);
  assert.deepEqual(parseWithStrings(`{"a":"${long}","amount":1}`), { a: JSON.parse(`"${long}"`), amount: '1' });
});

test('a string in a decimal field is written as a number if it is one, and any other string as it is', () => {
  const record = { unitAmount: exact, quantity: 2, note: '"amount":"1"', reference: '12', value: '1,5', rate: '01' };
  assert.equal(
    stringifyWithNumbers(record),
    `{"unitAmount":${exact},"quantity":2,"note":"\\"amount\\":\\"1\\"","reference":"12","value":"1,5","rate":"01"}`,
  );
});

test("with decimals: 'string' an amount is pushed and read back with all digits, and the types say so", async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'strings-100');
  const daybook = createClient({ baseUrl: app.url, apiKey: account.key, decimals: 'string' });
  const [line] = newInvoice(company.references).lineItems;
  const body = { ...newInvoice(company.references), lineItems: [{ ...line, unitAmount: exact }] };
  const place = { companyId: company.companyId, connectionId: company.connectionId, dataType: 'invoices' };
  const pushed = await daybook.pushCreate({ ...place, body }, { wait: 20 });
  assert.ok('status' in pushed && pushed.status === 'Success', JSON.stringify(pushed));
  const id = (pushed.record as { id: string }).id;
  const read = await daybook.getInvoice({ companyId: company.companyId, id });
  // Fails to compile if the type of an amount is a number, or if that of a count is a string.
  const amount: string | undefined = read.lineItems?.[0]?.unitAmount;
  assert.equal(amount, exact);
  const page = await daybook.listInvoices({ companyId: company.companyId, pageSize: 5 });
  const total: number = page.totalResults;
  assert.equal(typeof total, 'number');
  assert.ok(page.results.every(({ totalAmount }) => (totalAmount satisfies string) && typeof totalAmount === 'string'));
  for await (const invoice of daybook.each('listInvoices', { companyId: company.companyId })) {
    assert.equal(typeof (invoice.totalAmount satisfies string), 'string');
    break;
  }

  const plain = createClient({ baseUrl: app.url, apiKey: account.key });
  const rounded = await plain.getInvoice({ companyId: company.companyId, id });
  assert.equal(rounded.lineItems?.[0]?.unitAmount satisfies number | undefined, Number(exact));
  await assert.rejects(plain.pushCreate({ ...place, body }), (error) => {
    assert.ok(error instanceof BadRequest);
    assert.match(JSON.stringify(error.validation), /unitAmount/);
    return true;
  });
});
