import type { ContractAnswer } from '../../../test/contract-servers/contract-server.ts';
import { newId, type Row, type StripeBooks } from './stripe-books.ts';
import { type Form, listIn, mergeMetadata } from './stripe-forms.ts';
import { show } from './stripe-lists.ts';
import { invalid, missing, refusal } from './stripe-refusals.ts';
import { invoiceOf, lineOf } from './stripe-seed.ts';

/** The parameters of each operation: the invoice itself (new or existing) and what can be done with one. */
const parameters: Record<string, readonly string[]> = {
  create: [
    ...['customer', 'collection_method', 'due_date', 'days_until_due', 'currency', 'description', 'auto_advance'],
    ...['metadata', 'pending_invoice_items_behavior'],
  ],
  update: ['description', 'metadata', 'due_date'],
  add_lines: ['lines'],
  finalize: ['auto_advance'],
  void: [],
  pay: ['paid_out_of_band'],
};

type Writing = { books: StripeBooks; nowS: number };
type Wanted = { id: string | undefined; action: string | undefined; form: Form };

export function writeInvoice({ books, nowS }: Writing, { id, action, form }: Wanted): ContractAnswer {
  const operation = action ?? (id === undefined ? 'create' : 'update');
  const known = parameters[operation];
  if (!known) return refusal(404, { type: 'invalid_request_error', message: 'Unrecognized request URL.' });
  const row = id === undefined ? undefined : books.rows.invoices.get(id);
  if (id !== undefined && !row) return missing('invoice', id, 'invoice');
  for (const name of Object.keys(form))
    if (!known.includes(name) && name !== 'expand')
      return invalid(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  const merged = mergeMetadata(row?.metadata, form);
  if (!('metadata' in merged)) return merged;
  const { metadata } = merged;
  const kept = row ? changed(row, operation) : create();
  if (!('object' in kept)) return kept;
  const expand = listIn(form, 'expand').map(String);
  return { status: 200, body: show(books, 'invoices', kept as Row, expand) };

  function create(): Row | ContractAnswer {
    const customer = books.rows.customers.get(String(form.customer));
    if (!customer) return missing('customer', String(form.customer), 'customer', 400);
    if (form.collection_method !== 'send_invoice')
      return invalid('collection_method', 'This server knows only invoices that are sent.');
    if (form.due_date === undefined && form.days_until_due === undefined)
      return invalid('due_date', 'One of due_date and days_until_due is required.', 'parameter_missing');
    const due = Number(form.due_date ?? nowS + Number(form.days_until_due) * 86_400);
    if (!(due > nowS)) return invalid('due_date', 'The due date must be in the future.');
    return books.keep(
      'invoices',
      invoiceOf({
        ...{ lines: [], status: 'draft', currency: form.currency ?? 'usd', customer: customer.id, number: null },
        ...{ metadata, effective_at: null, hosted_invoice_url: null },
        ...{ customer_name: customer.name ?? null, description: form.description ?? null, due_date: due },
        status_transitions: { finalized_at: null, paid_at: null },
      }),
    );
  }

  function changed(own: Row, name: string): Row | ContractAnswer {
    const transitions = own.status_transitions as object;
    const put = (change: object) => books.keep('invoices', { ...own, ...change });
    const wrongState = (wanted: string) =>
      invalid(
        'status',
        `This invoice is ${own.status}; only one that is ${wanted} allows this.`,
        'invoice_not_editable',
      );
    if (name === 'update') return put({ description: form.description ?? own.description, metadata });
    if (name === 'add_lines') return own.status === 'draft' ? addLines(own) : wrongState('draft');
    if (name === 'finalize') {
      if (own.status !== 'draft') return wrongState('draft');
      const numbered = { number: `RR-${1000 + books.rows.invoices.size}`, hosted_invoice_url: 'anew' };
      return put({
        ...numbered,
        status: 'open',
        effective_at: nowS,
        status_transitions: { ...transitions, finalized_at: nowS },
      });
    }
    if (own.status !== 'open') return wrongState('open');
    if (name === 'void') return put({ status: 'void' });
    if (form.paid_out_of_band !== 'true') return invalid('paid_out_of_band', 'The customer has no payment method.');
    const paid = { amount_paid: own.total, amount_paid_off_stripe: own.total, amount_remaining: 0 };
    return put({ ...paid, status: 'paid', status_transitions: { ...transitions, paid_at: nowS } });
  }

  function addLines(own: Row): Row | ContractAnswer {
    const lines: ReturnType<typeof lineOf>[] = [];
    for (const [at, given] of listIn(form, 'lines').entries()) {
      const { description, quantity, price_data: price = {} } = given as Form;
      const { currency, unit_amount_decimal: unit, product, product_data: named } = price as Form;
      if (currency !== own.currency)
        return invalid(`lines[${at}][price_data][currency]`, 'The currency must be that of the invoice.');
      if (!/^-?\d+(\.\d{1,12})?$/.test(String(unit)))
        return invalid(`lines[${at}][price_data][unit_amount_decimal]`, 'Invalid decimal.');
      if (product !== undefined && !books.rows.products.has(String(product)))
        return missing('product', String(product), `lines[${at}][price_data][product]`, 400);
      const [taxRate] = listIn(given as Form, 'tax_rates').map(String);
      const rate = taxRate === undefined ? undefined : books.rows.tax_rates.get(taxRate);
      if (taxRate !== undefined && !rate) return missing('tax_rate', taxRate, `lines[${at}][tax_rates]`, 400);
      lines.push(
        lineOf({
          ...{ description: String(description), currency: String(currency), quantity: Number(quantity) },
          ...{ unit: String(unit), product: String(product ?? productOf(named as Form).id) },
          ...(rate && { tax: { id: rate.id, percent: Number(rate.percentage) } }),
        }),
      );
    }
    const all = [...(own.lines as typeof lines), ...lines];
    return books.keep('invoices', invoiceOf({ ...own, status: 'draft', lines: all }));
  }

  function productOf({ name }: Form): Row {
    return books.keep('products', {
      ...{ id: newId('prod'), active: true, name: String(name), description: null, images: [], marketing_features: [] },
      ...{ metadata: {}, default_price: null, shippable: null, updated: nowS },
    });
  }
}
