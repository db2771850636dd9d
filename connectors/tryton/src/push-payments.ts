import type { PushAnswer, PushInput } from '@daybook/connector-kit';
import { signOf, subtract } from '@daybook/connector-kit';
import { unreadable } from './pull-records.ts';
import { type PaymentValues, paymentValues } from './push-bodies.ts';
import { firstRecord, type Pusher } from './push-records.ts';
import { refusal } from './push-refusals.ts';
import type { PushedPayment } from './push-schemas.ts';
import type { Tryton } from './session.ts';
import { sources } from './sources.ts';
import { decode } from './values.ts';

const wizard = 'wizard.account.invoice.pay';

type Invoice = { id: number; state: string; amount_to_pay: string; currency: number };
type Completed = { invoice: number; values: object };

/** Uses the wizard of Tryton's own client, because Tryton has no other way that also settles the invoice. */
export const paymentPusher: Pusher<PaymentValues> = {
  method: `${wizard}.execute`,
  complete,
  async make(tryton, completed) {
    const { invoice, values } = completed as Completed;
    const context = { active_model: 'account.invoice', active_id: invoice, active_ids: [invoice] };
    const [session, start] = await tryton.call<[number, string]>(`${wizard}.create`, [], context);
    const step = (data: object, state: string) =>
      tryton.call<Step>(`${wizard}.execute`, [session, data, state], context);
    const form = { start: filled(await step({}, start), values) };
    const asked = await step(form, 'choice');
    // The wizard asks what to do with the unpaid rest of the invoice. Nothing has been booked yet.
    if (asked.view) await step({ ...form, ask: filled(asked, { type: 'partial' }) }, 'pay');
    // An error does no harm here, because Tryton later removes leftover wizard sessions itself.
    await tryton.call(`${wizard}.delete`, [session], context).catch(() => undefined);
  },
  find: (tryton, { wish }: PushInput) => {
    const { description } = paymentValues(wish.record as PushedPayment, wish.reference);
    return firstRecord(tryton, sources.payments, [
      ...(sources.payments?.domain ?? []),
      ['move.description', '=', description],
    ]);
  },
};

type Step = { view?: { fields_view?: { fields?: object }; defaults?: Record<string, unknown> } };

/** Fills in every field of a form, because trytond fails if a field is missing. */
function filled({ view }: Step, values: object): object {
  const names = Object.keys(view?.fields_view?.fields ?? {});
  return { ...Object.fromEntries(names.map((name) => [name, view?.defaults?.[name] ?? null])), ...values };
}

async function complete(tryton: Tryton, values: PaymentValues, { wish }: PushInput): Promise<Completed | PushAnswer> {
  const { accountRef, totalAmount, lines } = wish.record as PushedPayment;
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
