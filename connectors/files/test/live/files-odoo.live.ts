import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../../../../test/harness.ts';
import { filesCompany, filesOn } from '../../../../test/uploads/uploading.ts';
import { OdooBooks } from '../../../odoo/test/live/odoo-books.ts';
import { OdooExports } from '../../../odoo/test/live/odoo-exports.ts';
import { inDatabase, newBooks, serverVersion } from '../../../odoo/test/live/odoo-server.ts';
import {
  compareRecords,
  dayOf,
  type ExactRecord,
  type Export,
  loadExport,
  noteDeed,
  openExports,
  plainNumber,
  testConformance,
} from './load-export.ts';

/** CSV and XLSX files that Odoo's own export writes, uploaded to Daybook and compared with what Odoo's tables say. */
const app = useApp({ config: filesOn });
const place = await newBooks(50);
const books = await OdooBooks.open(place);
const exports = await OdooExports.open(place);
openExports(`Odoo ${await serverVersion()}`);

type Row = Record<string, unknown>;
const rows = async (text: string): Promise<Row[]> => (await inDatabase(place.database, text)).rows;

/** One text of the values that are compared. A missing value is empty. */
const keyOf = (...values: unknown[]) => values.map((value) => value ?? '').join('|');
const day = (value: unknown) => (value ? dayOf(value) : '');

const placeOf = ([first]: ExactRecord[]) => [first?.line1, first?.city, first?.postalCode, first?.country];

type Compared = {
  model: string;
  domain: unknown[];
  fields: string[];
  dataType: string;
  formats?: ('csv' | 'xlsx')[];
  given?: Partial<Export>;
  read: (record: ExactRecord) => string;
  truth: string[];
};

/** Exports, uploads and compares a list, by default in both formats that Odoo writes. */
async function compare({ model, domain, fields, dataType, given, read, truth, formats = ['csv', 'xlsx'] }: Compared) {
  for (const format of formats) {
    const fileName = `${model}.${format}`;
    const content = await exports.export(format, { model, domain, fields });
    const records = await loadExport(app, await app.account(), { ...given, fileName, content, dataType });
    compareRecords(`${dataType} of ${fileName}`, records.map(read), truth);
  }
}

/** How a document is written in Odoo's table. */
const documents = (
  type: string,
) => `select m.name, m.ref, m.invoice_partner_display_name as partner, c.name as currency,
  to_char(m.invoice_date, 'YYYY-MM-DD') as date, to_char(m.invoice_date_due, 'YYYY-MM-DD') as due,
  m.amount_total::text as total, m.amount_residual::text as open
  from account_move m join res_currency c on c.id = m.currency_id
  where m.company_id = 1 and m.state = 'posted' and m.move_type = '${type}'`;
const posted = (type: string) => [
  ['move_type', '=', type],
  ['state', '=', 'posted'],
];
const truthOf = async (type: string) =>
  (await rows(documents(type))).map(({ name, partner, date, due, total, open, currency }) =>
    keyOf(name, partner, date, due, plainNumber(total), plainNumber(open), currency),
  );
const documentFields = [
  ...['name', 'invoice_partner_display_name', 'invoice_date', 'invoice_date_due', 'amount_total', 'amount_residual'],
  ...['currency_id', 'status_in_payment'],
];

test('customer invoices that Odoo exports are read as they are', async () => {
  await compare({
    ...{ model: 'account.move', domain: posted('out_invoice'), fields: documentFields, dataType: 'invoices' },
    read: ({ invoiceNumber, customerRef, issueDate, dueDate, totalAmount, amountDue, currency }) =>
      keyOf(
        ...[invoiceNumber, customerRef?.companyName, day(issueDate), day(dueDate), plainNumber(totalAmount)],
        ...[plainNumber(amountDue), currency],
      ),
    truth: await truthOf('out_invoice'),
  });
});

test('the lines of invoices that Odoo exports are read with their invoices', async () => {
  const lines = await rows(`select m.name, l.name as text, l.quantity::text, l.price_unit::text as price
    from account_move m join account_move_line l on l.move_id = m.id and l.display_type = 'product'
    where m.company_id = 1 and m.state = 'posted' and m.move_type = 'out_invoice' order by m.id, l.sequence, l.id`);
  const lined = (text: unknown, quantity: unknown, price: unknown) =>
    `${String(text ?? '').trim()} ${plainNumber(quantity)} ${plainNumber(price)}`;
  const byInvoice = Map.groupBy(lines, ({ name }) => String(name));
  const each = ['name', 'quantity', 'price_unit'].map((name) => `invoice_line_ids/${name}`);
  await compare({
    ...{ model: 'account.move', domain: posted('out_invoice'), dataType: 'invoices' },
    fields: ['name', 'partner_id', 'invoice_date', 'amount_total', 'amount_residual', 'currency_id', ...each],
    read: ({ invoiceNumber, lineItems }) =>
      keyOf(
        invoiceNumber,
        ...lineItems.map((line: ExactRecord) => lined(line.description, line.quantity, line.unitAmount)).sort(),
      ),
    truth: [...byInvoice].map(([name, all]) =>
      keyOf(name, ...all.map(({ text, quantity, price }) => lined(text, quantity, price)).sort()),
    ),
  });
});

