import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { useApp } from '../harness.ts';
import { minimalRecord } from './minimal-record.ts';
import { anInvoice, companyWith, publishRecords, someInvoices } from './seed-data-set.ts';
import { seedDataSet } from './seed-publication.ts';

const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });

type Body = { results: { id: string }[] };
const idsOf = (body: Body) => body.results.map((record) => record.id);
/** A number with its exact text. TypeScript does not know `JSON.rawJSON` yet. */
const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
const encoded = (query: string) => encodeURIComponent(query);

test('R-SVC-03 R-EP-02 R-INVOICE-01 R-PAGE-13: the invoices of a company are returned in the envelope of every list', async () => {
  const account = await app.account();
  const { path } = await companyWith(app.ctx.db, account, someInvoices(5));
  const answer = await account.send(`GET ${path}?pageSize=2`);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['results', 'pageNumber', 'pageSize', 'totalResults', '_links']);
  assert.deepEqual(idsOf(answer.body), ['inv-0001', 'inv-0002']);
  assert.deepEqual([answer.body.pageNumber, answer.body.pageSize, answer.body.totalResults], [1, 2, 5]);
  const { self, current, next, previous } = answer.body._links;
  assert.equal(self.href, `http://api.test${path}`);
  assert.equal(current.href, `http://api.test${path}?pageSize=2`);
  assert.equal(previous, undefined);
  const second = (await account.send(`GET ${next.href}`)).body;
  assert.deepEqual(idsOf(second), ['inv-0003', 'inv-0004']);
  const third = (await account.send(`GET ${second._links.next.href}`)).body;
  assert.deepEqual([idsOf(third), third._links.next], [['inv-0005'], undefined]);
  const back = (await account.send(`GET ${third._links.previous.href}`)).body;
  assert.deepEqual(idsOf(back), ['inv-0003', 'inv-0004']);
});

test('R-INVOICE-03 R-INVOICE-04: an invoice is returned with all its fields, every status, and exact amounts', async () => {
  const account = await app.account();
  const exact = '123456789012345678901234567890.10';
  const whole = {
    invoiceNumber: 'INV "1"',
    customerRef: { id: 'c1', companyName: 'Ä & Co' },
    issueDate: '2026-01-15T00:00:00Z',
    dueDate: '2026-02-15T00:00:00Z',
    paidOnDate: '2026-02-01T10:00:00.123Z',
    currency: 'EUR',
    currencyRate: 1,
    lineItems: [{ description: 'Work', unitAmount: 1, quantity: 2, totalAmount: 2, itemRef: { id: '7' } }],
    paymentAllocations: [{ payment: { id: 'p' }, allocation: { totalAmount: 5 } }],
    subTotal: 1,
    totalDiscount: 0,
    totalTaxAmount: 0.19,
    totalAmount: rawJson(exact),
    amountDue: rawJson('0.1000'),
    note: 'line\nbreak',
  };
  const statuses = ['Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
  const { path } = await companyWith(
    app.ctx.db,
    account,
    statuses.map((status) => ({ id: status, record: { ...whole, status } })),
  );
  const answer = await account.send(`GET ${path}?orderBy=id`);
  assert.deepEqual(idsOf(answer.body), statuses.toSorted());
  const [first] = answer.body.results;
  assert.deepEqual(
    Object.keys(first).sort(),
    [...Object.keys(whole), 'id', 'metadata', 'modifiedDate', 'status'].sort(),
  );
  assert.equal(answer.text.split(exact).length - 1, statuses.length, 'no digit is lost');
  assert.ok(answer.text.includes('"amountDue": 0.1000'), 'trailing zeros stay too');
  for (const query of [
    `totalAmount=${exact}`,
    `totalAmount>123456789012345678901234567890.09`,
    `totalAmount<=${exact}`,
  ]) {
    assert.equal((await account.send(`GET ${path}?query=${encoded(query)}`)).body.totalResults, 6, query);
  }
  for (const query of [
    `totalAmount>${exact}`,
    `totalAmount=123456789012345678901234567890.11`,
    `totalAmount!=${exact}`,
  ]) {
    assert.equal((await account.send(`GET ${path}?query=${encoded(query)}`)).body.totalResults, 0, query);
  }
});

test('R-INVOICE-02 R-PAGE-24: query filters invoices, status=paid matches in any case, and totalResults counts the matches', async () => {
  const account = await app.account();
  const lines = (n: number) => ({ lineItems: [{ unitAmount: n, quantity: 1, itemRef: { id: String(n % 4) } }] });
  const { path } = await companyWith(
    app.ctx.db,
    account,
    someInvoices(30, (n) => ({
      ...lines(n),
      ...(n % 2 && { dueDate: `2026-03-${String(n).padStart(2, '0')}T00:00:00Z` }),
    })),
  );
  const totalOf = async (query: string) => {
    const answer = await account.send(`GET ${path}?pageSize=7&query=${encoded(query)}`);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.results.length, Math.min(7, answer.body.totalResults), query);
    return answer.body.totalResults;
  };
  const expected: Record<string, number> = {
    'status=paid': 20,
    'status=PAID && totalAmount>20': 6,
    'status!=Draft': 20,
    'status~raf': 10,
    'totalAmount>=10&&totalAmount<12': 2,
    'lineItems.itemRef.id=3': 7,
    'dueDate=null': 15,
    'dueDate!=null && dueDate<=2026-03-05': 3,
    'dueDate<2026-03-05T00:00:00Z': 2,
    'paidOnDate!=null': 0,
    'id=inv-0007': 1,
    'id>inv-0028': 2,
    'metadata.isDeleted=false': 30,
    'modifiedDate>=2020-01-01': 30,
    'sourceModifiedDate=null': 30,
    '{status=draft || totalAmount<3} && invoiceNumber~1': 5,
  };
  for (const [query, total] of Object.entries(expected)) assert.equal(await totalOf(query), total, query);
  const second = await account.send(`GET ${path}?pageSize=7&query=${encoded('status=paid')}&page=2`);
  assert.deepEqual([second.body.results.length, second.body.totalResults, second.body.pageNumber], [7, 20, 2]);
  const unknown = await account.send(`GET ${path}?query=${encoded('colour=red')}`);
  assert.equal(unknown.status, 400);
  assert.match(
    unknown.body.error,
    /"colour".*Allowed: id, invoiceNumber, .*lineItems\.itemRef\.id.*metadata\.isDeleted/,
  );
  for (const query of ['status', 'totalAmount=many', 'issueDate>soon', 'lineItems=1', 'sourceData=1']) {
    assert.equal((await account.send(`GET ${path}?query=${encoded(query)}`)).status, 400, query);
  }
});

