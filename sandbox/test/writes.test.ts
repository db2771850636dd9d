import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../src/start-sandbox.ts';
import { controlSandbox } from './control-sandbox.ts';
import { parseWithNumberTexts } from './exact-decimal.ts';
import { sandboxClient } from './sandbox-client.ts';
import { writeExamples } from './write-examples.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);
const company = 'written-200';
const client = sandboxClient(sandbox.url, company);
const examples = await writeExamples(client);
const { bodyOf, line, ids } = examples;

type Problems = { error: string; problems: { field: string; message: string }[] };
async function problemsOf(type: string, body: object | string): Promise<string[]> {
  const { status, body: answer } = await client.send('POST', type, body);
  assert.equal(status, 422, JSON.stringify(answer));
  assert.equal(answer.error, 'invalid');
  return (answer as unknown as Problems).problems.map(({ field, message }) => `${field} ${message}`);
}

test('a written record has the same bytes in lists, in changes and when read by id', async () => {
  for (const type of Object.keys(examples.types)) {
    const before = await client.all(type);
    const { position } = await control.change(company, { type: 'info', update: 1 });
    const created = await client.send('POST', type, bodyOf(type));
    assert.equal(created.status, 201, created.text);
    const { id } = created.body as { id: string };
    const listed = (await client.bodies(type)).join();
    assert.ok(listed.includes(created.text), `${type}: the list has what the write returned`);
    assert.equal((await client.all(type)).length, before.length + 1);
    const changes = await (await client.get(`${type}/changes?since=${position}`)).text();
    assert.equal(changes, `{"records":[${created.text}],"position":${position + 1},"more":false}`);
    const alone = await client.get(`${type}/${id}`);
    assert.deepEqual([alone.status, await alone.text()], [200, created.text]);
  }
  assert.equal((await client.get('invoices/inv_000000000')).status, 404);
  assert.equal((await client.get('invoices/nonsense')).status, 404);
});

test('a replaced record keeps its id and number, and a deleted record appears as deleted in the changes', async () => {
  for (const type of ['customers', 'suppliers', 'items', 'invoices', 'bills']) {
    const { id, number } = (await client.send('POST', type, bodyOf(type))).body as { id: string; number?: string };
    const { position } = await control.change(company, { type: 'info', update: 1 });
    const updated = await client.send('PUT', `${type}/${id}`, bodyOf(type));
    assert.equal(updated.status, 200, updated.text);
    assert.deepEqual([updated.body.id, updated.body.number], [id, number]);
    const changes = async () => (await client.get(`${type}/changes?since=${position}`)).text();
    assert.ok((await changes()).includes(updated.text));
    const deleted = await client.send('DELETE', `${type}/${id}`);
    assert.deepEqual([deleted.status, deleted.body.id, deleted.body.deleted], [200, id, true]);
    assert.equal(await changes(), `{"records":[${deleted.text}],"position":${position + 2},"more":false}`);
    assert.equal((await client.get(`${type}/${id}`)).status, 404);
    assert.equal((await client.send('PUT', `${type}/${id}`, bodyOf(type))).status, 404);
    assert.equal((await client.send('DELETE', `${type}/${id}`)).status, 404);
    assert.ok(!(await client.all(type)).some((record) => record.id === id));
  }
});

test('an open document is voided, and a party or an item archived; nothing else of the record changes', async () => {
  const { modified_at: _, revision: __, ...kept } = (await client.send('POST', 'invoices', bodyOf('invoices'))).body;
  const { id } = kept as { id: string };
  const voided = await client.send('POST', `invoices/${id}/void`);
  assert.equal(voided.status, 200, voided.text);
  const { modified_at: ___, revision, ...now } = voided.body;
  assert.deepEqual([now, revision], [{ ...kept, state: 'cancelled', open_amount: 0 }, 1]);
  const told = (await control.writes(company)).at(-1);
  assert.deepEqual([told?.operation, told?.id], ['void', id]);
  assert.equal((await client.send('POST', `invoices/${id}/void`)).status, 409);
  const draft = (await client.send('POST', 'bills', { ...bodyOf('bills'), state: 'draft' })).body;
  assert.equal((await client.send('POST', `bills/${draft.id}/void`)).status, 409);
  for (const type of ['customers', 'suppliers', 'items']) {
    const made = (await client.send('POST', type, bodyOf(type))).body;
    const archived = await client.send('POST', `${type}/${made.id}/archive`);
    assert.deepEqual([archived.status, archived.body.state], [200, 'archived']);
    assert.equal((await client.send('POST', `${type}/${made.id}/void`)).status, 405);
  }
  assert.equal((await client.send('POST', 'invoices/inv_nobody/void')).status, 404);
  assert.equal((await client.send('POST', `payments/x/void`)).status, 405);
});

