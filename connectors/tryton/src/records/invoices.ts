import { setTimeout as pause } from 'node:timers/promises';
import { amountOf, type PushAnswer, type PushInput, Unavailable } from '@daybook/connector-kit';
import { closed, day as daySchema, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { Refused } from '../answers.ts';
import { unreadable } from '../pull-records.ts';
import { firstRecord, type Pusher } from '../push-records.ts';
import { refusal } from '../push-refusals.ts';
import type { Tryton } from '../session.ts';
import { trytonType } from '../tryton-type.ts';
import { date } from '../values.ts';
import {
  amountDue,
  asIs,
  dueDate,
  invoiceSource,
  isCreditNote,
  mapDocument,
  paymentAllocations,
  statusOf,
  type WireInvoice,
} from './documents.ts';
import { decimalOf, idOf, optionalDay, optionalText, positive, ref } from './parts.ts';

const source = {
  ...invoiceSource,
  domain: [['type', '=', 'out']],
  isOurs: (wire: WireInvoice) => !isCreditNote(wire),
  map: (wire: WireInvoice) => ({
    invoiceNumber: optionalText(wire.number),
    customerRef: { id: String(wire.party.id), companyName: optionalText(wire.party.name) },
    dueDate: dueDate(wire),
    paidOnDate: wire.state === 'paid' ? optionalDay(wire.reconciled) : undefined,
    ...mapDocument(wire, asIs),
    paymentAllocations: paymentAllocations(wire, asIs),
    amountDue: amountOf(amountDue(wire)),
    status: statusOf(wire, 'Submitted'),
  }),
};

const lineItem = closed({
  description: optional(Type.String({ maxLength: 4000 })),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: positive('Number of units.'),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate. If omitted, the line has no tax.')),
  itemRef: optional(ref('The id of an item.')),
});

const schema = closed({
  customerRef: ref('The id of a customer.'),
  issueDate: daySchema('The date of issue. Tryton numbers invoices in order of date.'),
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code. Default: the company's own currency." }),
  ),
  lineItems: Type.Array(lineItem, { minItems: 1, maxItems: 1000 }),
  note: optional(Type.String({ maxLength: 4000 })),
  status: optional(
    Type.Enum(['Draft', 'Submitted'], {
      description: 'Default: Submitted. A submitted invoice is posted, which gives it a number and cannot be undone.',
    }),
  ),
});
type Pushed = Static<typeof schema>;

const valuesOf = (record: Pushed, reference: string) => ({
  type: 'out',
  reference,
  description: record.note,
  party: idOf(record.customerRef),
  invoice_date: date(record.issueDate),
  currency: record.currency,
  lines: record.lineItems.map((line) => ({
    type: 'line',
    invoice_type: 'out',
    description: line.description ?? '',
    quantity: line.quantity,
    unit_price: decimalOf(line.unitAmount),
    account: idOf(line.accountRef),
    product: line.itemRef && idOf(line.itemRef),
    taxes: line.taxRateRef ? [idOf(line.taxRateRef)] : [],
  })),
});
type Values = ReturnType<typeof valuesOf>;

const invoice = 'model.account.invoice';
/**
 * If the connection is cut, Tryton still continues to post the invoice. So after each failed attempt, `post` checks the
 * invoice up to `postLooks` times, every `betweenLooksMs`. It makes at most `postsMax` attempts.
 */
const postLooks = 12;
const betweenLooksMs = 400;
const postsMax = 3;

/**
 * Creating an invoice takes two database transactions. The first (`create`) makes a draft whose taxes are zero. The
 * second makes Tryton compute the taxes, by posting the invoice or, if the invoice stays a draft, by writing to it. If
 * only the first was done, `find` finds the draft by its reference and performs the second. Repeating the second step
 * does no harm.
 */
const pusher: Pusher<Values> = {
  method: `${invoice}.create`,
  complete,
  async find(tryton, input) {
    const domain = [['reference', '=', input.wish.reference]];
    const found = await tryton
      .call<number[]>(`${invoice}.search`, [domain, 0, null, [['id', 'ASC']]])
      .catch(unreadable);
    const [id, ...others] = found;
    if (id === undefined) return { kind: 'absent' };
    // Several invoices have the same reference if a request seemed to be lost and was sent again, and the first request
    // then arrived after all. The oldest invoice is kept. The others are deleted if they are drafts. Tryton refuses to
    // delete an invoice that somebody has posted in the meantime.
    if (others.length > 0) {
      const isDraft = [
        ['id', 'in', others],
        ['state', '=', 'draft'],
      ];
      const drafts = await tryton.call<number[]>(`${invoice}.search`, [isDraft, 0, null, null]).catch(unreadable);
      if (drafts.length > 0) await tryton.call(`${invoice}.delete`, [drafts]).catch(unreadable);
    }
    return (await finish(tryton, id, input)) ?? firstRecord(tryton, source, [['id', '=', id]]);
  },
};

