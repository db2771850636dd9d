import type { OdooBooks } from './odoo-books.ts';

export type Changed = { updated: string[]; created: string[]; deleted: string[] };

let count = 0;
export const today = () => new Date().toISOString().slice(0, 10);
const ids = (...all: number[]) => all.map(String);
const none = { updated: [], created: [], deleted: [] };

type MoveType = 'out_invoice' | 'out_refund' | 'in_invoice' | 'in_refund';

/** Creates a draft with one line, as a person would enter it. */
export async function makeDraft(
  books: OdooBooks,
  {
    type = 'out_invoice',
    price = 25,
    currency,
  }: { type?: MoveType; price?: number; currency?: string | undefined } = {},
): Promise<number> {
  const kind = type.startsWith('out') ? 'income' : 'expense';
  const partner = await books.first('res.partner', [['name', '=', 'Aldine Books']]);
  const account = await books.first('account.account', [['account_type', '=', kind]]);
  const line = {
    name: `By hand ${++count}`,
    quantity: 1,
    price_unit: price,
    account_id: account,
    tax_ids: [[6, 0, []]],
  };
  return books.create('account.move', {
    ...{ move_type: type, partner_id: partner, invoice_date: today(), invoice_line_ids: [[0, 0, line]] },
    ...(currency && { currency_id: await books.first('res.currency', [['name', '=', currency]]) }),
  });
}

export async function makePosted(books: OdooBooks, options: Parameters<typeof makeDraft>[1] = {}): Promise<number> {
  const id = await makeDraft(books, options);
  await books.press('account.move', 'action_post', [id]);
  return id;
}

/** Pays a part of an invoice or bill with the dialog of Odoo's own screens. Returns the id of the payment. */
export async function pay(books: OdooBooks, move: number, amount: number): Promise<number> {
  const journal = await books.first('account.journal', [['type', '=', 'bank']]);
  const context = { active_model: 'account.move', active_ids: [move] };
  const vals = { amount, journal_id: journal, payment_date: today() };
  const [wizard = 0] = await books.call<number[]>('account.payment.register', 'create', { vals_list: [vals] }, context);
  await books.call('account.payment.register', 'action_create_payments', { ids: [wizard] }, context);
  const [id = 0] = await books.call<number[]>('account.payment', 'search', { domain: [], limit: 1, order: 'id desc' });
  return id;
}

/** Books a ledger entry: bank against revenue. */
export async function bookEntry(books: OdooBooks, amount: number): Promise<number> {
  const [cash, revenue, journal] = await Promise.all([
    books.first('account.account', [['account_type', '=', 'asset_cash']]),
    books.first('account.account', [['account_type', '=', 'income']]),
    books.first('account.journal', [['type', '=', 'general']]),
  ]);
  const line = (account: number, debit: number, credit: number) => [0, 0, { account_id: account, debit, credit }];
  const id = await books.create('account.move', {
    ...{ move_type: 'entry', journal_id: journal, date: today(), ref: `By hand ${++count}` },
    line_ids: [line(cash, amount, 0), line(revenue, 0, amount)],
  });
  await books.press('account.move', 'action_post', [id]);
  return id;
}

async function transfer(books: OdooBooks, amount: number): Promise<number> {
  const [from = 0, to = 0] = await books.call<number[]>('account.journal', 'search', {
    ...{ domain: [['type', '=', 'bank']], order: 'id', limit: 2 },
  });
  const [company] = await books.read<{ transfer_account_id: [number] }>(
    'res.company',
    [['id', '=', books.company]],
    ['transfer_account_id'],
  );
  const between = company?.transfer_account_id[0];
  const line = (journal: number, value: number) => ({
    ...{ journal_id: journal, date: today(), amount: value, payment_ref: `Moved ${amount}` },
    counterpart_account_id: between,
  });
  const lines = [await books.create('account.bank.statement.line', line(from, -amount))];
  lines.push(await books.create('account.bank.statement.line', line(to, amount)));
  const open = await books.call<number[]>('account.move.line', 'search', {
    domain: [
      ['account_id', '=', between],
      ['statement_line_id', 'in', lines],
    ],
  });
  await books.press('account.move.line', 'reconcile', open);
  return books.first('account.partial.reconcile', [['debit_move_id', 'in', open]]);
}

const documents: Readonly<Record<string, MoveType>> = {
  invoices: 'out_invoice',
  bills: 'in_invoice',
  creditNotes: 'out_refund',
  billCreditNotes: 'in_refund',
};

