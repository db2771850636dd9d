import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp, PushOperation, PushWish } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { createOdooConnector } from '../src/odoo-connector.ts';

const credentials = {
  ...{ url: 'https://books.example', database: 'acme', company: 'Acme', user: 'me', apiKey: 'a-secret-key' },
};
const reference = '01980000-0000-7000-8000-000000000001';
const line = { description: 'Work', unitAmount: 99.99, quantity: 3, accountRef: { id: '6' }, taxRateRef: { id: '1' } };
const invoice = { customerRef: { id: '4' }, issueDate: '2026-11-15T00:00:00Z', lineItems: [line], note: 'a\n<b>' };

function prepared(dataType: string, operation: PushOperation, record?: object, recordId?: string) {
  const wish = { operation, reference, ...(record && { record }), ...(recordId && { recordId }) };
  const { url, body = '' } =
    createOdooConnector().push?.[dataType]?.prepare(wish, credentials) ?? assert.fail(`${dataType} has no push`);
  return [url.replace('https://books.example/json/2/', ''), body];
}

test('a push becomes exactly these bytes, with every digit', () => {
  const exact = parseExact(JSON.stringify(invoice).replace('99.99', '12345678901234567.89')) as object;
  assert.deepEqual(prepared('invoices', 'create', exact), [
    'account.move/load',
    '{"fields":["id","move_type","partner_id/.id","invoice_date","narration","invoice_line_ids/name","invoice_line_ids/quantity"' +
      ',"invoice_line_ids/price_unit","invoice_line_ids/account_id/.id","invoice_line_ids/tax_ids/.id"],"data":[["__daybook__.push_01980000-0000-7000-8000-000000000001"' +
      ',"out_invoice","4","2026-11-15","<p>a<br>&lt;b&gt;</p>","Work","3","12345678901234567.89","6","1"]]}',
  ]);
  assert.deepEqual(prepared('invoices', 'update', { lineItems: [line] }, '9'), [
    'account.move/write',
    '{"ids":[9],"vals":{"invoice_line_ids":[[0,0,{"name":"Work","quantity":3,"price_unit":99.99,"account_id":6,"product_id":false,"tax_ids":[[6,0,[1]]]}]]}}',
  ]);
  assert.deepEqual(prepared('invoices', 'update', { status: 'Void' }, '9'), [
    'account.move/button_cancel',
    '{"ids":[9]}',
  ]);
  assert.deepEqual(prepared('bills', 'delete', undefined, '9'), ['account.move/unlink', '{"ids":[9]}']);
  assert.deepEqual(prepared('payments', 'delete', undefined, '9'), ['account.payment/action_cancel', '{"ids":[9]}']);
});

test('each line of a document has a row of its own, and a line without a tax says so', () => {
  const table = (dataType: string, record: object) => JSON.parse(prepared(dataType, 'create', record)[1] ?? '');
  const { taxRateRef: _, ...untaxed } = line;
  const { fields, data } = table('bills', {
    ...{ supplierRef: { id: '5' }, reference: 'B-1', issueDate: '2026-11-15', dueDate: '2026-12-15', currency: 'EUR' },
    lineItems: [line, { ...untaxed, itemRef: { id: '8' } }],
  });
  const cell = (row: number, name: string) => data[row][fields.indexOf(name)];
  assert.equal(data.length, 2);
  assert.deepEqual([cell(0, 'ref'), cell(0, 'currency_id'), cell(0, 'invoice_date_due')], ['B-1', 'EUR', '2026-12-15']);
  // Payment terms would compute another due date, so there are none.
  assert.equal(cell(0, 'invoice_payment_term_id/.id'), '');
  assert.deepEqual([cell(1, 'id'), cell(1, 'partner_id/.id'), cell(1, 'ref')], ['', '', '']);
  assert.deepEqual([cell(0, 'invoice_line_ids/tax_ids/.id'), cell(1, 'invoice_line_ids/tax_ids/.id')], ['1', '']);
  assert.deepEqual([cell(0, 'invoice_line_ids/product_id/.id'), cell(1, 'invoice_line_ids/product_id/.id')], ['', '8']);
  const entry = table('journalEntries', {
    postedOn: '2026-11-15',
    journalLines: [1.5, -1.5].map((netAmount) => ({ accountRef: { id: '6' }, netAmount })),
  });
  const columns = ['line_ids/debit', 'line_ids/credit'].map((name) => entry.fields.indexOf(name));
  assert.deepEqual(
    entry.data.map((row: string[]) => columns.map((at) => row[at])),
    [
      ['1.5', '0'],
      ['0', '1.5'],
    ],
  );
});

const answer = (body: unknown, status = 200): ProviderAnswer => ({ status, headers: {}, body: JSON.stringify(body) });
const failure = (name: string, message: string, status = 500) => answer({ name, message }, status);
const notFound = failure('builtins.ValueError', 'External ID not found in the system: __daybook__.push_1');

