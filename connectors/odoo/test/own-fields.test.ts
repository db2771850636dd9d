import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp, PushedField, PushWish } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { createOdooConnector } from '../src/odoo-connector.ts';

/** Fields that a company has added to Odoo: read with each record, and set by pushes. */
const credentials = {
  ...{ url: 'https://books.example', database: 'acme', company: 'Acme', user: 'me', apiKey: 'a-secret-key' },
};
const reference = '01980000-0000-7000-8000-000000000001';
const push = createOdooConnector().push?.invoices ?? assert.fail();
const field = (name: string, type: PushedField['type'], value: unknown): PushedField => ({
  ...{ name: name.replace(/\W/g, ''), field: name, type, value },
});
const digits = (parseExact('[12345678901234567.89]') as unknown[])[0];
const custom = [
  field('x_studio_project', 'text', 'P-1'),
  field('x_budget', 'number', digits),
  field('x_urgent', 'boolean', true),
  field('x_team_id/.id', 'number', 7),
  field('ref', 'text', 'PO-77'),
];
const line = { unitAmount: 9, quantity: 1, accountRef: { id: '6' } };
const invoice = { customerRef: { id: '4' }, issueDate: '2026-11-15', lineItems: [line, line] };

test('P-CUSTOM-PUSH: columns are added to the table of a new record, and values to a write, with every digit', () => {
  const create = push.prepare({ operation: 'create', reference, record: invoice, customFields: custom }, credentials);
  const { fields, data } = JSON.parse(create.body ?? '');
  assert.deepEqual(fields.slice(-5), ['x_studio_project', 'x_budget', 'x_urgent', 'x_team_id/.id', 'ref']);
  assert.deepEqual(
    data.map((row: string[]) => row.slice(-5)),
    [
      ['P-1', '12345678901234567.89', '1', '7', 'PO-77'],
      ['', '', '', '', ''],
    ],
  );
  const wish: PushWish = { operation: 'update', reference, recordId: '9', record: {}, customFields: custom };
  const { body = '' } = push.prepare(wish, credentials);
  const { x_budget: _, ...vals } = JSON.parse(body).vals;
  assert.deepEqual(vals, { x_studio_project: 'P-1', x_urgent: true, x_team_id: 7, ref: 'PO-77' });
  assert.match(body, /"x_budget":12345678901234567\.89,/);
});

test('P-CUSTOM-PUSH: no field that a push sets itself can be named', () => {
  const all = createOdooConnector().push ?? {};
  const isTaken = (dataType: string, name: string) =>
    new RegExp(`^(?:${all[dataType]?.customFields?.pattern})$`).test(name);
  const sets = ['id', 'state', 'move_type', 'partner_id/.id', 'company_id/.id', 'name', 'active', 'line_ids', 'memo'];
  for (const dataType of Object.keys(all))
    for (const name of sets) assert.ok(!isTaken(dataType, name), `${dataType} ${name}`);
  assert.deepEqual(
    [isTaken('invoices', 'ref'), isTaken('bills', 'ref'), isTaken('bills', 'x_ref')],
    [true, false, true],
  );
});

const answer = (body: unknown, status = 200): ProviderAnswer => ({ status, headers: {}, body: JSON.stringify(body) });

/** An Odoo with one draft, whose own field is `x_studio_project`. */
function simulate() {
  const row: Record<string, unknown> = {
    ...{ id: 9, move_type: 'out_invoice', name: false, ref: false, state: 'draft', payment_state: 'not_paid' },
    ...{ invoice_date: '2026-11-15', invoice_date_due: false, date: '2026-11-15', narration: false },
    ...{ partner_id: { id: 4, display_name: 'Aldine' }, commercial_partner_id: { id: 4, display_name: 'Aldine' } },
    ...{ currency_id: { id: 1, name: 'USD' }, amount_untaxed: 1, amount_tax: 0, amount_total: 1, amount_residual: 1 },
    ...{ line_ids: [], posted_before: false, x_studio_project: false },
  };
  const calls: { called: string; body: Record<string, unknown> }[] = [];
  let lose: 'before' | 'after' | undefined;
  let nowMs = 0;
  const own = {
    ...{ x_studio_project: { type: 'char', store: true }, x_image: { type: 'binary', store: true } },
    x_computed: { type: 'char', store: false },
  };
  function reply(called: string, body: Record<string, unknown>): ProviderAnswer {
    if (called === 'res.users/context_get') return answer({ uid: 7, lang: 'en_US' });
    if (called === 'res.company/search_read') return answer([{ id: 1, name: 'Acme', currency_id: [1, 'USD'] }]);
    if (called === 'account.move/fields_get')
      return answer({ ...Object.fromEntries(Object.keys(row).map((name) => [name, {}])), ...own });
    if (called === 'account.move/web_search_read') return answer({ records: [row], length: 1 });
    if (called.endsWith('/fields_get')) return answer({ company_id: {} });
    if (called === 'account.move/read') return answer([row]);
    assert.equal(called, 'account.move/write');
    if (lose !== 'before') Object.assign(row, body.vals);
    const isLost = lose !== undefined;
    lose = undefined;
    return isLost ? answer('Gateway', 504) : answer(true);
  }
  const http: ProviderHttp = {
    nowMs: () => (nowMs += 500),
    async request(request) {
      if (request.url.endsWith('/web/version')) return answer({ version_info: [19, 0] });
      const called = request.url.replace(/^.*\/json\/2\//, '');
      const body = JSON.parse(request.body ?? '');
      calls.push({ called, body });
      return reply(called, body);
    },
  };
  const wish = (project: string): PushWish => ({
    ...{ operation: 'update', reference, recordId: '9', record: {} },
    customFields: [field('x_studio_project', 'text', project)],
  });
  const input = (project: string) => ({
    ...{ http, credentials, wish: wish(project), prepared: push.prepare(wish(project), credentials) },
  });
  return {
    ...{ row, calls },
    writes: () => calls.filter(({ called }) => called === 'account.move/write').length,
    send: (project: string) => push.send(input(project)),
    find: (project: string) => push.find?.(input(project)) ?? assert.fail(),
    loseNext: (when: 'before' | 'after') => {
      lose = when;
    },
  };
}

test('P-CUSTOM-PUSH: an update of only custom fields is written once, and after a lost answer only what is stored counts', async () => {
  const odoo = simulate();
  const done = await odoo.send('P-1');
  assert.equal(done.kind, 'done', JSON.stringify(done));
  assert.match((done.kind === 'done' && done.record.source) || '', /"x_studio_project":"P-1"/);
  const asked = odoo.calls.find(({ called }) => called.endsWith('/web_search_read'));
  const read = Object.keys(asked?.body.specification as object).filter((name) => name.startsWith('x_'));
  assert.deepEqual(read, ['x_studio_project'], 'a file and a computed field are not read');
  await odoo.send('P-1');
  assert.equal(odoo.writes(), 1, 'the record has the value already');

  odoo.loseNext('after');
  assert.equal((await odoo.send('P-2')).kind, 'done');
  odoo.loseNext('before');
  await assert.rejects(odoo.send('P-3'));
  assert.deepEqual(await odoo.find('P-3'), { kind: 'absent' });
  assert.equal((await odoo.find('P-2')).kind, 'done');
});
