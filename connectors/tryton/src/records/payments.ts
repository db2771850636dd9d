import { amountOf, type PushAnswer, type PushInput, signOf, subtract } from '@daybook/connector-kit';
import { closed, day as daySchema, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { unreadable } from '../pull-records.ts';
import { firstRecord, type Pusher } from '../push-records.ts';
import { refusal } from '../push-refusals.ts';
import type { Tryton } from '../session.ts';
import { trytonType } from '../tryton-type.ts';
import { date, decode } from '../values.ts';
import type { CurrencyRef, Ref, Stamps } from '../wire.ts';
import { paidAmount, paymentLineFields, type WirePaymentLine } from './documents.ts';
import { day, decimalOf, name, namedRef, optionalText, positive, ref, stamps, under } from './parts.ts';

type WirePayment = Stamps &
  WirePaymentLine & {
    party: Ref | null;
    account: Ref;
    move: {
      id: number;
      number: string | null;
      description: string | null;
      company: { id: number; currency: CurrencyRef };
      lines: { id: number; account: Ref; debit: string; credit: string }[];
    };
    invoice_payments: { id: number; number: string | null }[];
  };

/**
 * A payment is the line of a ledger entry that pays an invoice. The other line of that entry names the ledger account
 * that received the money.
 */
const map = (wire: WirePayment) => {
  const amount = amountOf(paidAmount(wire));
  const money = wire.move.lines.find((line) => line.account.id !== wire.account.id);
  return {
    customerRef: wire.party ? { id: String(wire.party.id), companyName: optionalText(wire.party.name) } : undefined,
    accountRef: money && namedRef(money.account),
    date: day(wire.date),
    reference: optionalText(wire.move.description ?? wire.move.number),
    currency: wire.second_currency?.code ?? wire.move.company.currency.code,
    totalAmount: amount,
    lines: [
      {
        amount,
        allocatedOnDate: day(wire.date),
        links: wire.invoice_payments.map(({ id }) => ({ type: 'Invoice', id: String(id), amount })),
      },
    ],
  };
};

const source = {
  model: 'account.move.line',
  company: 'move.company',
  domain: [['invoice_payments.type', '=', 'out']],
  fields: [
    ...paymentLineFields,
    ...['party.name', 'account.name', 'invoice_payments.number'],
    ...under('move', ['number', 'description', 'company.currency.code', 'lines.account.name']),
    ...under('move.lines', ['debit', 'credit']),
    ...stamps,
  ],
  movedBy: ['move'],
  day: 'date',
  map,
};

const schema = closed({
  accountRef: ref('The id of the account that received the money. A payment method in Tryton must use this account.'),
  date: daySchema('The date of the payment.'),
  reference: optional(
    name('Daybook adds an id to the reference, by which it finds the payment if the response is lost.'),
  ),
  totalAmount: positive('Amount in the currency of the invoice.'),
  lines: Type.Array(
    closed({
      links: Type.Array(
        closed({
          type: Type.Enum(['Invoice']),
          id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'The id of a posted invoice.' }),
          amount: positive('Must be equal to totalAmount.'),
        }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
    { minItems: 1, maxItems: 1, description: 'The paid invoice. A payment in Tryton pays exactly one invoice.' },
  ),
});
type Pushed = Static<typeof schema>;

const valuesOf = (record: Pushed, reference: string) => ({
  amount: decimalOf(record.totalAmount),
  date: date(record.date),
  description: record.reference ? `${record.reference} ${reference}` : reference,
});
type Values = ReturnType<typeof valuesOf>;

const wizard = 'wizard.account.invoice.pay';

type Invoice = { id: number; state: string; amount_to_pay: string; currency: number };
type Completed = { invoice: number; values: object };

/**
 * Uses the wizard of Tryton's own client, because Tryton has no other way to book a payment that also settles the
 * invoice.
 */
const creator: Pusher<[[Values]], Completed> = {
  request: ({ record, reference }) => ({
    method: `${wizard}.execute`,
    params: [[valuesOf(record as Pushed, reference)]],
  }),
  complete: (tryton, [[values]], input) => complete(tryton, values, input),
  async make(tryton, { invoice, values }) {
    const context = { active_model: 'account.invoice', active_id: invoice, active_ids: [invoice] };
    const [session, start] = await tryton.call<[number, string]>(`${wizard}.create`, [], context);
    const step = (data: object, state: string) =>
      tryton.call<Step>(`${wizard}.execute`, [session, data, state], context);
    const form = { start: filled(await step({}, start), values) };
    const asked = await step(form, 'choice');
    // The wizard asks what to do with the unpaid rest of the invoice. Nothing has been booked yet.
    if (asked.view) await step({ ...form, ask: filled(asked, { type: 'partial' }) }, 'pay');
    // If this call fails, ignore the error, because Tryton later removes leftover wizard sessions itself.
    await tryton.call(`${wizard}.delete`, [session], context).catch(() => undefined);
  },
  find: (tryton, { wish }) => {
    const { description } = valuesOf(wish.record as Pushed, wish.reference);
    return firstRecord(tryton, source, [...source.domain, ['move.description', '=', description]]);
  },
};

type Step = { view?: { fields_view?: { fields?: object }; defaults?: Record<string, unknown> } };

/** Fills in every field of a form, because trytond fails if a field is missing. */
function filled({ view }: Step, values: object): object {
  const names = Object.keys(view?.fields_view?.fields ?? {});
  return { ...Object.fromEntries(names.map((name) => [name, view?.defaults?.[name] ?? null])), ...values };
}

async function complete(tryton: Tryton, values: Values, { wish }: PushInput): Promise<Completed | PushAnswer> {
  const { accountRef, totalAmount, lines } = wish.record as Pushed;
  const link = lines[0]?.links[0];
  const linkAt = 'lines.0.links.0';
  if (!link || JSON.stringify(link.amount) !== JSON.stringify(totalAmount))
    return refusal('The amount must equal totalAmount.', { itemId: `${linkAt}.amount` });
  const domain = [
    ['id', '=', Number(link.id)],
    ['type', '=', 'out'],
  ];
  const fields = ['state', 'amount_to_pay', 'currency'];
  const params = [domain, 0, 1, null, fields];
  const [invoice] = decode(
    await tryton.call('model.account.invoice.search_read', params).catch(unreadable),
  ) as Invoice[];
  if (invoice?.state !== 'posted')
    return refusal(`There is no posted and unpaid invoice ${link.id}.`, { itemId: `${linkAt}.id` });
  if (signOf(subtract(invoice.amount_to_pay, values.amount.decimal)) < 0)
    return refusal(`Only ${invoice.amount_to_pay} is due.`, { itemId: 'totalAmount' });
  const methodParams = [[['debit_account', '=', Number(accountRef.id)]], 0, 1, null];
  const [method] = await tryton
    .call<number[]>('model.account.invoice.payment.method.search', methodParams)
    .catch(unreadable);
  if (method === undefined)
    return refusal('No payment method in Tryton uses this account.', { itemId: 'accountRef.id' });
  return { invoice: invoice.id, values: { ...values, payment_method: method, currency: invoice.currency } };
}

export const payments = trytonType({
  dataType: 'payments',
  ...source,
  push: { operations: { create: schema }, choices: { 'accountRef.id': 'accounts' }, pushers: { create: creator } },
});