/** A draft as Odoo sends it. */
const move = (values: object) => ({
  ...{ id: 9, move_type: 'out_invoice', name: false, ref: false, state: 'draft', payment_state: 'not_paid' },
  ...{ invoice_date: '2026-11-15', invoice_date_due: false, date: '2026-11-15', narration: false },
  ...{ partner_id: { id: 4, display_name: 'Aldine' }, commercial_partner_id: { id: 4, display_name: 'Aldine' } },
  ...{ currency_id: { id: 1, name: 'USD' }, amount_untaxed: 1, amount_tax: 0, amount_total: 1, amount_residual: 1 },
  ...{ line_ids: [], posted_before: false, write_date: '2026-11-15 10:00:00', ...values },
});

type Script = (called: string, body: Record<string, unknown>) => ProviderAnswer | undefined;

/**
 * Simulates an Odoo with the records that it was asked to load. It treats the external id as Odoo does: a second `load`
 * with `mode` and `noupdate` leaves the record as it is. The script may answer first.
 */
function simulate(script: Script = () => undefined) {
  const loaded = new Map<string, ReturnType<typeof move>>();
  const calls: string[] = [];
  let nowMs = 0;
  function reply(called: string, body: Record<string, unknown>): ProviderAnswer {
    const ofReference = loaded.get(String(body.xml_id));
    const [only] = loaded.values();
    switch (called) {
      case 'res.users/context_get':
        return answer({ uid: 7, lang: 'en_US' });
      case 'res.company/search_read':
        return answer([{ id: 1, name: 'Acme', currency_id: [1, 'USD'] }]);
      case 'account.move/fields_get':
        return answer(Object.fromEntries(Object.keys(move({})).map((name) => [name, {}])));
      case 'account.move/load': {
        const [[xmlId = ''] = []] = body.data as string[][];
        const name = xmlId.replace('__daybook__.', '');
        const { mode, noupdate } = body.context as { mode?: string; noupdate?: boolean };
        assert.ok(mode === 'update' && noupdate, 'the second load would write to the record');
        if (!loaded.has(name)) loaded.set(name, move({ id: 9 + loaded.size }));
        return answer({ ids: [9], messages: [] });
      }
      case 'ir.model.data/check_object_reference':
        return ofReference ? answer(['account.move', ofReference.id]) : notFound;
      case 'account.move/action_post':
        Object.assign(only ?? {}, { state: 'posted', posted_before: true, name: 'INV/1' });
        return answer(false);
      case 'account.move/write':
        Object.assign(only ?? {}, body.vals, { write_date: '2026-11-15 12:00:00' });
        return answer(true);
      case 'account.move/unlink':
        loaded.clear();
        return answer(true);
      case 'account.move/read':
        return answer(only ? [only] : []);
      case 'account.move/web_search_read':
        return answer({ records: only ? [only] : [], length: loaded.size });
    }
    if (called.endsWith('/fields_get')) return answer({ company_id: {} });
    // Every reference exists.
    if (called.endsWith('/search')) return answer([1, 4, 6]);
    return called.endsWith('/has_access') ? answer(true) : assert.fail(called);
  }
  const http: ProviderHttp = {
    nowMs: () => (nowMs += 500),
    async request(request) {
      if (request.url.endsWith('/web/version')) return answer({ version_info: [19, 0] });
      const called = request.url.replace(/^.*\/json\/2\//, '');
      calls.push(called.replace('account.move/', ''));
      const body = JSON.parse(request.body ?? '');
      return script(called.replace('account.move/', ''), body) ?? reply(called, body);
    },
  };
  const push = createOdooConnector().push?.invoices ?? assert.fail();
  const input = (wish: PushWish) => ({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
  const wish = { operation: 'create' as const, record: invoice, reference };
  return {
    ...{ calls, loaded },
    send: (record: object = invoice) => push.send(input({ ...wish, record })),
    find: () => push.find?.(input(wish)) ?? assert.fail(),
    update: (record: object, version?: string) =>
      push.send(input({ operation: 'update', recordId: '9', record, reference, ...(version && { version }) })),
    read: () => push.read?.(input({ operation: 'update', recordId: '9', reference })) ?? assert.fail(),
    versionOf: (source = '') => push.versionOf?.(source),
  };
}
const timesOf = (calls: string[], name: string) => calls.filter((one) => one === name).length;

test('P-ODOO-GUARD the same push sent twice makes one record, whatever was lost in between', async () => {
  let lost = 0;
  const odoo = simulate((called) => {
    if (called === 'ir.model.data/check_object_reference' && lost++ < 9) return answer('Gateway', 504);
    return undefined;
  });
  await assert.rejects(odoo.send(), (error: Error) => error.constructor === errors.Unavailable);
  lost = 9;
  const again = await odoo.send();
  assert.equal(again.kind === 'done' && again.record.id, '9');
  assert.deepEqual([...odoo.loaded.keys()], [`push_${reference}`]);
  const found = await odoo.find();
  assert.equal(found.kind === 'done' && found.record.id, '9');
  assert.equal(timesOf(odoo.calls, 'action_post'), 1, 'the document is posted once');
});

test('a push that stopped before posting is resumed there', async () => {
  let isDown = true;
  const odoo = simulate((called) => (called === 'action_post' && isDown ? answer('Gateway', 504) : undefined));
  await assert.rejects(odoo.send(), errors.Unavailable);
  isDown = false;
  const found = await odoo.find();
  const record = found.kind === 'done' ? found.record.record?.() : undefined;
  assert.equal((record as { status?: string } | undefined)?.status, 'Submitted');
  assert.equal(timesOf(odoo.calls, 'load'), 1);
  const draft = simulate();
  assert.equal((await draft.send({ ...invoice, status: 'Draft' })).kind, 'done');
  assert.equal(timesOf(draft.calls, 'action_post'), 0);
});

test('a draft that Odoo does not post is deleted, and the rejection says why', async () => {
  const odoo = simulate((called) =>
    called === 'action_post' ? failure('odoo.exceptions.UserError', 'The total is negative.', 422) : undefined,
  );
  const refused = await odoo.send();
  assert.ok(refused.kind === 'refused' && refused.message.endsWith('The total is negative.'));
  assert.equal(odoo.loaded.size, 0);
});

test('nothing counts as written before load: a failure is NotSent, and a rejection names the field', async () => {
  const down = simulate((called) => (called === 'account.account/search' ? answer('Gateway', 503) : undefined));
  await assert.rejects(down.send(), errors.NotSent);
  const missing = await simulate((called) => (called === 'account.account/search' ? answer([]) : undefined)).send();
  assert.deepEqual(missing.kind === 'refused' && missing.errors.map(({ itemId }) => itemId), [
    'lineItems.0.accountRef.id',
  ]);
  const says = (message: string, field?: string) =>
    answer({ ids: false, messages: [{ type: 'error', message, field }] });
  const refused = await simulate((called) =>
    called === 'load' ? says('No such day.', 'invoice_date') : undefined,
  ).send();
  assert.deepEqual(refused.kind === 'refused' && refused.errors, [{ itemId: 'issueDate', message: 'No such day.' }]);
  const conflict = says('could not serialize access due to concurrent update');
  await assert.rejects(simulate((called) => (called === 'load' ? conflict : undefined)).send(), errors.NotSent);
  const denied = simulate((called) => {
    if (called === 'load') return says('You are not allowed to create this.');
    return called === 'has_access' ? answer(false) : undefined;
  });
  await assert.rejects(denied.send(), errors.PermissionDenied);
});

test('once load was sent, no error claims that nothing was written', async () => {
  for (const status of [401, 504])
    await assert.rejects(
      simulate((called) => (called === 'ir.model.data/check_object_reference' ? answer({}, status) : undefined)).send(),
      (error: Error) => error.constructor === errors.Unavailable,
      String(status),
    );
});

test('find says absent only if Odoo says so, and a record that is hidden is not absent', async () => {
  assert.deepEqual(await simulate().find(), { kind: 'absent' });
  for (const said of [
    answer(['account.move', false]),
    failure('builtins.ValueError', 'Something else'),
    answer({}, 504),
  ])
    await assert.rejects(
      simulate((called) => (called === 'ir.model.data/check_object_reference' ? said : undefined)).find(),
      errors.Unavailable,
    );
});

test('P-CONDITION: an update is sent only if the record still has the write_date that it was made from', async () => {
  const odoo = simulate();
  await odoo.send({ ...invoice, status: 'Draft' });
  const known = await odoo.read();
  const version = known.kind === 'done' ? odoo.versionOf(known.record.source) : undefined;
  assert.equal(version, '2026-11-15 10:00:00');
  const [row] = odoo.loaded.values();
  Object.assign(row ?? {}, { ref: 'by somebody else', write_date: '2026-11-15 11:00:00' });
  const refused = await odoo.update({ note: 'new' }, version);
  assert.ok(refused.kind === 'refused', JSON.stringify(refused));
  assert.deepEqual([refused.isStale, refused.statusCode, refused.providerStatus], [true, 409, undefined]);
  assert.equal(timesOf(odoo.calls, 'write'), 0, 'nothing was sent');
  const now = await odoo.read();
  const done = await odoo.update({ note: 'new' }, now.kind === 'done' ? odoo.versionOf(now.record.source) : undefined);
  assert.deepEqual([done.kind, timesOf(odoo.calls, 'write')], ['done', 1]);
});

test('P-GROUP: documents are voided or deleted, and what they name is archived', () => {
  const { push = {} } = createOdooConnector();
  const wayOf = (dataType: string, record: object = {}) => push[dataType]?.undo?.(record);
  assert.deepEqual(wayOf('invoices'), { way: 'void', record: { status: 'Void' } });
  assert.deepEqual(wayOf('bills', { status: 'Draft' }), { way: 'delete' });
  assert.deepEqual(wayOf('items'), { way: 'archive', record: { itemStatus: 'Archived' } });
  assert.deepEqual(prepared('customers', 'update', { status: 'Archived' }, '4'), [
    'res.partner/write',
    '{"ids":[4],"vals":{"active":false}}',
  ]);
  assert.deepEqual(prepared('items', 'update', { itemStatus: 'Archived' }, '4'), [
    'product.product/write',
    '{"ids":[4],"vals":{"active":false}}',
  ]);
});