/** Changes some records of a data type and returns their ids. */
export async function change(books: OdooBooks, dataType: string): Promise<Changed> {
  const n = ++count;
  const type = documents[dataType];
  if (type) {
    const lined = await makeOrFindDraft(books, type);
    const line = await books.first('account.move.line', [
      ['move_id', '=', lined],
      ['display_type', '=', 'product'],
    ]);
    const made = await makeDraft(books, { type });
    // Change only the line.
    await books.write('account.move.line', [line], { name: `Edited ${n}` });
    return { ...none, updated: ids(lined), created: ids(made) };
  }
  switch (dataType) {
    case 'customers':
    case 'suppliers': {
      const updated = await books.first('res.partner', [['name', 'like', 'Brightwater']]);
      await books.write('res.partner', [updated], { phone: `+44 20 7946 0${n}` });
      const values = { name: `New ${n}`, customer_rank: 1, supplier_rank: 1 };
      return { ...none, updated: ids(updated), created: ids(await books.create('res.partner', values)) };
    }
    case 'accounts': {
      const updated = await books.first('account.account', [['account_type', '=', 'expense']]);
      await books.write('account.account', [updated], { name: `Expenses ${n}` });
      const values = { name: `Travel ${n}`, code: `6999${n}`, account_type: 'expense' };
      return { ...none, updated: ids(updated), created: ids(await books.create('account.account', values)) };
    }
    case 'items': {
      const [product] = await books.read<{ id: number; product_tmpl_id: [number] }>(
        'product.product',
        [['default_code', '=', 'FURN_8888']],
        ['product_tmpl_id'],
      );
      await books.write('product.template', [product?.product_tmpl_id[0] ?? 0], { list_price: 300 + n / 4 });
      return { ...none, updated: ids(product?.id ?? 0) };
    }
    case 'payments':
      return { ...none, created: ids(await pay(books, await makePosted(books), 10)) };
    case 'billPayments':
      return { ...none, created: ids(await pay(books, await makePosted(books, { type: 'in_invoice' }), 10)) };
    case 'journalEntries':
      return { ...none, created: ids(await bookEntry(books, n + 0.01)) };
    case 'taxRates': {
      const updated = await books.first('account.tax', []);
      await books.write('account.tax', [updated], { invoice_label: `Tax ${n}` });
      return { ...none, updated: ids(updated) };
    }
    case 'trackingCategories': {
      const updated = await books.first('account.analytic.account', [['name', '=', 'North']]);
      await books.write('account.analytic.account', [updated], { name: 'North' });
      const plan = await books.first('account.analytic.plan', []);
      const made = await books.create('account.analytic.account', { name: `Project ${n}`, plan_id: plan });
      return { ...none, created: ids(made) };
    }
    case 'purchaseOrders':
    case 'salesOrders': {
      const sale = dataType === 'salesOrders';
      const model = sale ? 'sale.order' : 'purchase.order';
      const updated = await books.first(model, [['state', '=', 'draft']]);
      const line = await books.first(`${model}.line`, [['order_id', '=', updated]]);
      await books.write(`${model}.line`, [line], { [sale ? 'product_uom_qty' : 'product_qty']: 40 + n });
      return { ...none, updated: ids(updated) };
    }
    case 'bankAccounts': {
      const updated = await books.first('account.journal', [['type', '=', 'bank']]);
      await books.write('account.journal', [updated], { name: `Bank ${n}` });
      return { ...none, updated: ids(updated) };
    }
    case 'bankTransactions': {
      const [line] = await books.read<{ id: number }>('account.bank.statement.line', [], []);
      await books.write('account.bank.statement.line', [line?.id ?? 0], { payment_ref: `Statement ${n}` });
      const journal = await books.first('account.journal', [['type', '=', 'bank']]);
      const values = { journal_id: journal, date: today(), amount: n, payment_ref: `Deposit ${n}` };
      return {
        ...{ ...none, updated: ids(line?.id ?? 0) },
        created: ids(await books.create('account.bank.statement.line', values)),
      };
    }
    case 'attachments': {
      const bill = await books.first('account.move', [['move_type', '=', 'in_invoice']]);
      const values = { name: `scan ${n}.txt`, datas: btoa(`scan ${n}`), res_model: 'account.move', res_id: bill };
      return { ...none, created: ids(await books.create('ir.attachment', values)) };
    }
    case 'transfers':
      return { ...none, created: ids(await transfer(books, 50 + n)) };
    case 'info': {
      const fields = ['partner_id'];
      const [company] = await books.read<{ partner_id: [number] }>('res.company', [['id', '=', books.company]], fields);
      await books.write('res.partner', [company?.partner_id[0] ?? 0], { street: `${n} Quay Street` });
      return { ...none, updated: ids(books.company) };
    }
    case 'balanceSheet':
    case 'profitAndLoss':
    case 'cashFlowStatement':
      await bookEntry(books, n + 0.5);
      return { ...none, updated: [today().slice(0, 7)] };
  }
  throw new Error(`No change is defined for ${dataType}.`);
}

async function makeOrFindDraft(books: OdooBooks, type: MoveType): Promise<number> {
  const domain = [
    ['move_type', '=', type],
    ['state', '=', 'draft'],
  ];
  const [found] = await books.call<number[]>('account.move', 'search', { domain, limit: 1, order: 'id' });
  return found ?? books.first('account.move', [['move_type', '=', type]]);
}
