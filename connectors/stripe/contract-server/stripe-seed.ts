import { newId, type Row, type StripeBooks } from './stripe-books.ts';

type WantedLine = {
  description: string;
  currency: string;
  quantity: number;
  /** In minor units. */
  unit: string;
  product: string;
  tax?: { id: string; percent: number };
};

export function lineOf({ description, currency, quantity, unit, product, tax }: WantedLine) {
  const amount = Math.round(quantity * Number(unit));
  const taxed = (one: { id: string; percent: number }) => ({
    ...{ amount: Math.round((amount * one.percent) / 100), taxable_amount: amount, tax_behavior: 'exclusive' },
    ...{ taxability_reason: 'standard_rated', type: 'tax_rate_details', tax_rate_details: { tax_rate: one.id } },
  });
  return {
    ...{ id: newId('il'), object: 'line_item', amount, subtotal: amount, currency, quantity, description },
    ...{ discountable: true, discounts: [], discount_amounts: [], livemode: false, metadata: {} },
    period: { start: 1_750_000_000, end: 1_750_000_000 },
    pricing: {
      type: 'price_details',
      price_details: { price: newId('price'), product },
      unit_amount_decimal: unit,
    },
    taxes: tax ? [taxed(tax)] : [],
  };
}

/** The state of an invoice: what Stripe computes from its lines, payments and credit notes. */
export function invoiceOf(given: Record<string, unknown> & { lines: ReturnType<typeof lineOf>[]; status: string }) {
  const subtotal = given.lines.reduce((sum, { amount }) => sum + amount, 0);
  const tax = given.lines.reduce((sum, { taxes }) => sum + (taxes[0]?.amount ?? 0), 0);
  const total = subtotal + tax;
  const amount_paid = given.status === 'paid' ? total : Number(given.amount_paid ?? 0);
  return {
    ...{ attempt_count: 0, attempted: false, auto_advance: false, automatic_tax: { enabled: false } },
    ...{ amount_overpaid: 0, amount_paid_off_stripe: 0, amount_shipping: 0, collection_method: 'send_invoice' },
    ...{ default_tax_rates: [], discounts: [], issuer: { type: 'self' }, metadata: {}, payment_settings: {} },
    ...{ period_start: 1_750_000_000, period_end: 1_750_000_000, starting_balance: 0, total_discount_amounts: [] },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0 },
    ...given,
    ...{ subtotal, total, amount_due: total, amount_paid, amount_remaining: total - amount_paid },
    total_taxes: [
      { amount: tax, tax_behavior: 'exclusive', taxability_reason: 'standard_rated', type: 'tax_rate_details' },
    ],
  };
}

export function seedBooks(books: StripeBooks, sizes: { invoices: number }, createdS: number): void {
  const { keep } = books;
  const taxRate = keep('tax_rates', {
    ...{ active: true, display_name: 'VAT', inclusive: false, percentage: 20, tax_type: 'vat', created: createdS },
  });
  keep('tax_rates', { active: false, display_name: 'Old', inclusive: true, percentage: 8.875, created: createdS });
  const products = ['T-shirt', 'Hosting', 'Mug'].map((name, n) => {
    const price = newId('price');
    const product = keep('products', {
      ...{ active: n < 2, name, description: null, images: [], marketing_features: [], metadata: {} },
      ...{ default_price: price, shippable: n === 0 ? true : null, updated: createdS, created: createdS + n },
    });
    keep('prices', {
      ...{ id: price, active: true, billing_scheme: 'per_unit', currency: 'usd', metadata: {}, product: product.id },
      ...{ type: 'one_time', unit_amount: null, unit_amount_decimal: `${1999 + n}.5`, created: createdS + n },
    });
    return product;
  });
  const customers = ['Ada', 'Basil & Söhne', null, 'Dana', 'Eve', 'Nobody yet'].map((name, n) =>
    keep('customers', {
      ...{
        name,
        email: n === 2 ? 'no-name@example.com' : null,
        phone: null,
        balance: 0,
        currency: 'usd',
        metadata: {},
      },
      address: n === 0 ? { line1: 'P O Box 1', city: 'Oaktown', country: 'US' } : null,
      tax_ids: n === 1 ? [{ id: newId('txi'), object: 'tax_id', type: 'eu_vat', value: 'DE123456789' }] : [],
      created: createdS + n,
    }),
  );
  // Money that the company has paid in, a part of which is not yet available.
  for (const [currency, amount, status] of [
    ['usd', 1_234_567, 'available'],
    ['jpy', 5000, 'available'],
    ['kwd', 70_001, 'available'],
    ['usd', 33, 'pending'],
  ])
    keep('balance_transactions', {
      ...{ amount, fee: 0, net: amount, currency, created: createdS, type: 'topup', source: null, status },
      ...{ available_on: createdS, balance_type: 'payments', description: 'Paid in', exchange_rate: null },
      ...{ reporting_category: 'topup', fee_details: [] },
    });
  for (let n = 0; n < sizes.invoices; n++) seedInvoice(books, n, createdS + n * 60, { customers, products, taxRate });
}

type Parts = { customers: Row[]; products: Row[]; taxRate: Row };