test('R-PAGE-23: page and pageSize on invoices have the defaults and bounds of every list', async () => {
  const account = await app.account();
  const { path } = await companyWith(app.ctx.db, account, someInvoices(120));
  const whole = (await account.send(`GET ${path}`)).body;
  assert.deepEqual([whole.pageNumber, whole.pageSize, whole.results.length, whole.totalResults], [1, 100, 100, 120]);
  const largest = (await account.send(`GET ${path}?pageSize=5000`)).body;
  assert.deepEqual([largest.pageSize, largest.results.length], [5000, 120]);
  const past = (await account.send(`GET ${path}?page=9`)).body;
  assert.deepEqual([past.results, past._links.next, past.totalResults], [[], undefined, 120]);
  assert.ok(past._links.previous);
  for (const search of [
    'page=0',
    'pageSize=0',
    'pageSize=5001',
    'page=x',
    'cursor=x',
    'colour=red',
    'include=x',
    'asOf=x',
  ]) {
    const answer = await account.send(`GET ${path}?${search}`);
    assert.equal(answer.status, 400, search);
    assert.equal(answer.body.validation.errors[0].itemId, search.split('=')[0], answer.text);
  }
});

test('orderBy sorts by dates and amounts with absent values first, and can be paged in both directions', async () => {
  const account = await app.account();
  const records = Array.from({ length: 40 }, (_, n) => ({
    id: `r${String((n * 7) % 40).padStart(2, '0')}`,
    record: anInvoice({
      issueDate: `2026-01-${String((n % 5) + 1).padStart(2, '0')}T00:00:00Z`,
      totalAmount: ((n * 13) % 6) - 2.5,
      ...(n % 3 > 0 && { dueDate: `2026-02-${String((n % 4) + 1).padStart(2, '0')}T00:00:00Z` }),
    }),
  }));
  const { path } = await companyWith(app.ctx.db, account, records);
  type Listed = { id: string; issueDate: string; totalAmount: number; dueDate?: string };
  const all: Listed[] = (await account.send(`GET ${path}`)).body.results;
  for (const field of ['issueDate', 'totalAmount', 'dueDate'] as const) {
    for (const sign of [1, -1]) {
      const keyOf = (one: Listed) => one[field] ?? '';
      const wanted = all
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id < b.id ? -1 : 1) * sign)
        .map((one) => one.id);
      const orderBy = sign < 0 ? `-${field}` : field;
      const seen: string[][] = [];
      let next: string | undefined = `${path}?pageSize=9&orderBy=${orderBy}`;
      let last = next;
      while (next) {
        const { body } = await account.send(`GET ${next}`);
        seen.push(idsOf(body));
        last = next;
        next = body._links.next?.href;
      }
      assert.deepEqual(seen.flat(), wanted, orderBy);
      const back = (await account.send(`GET ${(await account.send(`GET ${last}`)).body._links.previous.href}`)).body;
      assert.deepEqual(idsOf(back), seen.at(-2), `${orderBy} backwards`);
      const byNumber = (await account.send(`GET ${path}?pageSize=9&page=3&orderBy=${orderBy}`)).body;
      assert.deepEqual(idsOf(byNumber), seen[2], `${orderBy}, page 3`);
    }
  }
});

test('R-EP-16: every data type has a list, records and versions, for the company and for the connection', async () => {
  const account = await app.account();
  const { companyId, connectionId } = await companyWith(app.ctx.db, account, someInvoices(1));
  for (const dataType of dataTypes) {
    const place = { accountId: account.accountId, companyId, connectionId, dataType: dataType.name };
    if (dataType.name !== 'invoices') {
      const dataSet = await seedDataSet(app.ctx.db, place);
      await publishRecords(app.ctx.db, dataSet, [{ id: 'inv-0001', record: minimalRecord(dataType.record) }]);
    }
    for (const at of [`/companies/${companyId}`, `/companies/${companyId}/connections/${connectionId}`]) {
      const path = `${at}/data/${dataType.name}`;
      const list = await account.send(`GET ${path}`);
      assert.deepEqual([list.status, list.body.totalResults], [200, 1], list.text);
      const one = await account.send(`GET ${path}/inv-0001`);
      assert.deepEqual([one.status, one.body], [200, list.body.results[0]], one.text);
      const versions = await account.send(`GET ${path}/inv-0001/versions`);
      assert.deepEqual([versions.status, versions.body.results[0].record], [200, one.body], versions.text);
      for (const orderBy of Object.values(dataType.columns)) {
        assert.equal((await account.send(`GET ${path}?orderBy=-${orderBy}`)).status, 200, `${path} by ${orderBy}`);
      }
    }
  }
});