test('lines and totals are computed to the last digit, with tax rounded half up', async () => {
  const reduced = examples.taxRate(2.5);
  const lines = [
    `{"unit_price":1234567890123456789.123,"quantity":3,"discount":0.369,"account":"${ids.accounts[0]}","tax_rate":"${reduced}"}`,
    `{"unit_price":2e-1,"quantity":0.5,"account":"${ids.accounts[0]}","tax_rate":"${reduced}","item":"${ids.items[0]}"}`,
  ];
  const body = `{"customer":"${ids.customers[0]}","issued_on":"2026-11-01","lines":[${lines}]}`;
  const { text, status } = await client.send('POST', 'invoices', body);
  assert.equal(status, 201, text);
  const invoice = parseWithNumberTexts<Record<string, unknown> & { lines: Record<string, unknown>[] }>(text);
  const [first, second] = invoice.lines;
  assert.deepEqual(
    [first?.net, first?.tax, first?.gross, second?.unit_price, second?.net, second?.tax, second?.gross],
    ['3703703670370370367', '92592591759259259.175', '3796296262129629626.175', '0.2', '0.1', '0.003', '0.103'],
  );
  assert.deepEqual(
    [invoice.net_total, invoice.discount_total, invoice.tax_total, invoice.gross_total, invoice.open_amount],
    ['3703703670370370367.1', '0.369', '92592591759259259.178', '3796296262129629626.278', '3796296262129629626.278'],
  );
  assert.deepEqual(
    [invoice.state, invoice.currency, invoice.exchange_rate, invoice.payments],
    ['open', 'EUR', '1', []],
  );
  assert.match(String(invoice.number), /^INV-0000\d{3}$/);
  const customers = await client.all('customers');
  const named = customers.find((record) => record.id === ids.customers[0])?.name;
  assert.deepEqual(invoice.customer, { id: ids.customers[0], name: named });
  assert.equal((second?.item as { id: string } | undefined)?.id, ids.items[0]);
  assert.ok(!('item' in (first ?? {})));
});

test('a payment settles the invoice that it names, first in part and then in full', async () => {
  const { body: invoice } = await client.send('POST', 'invoices', bodyOf('invoices'));
  const { id, open_amount } = invoice as { id: string; open_amount: number };
  assert.equal(open_amount, 47.98);
  const pay = (amount: number, more: object = {}) => ({
    ...bodyOf('payments'),
    amount,
    applied_to: [{ kind: 'invoice', id, amount }],
    ...more,
  });
  const now = async () => (await (await client.get(`invoices/${id}`)).json()) as Record<string, unknown>;
  const first = await client.send('POST', 'payments', pay(1.25));
  assert.equal(first.status, 201, first.text);
  const part = await now();
  assert.deepEqual([part.state, part.open_amount, part.paid_on], ['part_paid', 46.73, null]);
  assert.equal((await client.send('PUT', `invoices/${id}`, bodyOf('invoices'))).status, 409);
  assert.deepEqual(await problemsOf('payments', pay(open_amount)), ['applied_to.0.amount exceeds the open amount']);
  const other = { customer: ids.customers[1] };
  assert.deepEqual(await problemsOf('payments', pay(1, other)), ['applied_to.0.id belongs to another customer']);
  const tooMuch = { ...pay(1), amount: 0.5 };
  assert.deepEqual(await problemsOf('payments', tooMuch), ['applied_to sums to more than the payment']);
  assert.deepEqual(await now(), part, 'a rejected write changes nothing');

  const last = await client.send('POST', 'payments', pay(46.73));
  assert.equal(last.status, 201, last.text);
  const paid = await now();
  assert.deepEqual([paid.state, paid.open_amount, paid.paid_on], ['paid', 0, '2026-11-03']);
  assert.deepEqual(
    (paid.payments as { id: string }[]).map((payment) => payment.id),
    [first.body.id, last.body.id],
  );
  for (const [method, body] of [
    ['PUT', bodyOf('invoices')],
    ['DELETE', undefined],
  ] as const) {
    const refused = await client.send(method, `invoices/${id}`, body);
    assert.deepEqual([refused.status, refused.body.error, typeof refused.body.message], [409, 'conflict', 'string']);
  }
  assert.deepEqual(await problemsOf('payments', pay(1)), ['applied_to.0.id is paid']);
});

test('an invoice of the initial books can be paid, and a cancelled invoice cannot be changed', async () => {
  const invoices = await client.all('invoices');
  // Pick an amount that JSON.parse does not alter: some amounts have more digits than a double can hold.
  const isExact = (amount: unknown) => /^\d{1,9}(\.\d{1,2})?$/.test(String(amount));
  const open = invoices.find(
    (record) => record.state === 'open' && record.currency === 'EUR' && isExact(record.open_amount),
  ) as {
    id: string;
    open_amount: number;
    customer: { id: string };
  };
  const applied = { kind: 'invoice', id: open.id, amount: open.open_amount };
  const body = { ...bodyOf('payments'), customer: open.customer.id, amount: open.open_amount, applied_to: [applied] };
  const payment = await client.send('POST', 'payments', body);
  assert.equal(payment.status, 201, payment.text);
  const { state, open_amount } = (await (await client.get(`invoices/${open.id}`)).json()) as Record<string, unknown>;
  assert.deepEqual([state, open_amount], ['paid', 0]);
  const cancelled = invoices.find((record) => record.state === 'cancelled');
  assert.equal((await client.send('DELETE', `invoices/${cancelled?.id}`)).status, 409);
});

