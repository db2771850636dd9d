import { date, decimal } from '../../src/values.ts';
import type { TrytonBooks } from './tryton-books.ts';

export type Changed = { updated: string[]; created: string[]; deleted: string[] };

let count = 0;
export const today = () => new Date().toISOString().slice(0, 10);

/** Creates a draft with one line, as a person would enter it. */
export async function makeDraft(
  books: TrytonBooks,
  { type = 'out', quantity = 1, price = '25.0000' }: { type?: 'out' | 'in'; quantity?: number; price?: string } = {},
): Promise<number> {
  const isOut = type === 'out';
  const [partyId, currency, account, journal, booked, tax] = await Promise.all([
    books.first('party.party', [['name', '=', isOut ? 'Aldine Books' : 'Quarry Paper Co']]),
    books.first('currency.currency', [['code', '=', 'USD']]),
    books.first('account.account', [[isOut ? 'type.receivable' : 'type.payable', '=', true]]),
    books.first('account.journal', [['type', '=', isOut ? 'revenue' : 'expense']]),
    books.first('account.account', [[isOut ? 'type.revenue' : 'type.expense', '=', true]]),
    books.first('account.tax', [['name', '=', 'VAT 20%']]),
  ]);
  const address = await books.first('party.address', [['party', '=', partyId]]);
  const place = { company: books.company, currency, party: partyId };
  const line = {
    ...{ ...place, type: 'line', invoice_type: type, description: `Made by hand ${++count}`, quantity },
    ...{ unit_price: decimal(price), account: booked, taxes: [['add', [tax]]] },
  };
  const id = await books.create('account.invoice', {
    ...{ ...place, type, invoice_address: address, journal, account, invoice_date: date(today()) },
    lines: [['create', [line]]],
  });
  // Tryton computes the taxes when the new invoice is first written to.
  await books.write('account.invoice', [id], { description: `By hand ${count}` });
  return id;
}

async function anyDraft(books: TrytonBooks, type: 'out' | 'in', isNote = false): Promise<number> {
  const sign = isNote ? [['total_amount', '<', 0]] : [['total_amount', '>', 0]];
  return books.first('account.invoice', [['type', '=', type], ['state', '=', 'draft'], ...sign]);
}

/** Adds a file to a record, such as `account.invoice,5`, as a person does. */
export const attach = (books: TrytonBooks, resource: string, text: string): Promise<number> =>
  books.create('ir.attachment', {
    ...{ name: `${text}.txt`, type: 'data', resource, description: `About ${text}` },
    data: { __class__: 'bytes', base64: Buffer.from(text).toString('base64') },
  });

/** Books a ledger entry: cash against revenue. */
export async function bookEntry(books: TrytonBooks, amount: string): Promise<number> {
  const [cash, revenue, journal, period] = await Promise.all([
    books.first('account.account', [['name', '=', 'Main Cash']]),
    books.first('account.account', [['type.revenue', '=', true]]),
    books.first('account.journal', [['type', '=', 'cash']]),
    books.first('account.period', [
      ['start_date', '<=', date(today())],
      ['end_date', '>=', date(today())],
    ]),
  ]);
  const line = (account: number, debit: string, credit: string) => ({
    account,
    debit: decimal(debit),
    credit: decimal(credit),
  });
  const lines = [['create', [line(cash, amount, '0'), line(revenue, '0', amount)]]];
  const values = { company: books.company, journal, period, date: date(today()), description: 'By hand', lines };
  const id = await books.create('account.move', values);
  await books.call('model.account.move.post', [[id]]);
  return id;
}

const ids = (...all: number[]) => all.map(String);
const none = { updated: [], created: [], deleted: [] };