test('bills and credit notes that Odoo exports are read as they are', async () => {
  await compare({
    ...{ model: 'account.move', domain: posted('in_invoice'), fields: documentFields, dataType: 'bills' },
    // Odoo gives all documents the same headings and the same name of the file.
    given: { isChosen: true },
    read: ({ reference, supplierRef, issueDate, dueDate, totalAmount, amountDue, currency }) =>
      keyOf(
        ...[reference, supplierRef?.supplierName, day(issueDate), day(dueDate), plainNumber(totalAmount)],
        ...[plainNumber(amountDue), currency],
      ),
    truth: await truthOf('in_invoice'),
  });
  await compare({
    ...{ model: 'account.move', domain: posted('out_refund'), fields: documentFields, dataType: 'creditNotes' },
    given: { isChosen: true },
    read: ({ creditNoteNumber, customerRef, issueDate, totalAmount, remainingCredit, currency }) =>
      keyOf(
        ...[creditNoteNumber, customerRef?.companyName, day(issueDate), plainNumber(totalAmount)],
        ...[plainNumber(remainingCredit), currency],
      ),
    truth: (await rows(documents('out_refund'))).map(({ name, partner, date, total, open, currency }) =>
      keyOf(name, partner, date, plainNumber(total), plainNumber(open), currency),
    ),
  });
});

const customers = [
  ['customer_rank', '>', 0],
  ['company_id', 'in', [false, 1]],
];

test('contacts that Odoo exports are read as customers', async () => {
  // Odoo writes an apostrophe before texts that a spreadsheet would compute.
  await books.create('res.partner', { name: '- Dash & "Söhne"', customer_rank: 1, phone: '+44 20 7946 0000' });
  await compare({
    ...{ model: 'res.partner', domain: customers, dataType: 'customers' },
    fields: ['id', 'complete_name', 'email', 'phone', 'street', 'city', 'zip', 'country_id', 'vat'],
    read: ({ customerName, emailAddress, phone, taxNumber, addresses = [] }) =>
      keyOf(customerName, emailAddress, phone, ...placeOf(addresses), taxNumber),
    truth: (
      await rows(`select p.*, c.name->>'en_US' as country from res_partner p left join res_country c on c.id = p.country_id
        where p.active and p.customer_rank > 0 and coalesce(p.company_id, 1) = 1`)
    ).map(({ complete_name: name, email, phone, street, city, zip, country, vat }) =>
      keyOf(name, email, phone, street, city, zip, country, vat),
    ),
  });
});

test('journal items that Odoo exports are read as journal entries', async () => {
  const lines = await rows(`select m.name, to_char(l.date, 'YYYY-MM-DD') as date, a.name->>'en_US' as account,
      (l.debit - l.credit)::text as net
    from account_move_line l join account_move m on m.id = l.move_id join account_account a on a.id = l.account_id
    where l.company_id = 1 and l.parent_state = 'posted' and l.account_id is not null`);
  const byEntry = Map.groupBy(lines, ({ name, date }) => keyOf(name, date));
  await compare({
    ...{ model: 'account.move.line', domain: [['parent_state', '=', 'posted']], dataType: 'journalEntries' },
    fields: ['move_id', 'date', 'account_id', 'name', 'debit', 'credit'],
    read: ({ postedOn, journalLines }) =>
      keyOf(
        day(postedOn),
        ...journalLines
          .map(({ accountRef, netAmount }: ExactRecord) => `${accountRef.name} ${plainNumber(netAmount)}`)
          .sort(),
      ),
    truth: [...byEntry.values()].map((all) =>
      keyOf(all[0]?.date, ...all.map(({ account, net }) => `${account} ${plainNumber(net)}`).sort()),
    ),
  });
});