async function finish(tryton: Tryton, id: number, { wish }: PushInput): Promise<PushAnswer | undefined> {
  const { status = 'Submitted', note } = wish.record as Pushed;
  if ((await stateOf(tryton, id)) !== 'draft') return undefined;
  try {
    if (status === 'Draft') await tryton.call(`${invoice}.write`, [[id], { description: note ?? null }]);
    else await post(tryton, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A rejected push must leave nothing behind.
    await tryton.call(`${invoice}.delete`, [[id]]).catch(unreadable);
    return refusal(error.message, { record: wish.record ?? {} });
  }
}

async function post(tryton: Tryton, id: number): Promise<void> {
  for (let posts = 1; ; posts++) {
    try {
      return await tryton.call(`${invoice}.post`, [[id]]);
    } catch (error) {
      if (!(error instanceof Unavailable) || posts === postsMax) throw error;
    }
    for (let look = 0; look < postLooks; look++) {
      await pause(betweenLooksMs);
      const state = await stateOf(tryton, id).catch(asUnknown);
      if (state !== 'draft' && state !== undefined) return;
    }
  }
}

function asUnknown(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error;
}

async function stateOf(tryton: Tryton, id: number): Promise<string> {
  const params = [[['id', '=', id]], 0, 1, null, ['state']];
  const [found] = await tryton.call<{ state: string }[]>(`${invoice}.search_read`, params).catch(unreadable);
  if (typeof found?.state !== 'string') throw new Unavailable('The invoice no longer exists in Tryton.');
  return found.state === 'validated' ? 'draft' : found.state;
}

type PartyRow = { addresses: number[]; account_receivable: number | null; customer_payment_term: number | null };
type Configuration = { default_account_receivable: number | null };

async function complete(tryton: Tryton, values: Values): Promise<object | PushAnswer> {
  const company = await tryton.company();
  if (values.lines.reduce((total, { quantity, unit_price }) => total + quantity * Number(unit_price.decimal), 0) < 0)
    return refusal('The total of an invoice must not be negative.', { itemId: 'lineItems' });
  const fields = ['addresses', 'account_receivable', 'customer_payment_term'];
  const [party] = await read<PartyRow>(tryton, 'party.party', [['id', '=', values.party]], fields);
  if (!party) return refusal(`There is no party ${values.party}.`, { itemId: 'customerRef.id' });
  if (!party.addresses[0]) return refusal('The party has no address in Tryton.', { itemId: 'customerRef.id' });
  const [configured] = await read<Configuration>(tryton, 'account.configuration', [], ['default_account_receivable']);
  const [journal] = await read(tryton, 'account.journal', [['type', '=', 'revenue']], []);
  const [own] = await read<{ currency: number }>(tryton, 'company.company', [['id', '=', company]], ['currency']);
  const [other] = values.currency ? await read(tryton, 'currency.currency', [['code', '=', values.currency]], []) : [];
  if (values.currency && !other) return refusal(`There is no currency ${values.currency}.`, { itemId: 'currency' });
  const products = values.lines.flatMap(({ product }) => product ?? []);
  const units = products.length
    ? await read<{ id: number; default_uom: number }>(
        tryton,
        'product.product',
        [['id', 'in', products]],
        ['default_uom'],
      )
    : [];
  const shared = { company, party: values.party, currency: other?.id ?? own?.currency };
  const lines = values.lines.map(({ taxes, product, ...line }) => {
    const unit = units.find(({ id }) => id === product)?.default_uom;
    return { ...line, ...shared, ...(product && { product, unit }), taxes: taxes.length ? [['add', taxes]] : [] };
  });
  return {
    ...values,
    ...shared,
    invoice_address: party.addresses[0],
    account: party.account_receivable ?? configured?.default_account_receivable,
    payment_term: party.customer_payment_term,
    journal: journal?.id,
    lines: [['create', lines]],
  };
}

async function read<T>(
  tryton: Tryton,
  model: string,
  domain: unknown[],
  fields: string[],
): Promise<(T & { id: number })[]> {
  return tryton.call(`model.${model}.search_read`, [domain, 0, null, [['id', 'ASC']], fields]);
}

export const invoices = trytonType({
  dataType: 'invoices',
  ...source,
  push: {
    operations: { create: schema },
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    values: valuesOf,
    pusher,
  },
});