/** Changes some records of a data type and returns their ids. */
export async function change(books: TrytonBooks, dataType: string): Promise<Changed> {
  const n = ++count;
  switch (dataType) {
    case 'invoices':
    case 'bills':
    case 'creditNotes': {
      const type = dataType === 'bills' ? 'in' : 'out';
      const quantity = dataType === 'creditNotes' ? -2 : 2;
      const lined = await anyDraft(books, type, quantity < 0);
      const made = await makeDraft(books, { type, quantity });
      const line = await books.first('account.invoice.line', [['invoice', '=', lined]]);
      // Change only the line. The date of the invoice then does not change.
      await books.write('account.invoice.line', [line], { description: `Edited ${n}` });
      return { ...none, updated: ids(lined), created: ids(made) };
    }
    case 'customers':
    case 'suppliers': {
      const updated = await books.first('party.party', [['name', 'like', 'Brightwater%']]);
      const mechanism = await books.first('party.contact_mechanism', [['party', '=', updated]]);
      await books.write('party.contact_mechanism', [mechanism], { value: `ap${n}@brightwater.example` });
      return { ...none, updated: ids(updated), created: ids(await books.create('party.party', { name: `New ${n}` })) };
    }
    case 'accounts': {
      const updated = await books.first('account.account', [['name', '=', 'Main Expense']]);
      await books.write('account.account', [updated], { note: `Note ${n}` });
      const type = await books.first('account.account.type', [['expense', '=', true]]);
      const values = { name: `Travel ${n}`, code: `41${n}`, company: books.company, type };
      return { ...none, updated: ids(updated), created: ids(await books.create('account.account', values)) };
    }
    case 'items': {
      const [product] = await books.read<{ id: number; template: number }>(
        'product.product',
        [['name', '=', 'Sensor kit']],
        ['template'],
      );
      await books.write('product.template', [product?.template ?? 0], { list_price: decimal(`${300 + n}.2500`) });
      return { ...none, updated: ids(product?.id ?? 0) };
    }
    case 'payments': {
      const invoice = await makeDraft(books, { price: '70.0000' });
      await books.call('model.account.invoice.post', [[invoice]]);
      return { ...none, created: ids(await pay(books, invoice, '10.00')) };
    }
    case 'journalEntries':
      return { ...none, created: ids(await bookEntry(books, `${n}.01`)) };
    case 'taxRates': {
      const updated = await books.first('account.tax', [['name', '=', 'VAT 5%']]);
      await books.write('account.tax', [updated], { description: `Reduced ${n}` });
      return { ...none, updated: ids(updated) };
    }
    case 'attachments': {
      const updated = await books.first('ir.attachment', [['resource', 'like', 'party.party,%']]);
      await books.write('ir.attachment', [updated], { name: `Renamed ${n}.txt` });
      const bill = await books.first('account.invoice', [['type', '=', 'in']]);
      const made = await attach(books, `account.invoice,${bill}`, `Bill ${n}`);
      return { ...none, updated: ids(updated), created: ids(made) };
    }
    case 'info': {
      const [company] = await books.read<{ id: number; party: number }>('company.company', [], ['party']);
      await books.write('party.party', [company?.party ?? 0], { name: `Harbour Lane ${n} Ltd` });
      return { ...none, updated: ids(company?.id ?? 0) };
    }
    case 'balanceSheet':
    case 'profitAndLoss': {
      const move = await bookEntry(books, `${n}.50`);
      const [booked] = await books.read<{ period: number }>('account.move', [['id', '=', move]], ['period']);
      return { ...none, updated: ids(booked?.period ?? 0) };
    }
  }
  throw new Error(`No change is defined for ${dataType}.`);
}

/** Makes a part payment with the wizard of Tryton's own client. Returns the id of the paying line. */
export async function pay(books: TrytonBooks, invoice: number, amount: string): Promise<number> {
  const context = { active_model: 'account.invoice', active_id: invoice, active_ids: [invoice] };
  const wizard = 'wizard.account.invoice.pay';
  type Step = { view?: { fields_view: { fields: object }; defaults?: Record<string, unknown> } };
  const filled = ({ view }: Step, values: object) => {
    const fields = Object.keys(view?.fields_view.fields ?? {});
    return { ...Object.fromEntries(fields.map((name) => [name, view?.defaults?.[name] ?? null])), ...values };
  };
  const [session, start] = await books.call<[number, string]>(`${wizard}.create`, [], context);
  const form = await books.call<Step>(`${wizard}.execute`, [session, {}, start], context);
  const method = await books.first('account.invoice.payment.method', []);
  const values = { amount: decimal(amount), payment_method: method, date: date(today()), description: 'By hand' };
  const first = { start: filled(form, values) };
  const asked = await books.call<Step>(`${wizard}.execute`, [session, first, 'choice'], context);
  if (asked.view)
    await books.call(
      `${wizard}.execute`,
      [session, { ...first, ask: filled(asked, { type: 'partial' }) }, 'pay'],
      context,
    );
  await books.call(`${wizard}.delete`, [session], context);
  const lines = await books.call<number[]>('model.account.move.line.search', [
    [['invoice_payments', '=', invoice]],
    0,
    1,
    [['id', 'DESC']],
  ]);
  return lines[0] ?? 0;
}