function seedInvoice({ keep }: StripeBooks, n: number, created: number, { customers, products, taxRate }: Parts): void {
  const currency = n % 9 === 4 ? 'jpy' : n % 9 === 5 ? 'kwd' : 'usd';
  const status = ['open', 'draft', 'paid', 'uncollectible', 'void', 'paid'][n % 6] ?? 'open';
  const customer = customers[n % 5] as Row;
  // Some invoices have more lines than Stripe sends with the invoice.
  const lines = Array.from({ length: n % 10 === 7 ? 23 : 2 }, (_, at) =>
    lineOf({
      ...{ description: `Work ${at}`, currency, quantity: 1 + (at % 3), unit: String(1050 + n + at) },
      ...{ product: (products[at % 3] as Row).id, tax: { id: taxRate.id, percent: 20 } },
    }),
  );
  const isFinal = status !== 'draft';
  const invoice = keep(
    'invoices',
    invoiceOf({
      ...{ created, currency, status, lines, customer: customer.id, customer_name: customer.name },
      ...{ number: isFinal ? `RR-${1000 + n}` : null, description: null, effective_at: isFinal ? created : null },
      due_date: isFinal ? created + 30 * 86_400 : null,
      hosted_invoice_url: isFinal ? 'anew' : null,
      status_transitions: { finalized_at: isFinal ? created : null, paid_at: status === 'paid' ? created + 60 : null },
    }),
  );
  if (status === 'paid') pay({ keep }, invoice, n);
  if (n % 7 === 0)
    keep('credit_notes', {
      ...{ created, currency, customer: customer.id, invoice: invoice.id, number: `RR-${1000 + n}-CN-01`, memo: null },
      ...{ amount: 300, subtotal: 250, total: 300, amount_shipping: 0, discount_amount: 0, discount_amounts: [] },
      ...{ pdf: 'anew', post_payment_amount: 0, pre_payment_amount: 300, pretax_credit_amounts: [], refunds: [] },
      ...{ status: n % 14 === 0 ? 'issued' : 'void', type: 'pre_payment', effective_at: created },
      total_taxes: [
        { amount: 50, tax_behavior: 'exclusive', taxability_reason: 'standard_rated', type: 'tax_rate_details' },
      ],
      lines: [
        {
          ...{ id: newId('cnli'), object: 'credit_note_line_item', amount: 250, discount_amount: 0, quantity: 1 },
          ...{
            discount_amounts: [],
            livemode: false,
            pretax_credit_amounts: [],
            tax_rates: [],
            type: 'custom_line_item',
          },
          ...{ description: 'Goodwill', unit_amount: 250, unit_amount_decimal: '250' },
        },
      ],
    });
}

/** A charge with its movement on the balance, sometimes with a refund, a dispute or a payout after it. */
function pay({ keep }: Pick<StripeBooks, 'keep'>, invoice: Row, n: number): void {
  const [currency, created] = [String(invoice.currency), invoice.created + 60];
  const amount = Number(invoice.total);
  const intent = newId('pi');
  const moved = (type: string, source: string, gross: number, fee: number) =>
    keep('balance_transactions', {
      ...{ amount: gross, fee, net: gross - fee, currency, created, type, source, status: 'available' },
      ...{ available_on: created, balance_type: 'payments', description: null, exchange_rate: null },
      ...{ reporting_category: type, fee_details: fee ? [{ amount: fee, currency, type: 'stripe_fee' }] : [] },
    });
  const charge = newId('ch');
  const part = {
    ...{ amount, amount_refunded: 0, billing_details: {}, created, currency, customer: invoice.customer, metadata: {} },
    ...{ disputed: false, refunded: false, payment_intent: intent, description: `Payment for ${invoice.number}` },
  };
  // The first attempt failed; it shares the payment intent.
  if (n % 4 === 2)
    keep('charges', {
      ...part,
      amount_captured: 0,
      captured: false,
      paid: false,
      status: 'failed',
      created: created - 9,
    });
  const balance_transaction = moved('charge', charge, amount, 59).id;
  const rest = { amount_captured: amount, captured: true, paid: true, status: 'succeeded', balance_transaction };
  keep('charges', { id: charge, ...part, ...rest, receipt_url: 'anew' });
  keep('invoice_payments', {
    ...{ amount_paid: amount, amount_requested: amount, created, currency, invoice: invoice.id, is_default: true },
    ...{ payment: { type: 'payment_intent', payment_intent: intent }, status: 'paid' },
    status_transitions: { paid_at: created, canceled_at: null },
  });
  if (n % 12 === 2) {
    const id = newId('re');
    const back = { balance_transaction: moved('refund', id, -500, 0).id, charge, payment_intent: intent };
    keep('refunds', { id, amount: 500, created, currency, reason: null, status: 'succeeded', ...back });
  }
  if (n % 12 === 5) {
    const id = newId('dp');
    keep('disputes', {
      ...{ id, amount: 700, created, currency, charge, payment_intent: intent, metadata: {}, reason: 'fraudulent' },
      ...{ status: 'needs_response', is_charge_refundable: false, enhanced_eligibility_types: [] },
      ...{ evidence: { enhanced_evidence: {} }, balance_transactions: [moved('adjustment', id, -700, 1500)] },
      evidence_details: { enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0 },
    });
  }
  const id = newId('po');
  keep('payouts', {
    ...{ id, amount: amount - 59, arrival_date: created + 86_400, automatic: true, created, currency },
    ...{ balance_transaction: moved('payout', id, 59 - amount, 0).id, description: 'STRIPE PAYOUT', metadata: {} },
    ...{ destination: newId('ba'), method: 'standard', reconciliation_status: 'completed', source_type: 'card' },
    ...{ status: n % 8 === 0 ? 'in_transit' : 'paid', type: 'bank_account' },
  });
}