test('the chart of accounts that Odoo exports is read with its balances', async () => {
  await compare({
    ...{ model: 'account.account', domain: [], dataType: 'accounts' },
    fields: ['code', 'name', 'account_type', 'current_balance', 'company_currency_id'],
    read: ({ nominalCode, name, currentBalance, currency }) =>
      keyOf(nominalCode, name, plainNumber(currentBalance), currency),
    truth: (
      await rows(`select a.code_store->>'1' as code, a.name->>'en_US' as name, coalesce(sum(l.balance), 0)::text as balance
        from account_account a join account_account_res_company_rel r on r.account_account_id = a.id
        left join account_move_line l on l.account_id = a.id and l.company_id = 1 and l.parent_state = 'posted'
        where r.res_company_id = 1 and a.active group by a.id`)
    ).map(({ code, name, balance }) => keyOf(code, name, plainNumber(balance), 'USD')),
  });
});

test('products, taxes and payments that Odoo exports are read as they are', async () => {
  await compare({
    ...{ model: 'product.product', domain: [['company_id', 'in', [false, 1]]], dataType: 'items' },
    fields: ['id', 'default_code', 'name', 'lst_price', 'standard_price', 'type'],
    read: ({ code, name, type }) => keyOf(code, name, type),
    truth: (
      await rows(`select p.default_code as code, t.name->>'en_US' as name, t.type from product_product p
        join product_template t on t.id = p.product_tmpl_id where p.active and coalesce(t.company_id, 1) = 1`)
    ).map(({ code, name, type }) =>
      keyOf(code, name, { consu: 'Inventory', service: 'Service' }[String(type)] ?? 'Unknown'),
    ),
  });
  await compare({
    ...{ model: 'account.tax', domain: [], dataType: 'taxRates' },
    fields: ['id', 'name', 'amount', 'type_tax_use'],
    read: ({ name, totalTaxRate }) => keyOf(name, plainNumber(totalTaxRate)),
    truth: (
      await rows(
        "select name->>'en_US' as name, amount::text from account_tax where company_id = 1 and active and type_tax_use is not null",
      )
    ).map(({ name, amount }) => keyOf(name, plainNumber(amount))),
  });
  await compare({
    ...{ model: 'account.payment', dataType: 'payments' },
    domain: [['payment_type', '=', 'inbound']],
    fields: ['name', 'date', 'partner_id', 'amount', 'currency_id', 'memo'],
    read: ({ date, totalAmount, currency, customerRef }) =>
      keyOf(day(date), customerRef?.companyName, plainNumber(totalAmount), currency),
    truth: (
      await rows(`select to_char(p.date, 'YYYY-MM-DD') as date, r.complete_name as partner, p.amount::text, c.name as currency
        from account_payment p join res_partner r on r.id = p.partner_id join res_currency c on c.id = p.currency_id
        where p.company_id = 1 and p.payment_type = 'inbound'`)
    ).map(({ date, partner, amount, currency }) => keyOf(date, partner, plainNumber(amount), currency)),
  });
});

test('the lines of bank statements that Odoo exports are read as bank transactions', async () => {
  await compare({
    ...{ model: 'account.bank.statement.line', domain: [], dataType: 'bankTransactions' },
    fields: ['date', 'payment_ref', 'amount', 'journal_id', 'currency_id'],
    read: ({ date, description, amount }) => keyOf(day(date), description, plainNumber(amount)),
    truth: (
      await rows(`select to_char(m.date, 'YYYY-MM-DD') as date, l.payment_ref as text, l.amount::text
        from account_bank_statement_line l join account_move m on m.id = l.move_id where l.company_id = 1`)
    ).map(({ date, text, amount }) => keyOf(date, String(text).trim(), plainNumber(amount))),
  });
});

test('a later export of Odoo brings exactly what was added, edited and archived since', async () => {
  const account = await app.account();
  const company = await filesCompany(app, account);
  const list = { model: 'res.partner', domain: customers, fields: ['id', 'complete_name', 'email', 'phone'] };
  const load = async (day: number) => {
    const content = await exports.export('csv', list);
    const body = { dataType: 'customers' };
    const { sync } = await company.load(content, body, `contacts of day ${day}.csv`);
    assert.equal(sync.status, 'Complete', JSON.stringify(sync));
    return sync.counts;
  };
  const made = (name: string) => books.create('res.partner', { name, customer_rank: 1, email: 'a@books.example' });
  const [edited, archived] = [await made('To be edited'), await made('To be archived')];
  const { added } = await load(1);
  await Promise.all([made('Added 1'), made('Added 2'), books.write('res.partner', [edited], { phone: '+44 1' })]);
  await books.write('res.partner', [archived], { active: false });
  const { unchanged: _, ...counts } = await load(2);
  assert.deepEqual(counts, { added: 2, updated: 1, deleted: 1 });
  assert.ok(added > 5);
  for (const deed of ['changes', 'deletions'] as const) noteDeed(deed, 'customers');
});

testConformance();