test('a write that breaks a rule of the books is rejected with the field and the reason', async () => {
  const cases: [string, object | string, string[]][] = [
    ['invoices', { ...bodyOf('invoices'), lines: [] }, ['lines must have at least one line']],
    ['invoices', { ...bodyOf('invoices'), due_on: '2026-10-31' }, ['due_on must not be before issued_on']],
    ['invoices', { ...bodyOf('invoices'), issued_on: '2026-02-30' }, ['issued_on must be a date such as 2026-11-15']],
    ['invoices', { ...bodyOf('invoices'), customer: 'cus_nobody' }, ['customer there is no customer cus_nobody']],
    [
      'invoices',
      { ...bodyOf('invoices'), number: 'INV-0000001' },
      ['number INV-0000001 is already used by another invoice'],
    ],
    ['invoices', { ...bodyOf('invoices'), total: 5 }, ['total is an unknown field']],
    ['invoices', { ...bodyOf('invoices'), currency: 'USD' }, ['exchange_rate is required for USD']],
    [
      'invoices',
      { ...bodyOf('invoices'), lines: [{ ...line, account: 'x', tax_rate: 'tax_x', item: 'itm_x', tracking: ['y'] }] },
      [
        'lines.0.account there is no account x',
        'lines.0.tax_rate there is no tax rate tax_x',
        'lines.0.item there is no item itm_x',
        'lines.0.tracking.0 there is no tracking category y',
      ],
    ],
    [
      'invoices',
      { ...bodyOf('invoices'), lines: [line, { ...line, quantity: 0 }] },
      ['lines.1.quantity must be greater than zero'],
    ],
    [
      'invoices',
      { ...bodyOf('invoices'), lines: [{ ...line, unit_price: '1' }] },
      ['lines.0.unit_price must be a number of at most 30 digits'],
    ],
    ['invoices', '[]', [' must be an object']],
    ['bills', { ...bodyOf('bills'), client_ref: 7 }, ['client_ref must be a string']],
    ['customers', {}, ['name is required']],
    ['journalEntries', { ...bodyOf('journalEntries'), lines: [] }, ['lines must have at least one line']],
    [
      'journalEntries',
      {
        ...bodyOf('journalEntries'),
        lines: [
          { account: ids.accounts[0], amount: 0.1 },
          { account: ids.accounts[1], amount: -0.3 },
        ],
      },
      ['lines must sum to zero, not to -0.2'],
    ],
  ];
  for (const type of Object.keys(examples.types)) {
    const before = await client.bodies(type);
    for (const [of, body, problems] of cases) if (of === type) assert.deepEqual(await problemsOf(type, body), problems);
    assert.deepEqual(await client.bodies(type), before, 'a rejected write changes nothing');
  }
  const { body } = await client.send('POST', 'invoices', { ...bodyOf('invoices'), number: 'MINE-1' });
  assert.deepEqual(await problemsOf('invoices', { ...bodyOf('invoices'), number: 'MINE-1' }), [
    'number MINE-1 is already used by another invoice',
  ]);
  await client.send('DELETE', `invoices/${body.id}`);
  assert.equal((await client.send('POST', 'invoices', { ...bodyOf('invoices'), number: 'MINE-1' })).status, 201);
  assert.equal((await client.send('POST', 'invoices', '{"customer":')).status, 400);
});

test('a write that is not allowed gets 401, 402, 403, 404 or 405', async () => {
  const denied = await client.signIn(`denied-${company}`);
  const unpaid = sandboxClient(sandbox.url, 'unpaid-writes-100');
  const statuses = [
    (await client.send('POST', 'customers', { name: 'x' }, { authorization: 'Bearer nobody' })).status,
    (await unpaid.send('POST', 'customers', { name: 'x' })).status,
    (await unpaid.get('customers')).status,
    (await client.send('POST', 'customers', { name: 'x' }, { authorization: `Bearer ${denied}` })).status,
    (await client.send('POST', 'unicorns', {})).status,
    (await client.send('POST', 'accounts', {})).status,
    (await client.send('DELETE', `payments/${(await client.all('payments'))[0]?.id}`)).status,
  ];
  assert.deepEqual(statuses, [401, 402, 200, 403, 404, 405, 405]);
});

test('the control routes can change and delete records that a client has written', async () => {
  const own = sandboxClient(sandbox.url, 'ordered-100');
  const { bodyOf } = await writeExamples(own);
  const { body } = await own.send('POST', 'customers', bodyOf('customers'));
  const total = (await own.all('customers')).length;
  const { updated } = await control.change('ordered-100', { type: 'customers', update: total });
  assert.ok(updated.includes(String(body.id)));
  const now = (await (await own.get(`customers/${body.id}`)).json()) as Record<string, unknown>;
  assert.deepEqual([now.name, now.revision], [body.name, 1]);
  assert.notEqual(now.modified_at, body.modified_at);
  await control.change('ordered-100', { type: 'customers', delete: total });
  assert.deepEqual(await own.all('customers'), []);
});
