import { type ProviderAnswer, type Push, type PushInput, shift, Unavailable, undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { placesOf } from './money.ts';
import { metadataField, metadataOf, ownMetadata } from './own-fields.ts';
import type { Source } from './pull-records.ts';
import { certainByKey, deletionOf, isRefusal, readAnswer, requestOf } from './push-records.ts';
import { headersFor } from './request-stripe.ts';

const line = closed({
  description: text(500),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Integer({ minimum: 1 }),
  itemRef: optional(ref('The id of an item. Without one, Stripe makes a product from the description.')),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const schema = closed({
  customerRef: ref('The id of a customer.'),
  dueDate: day('The due date. Stripe accepts only one in the future.'),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
  lineItems: Type.Array(line, { minItems: 1, maxItems: 250 }),
  note: optional(text(1500)),
  status: optional(
    Type.Enum(['Draft', 'Submitted'], {
      description: 'Default: Draft. Submitted finalizes the invoice; nothing is sent.',
    }),
  ),
});
const changes = closed({
  note: optional(text(1500)),
  status: optional(
    Type.Enum(['Draft', 'Submitted', 'Void', 'Paid'], {
      description:
        'Draft, or none: only the note changes. The others change nothing else: Submitted finalizes a draft, Void voids an open invoice, and Paid marks an open invoice as paid outside Stripe.',
    }),
  ),
});
type Created = Static<typeof schema>;

const draftOf = ({ customerRef, dueDate, currency, note }: Created) => ({
  customer: customerRef.id,
  collection_method: 'send_invoice',
  due_date: Math.floor(Date.parse(dueDate.slice(0, 10)) / 1000),
  currency: currency.toLowerCase(),
  description: note,
  auto_advance: false,
  pending_invoice_items_behavior: 'exclude',
});

function lineOf({ description, unitAmount, quantity, itemRef, taxRateRef }: Static<typeof line>, currency: string) {
  return {
    description,
    quantity: JSON.stringify(quantity),
    price_data: {
      currency,
      unit_amount_decimal: shift(JSON.stringify(unitAmount), placesOf(currency)),
      ...(itemRef ? { product: itemRef.id } : { product_data: { name: description } }),
    },
    tax_rates: taxRateRef && [taxRateRef.id],
  };
}

const steps: Readonly<Record<string, { path: string; form: Record<string, unknown> }>> = {
  Submitted: { path: '/finalize', form: { auto_advance: false } },
  Void: { path: '/void', form: {} },
  Paid: { path: '/pay', form: { paid_out_of_band: true } },
};

const fields = {
  customer: 'customerRef.id',
  due_date: 'dueDate',
  currency: 'currency',
  description: 'note',
};

/** The client's field for a parameter such as `lines[2][tax_rates][0]`. */
function fieldOf(parameter: string): string | undefined {
  const [, at, name = ''] = /^lines\[(\d+)\](.*)$/.exec(parameter) ?? [];
  if (at === undefined) return (fields as Record<string, string>)[parameter];
  const inner = /tax_rates/.test(name)
    ? 'taxRateRef.id'
    : /\[product\]/.test(name)
      ? 'itemRef.id'
      : (/quantity|description/.exec(name)?.[0] ?? 'unitAmount');
  return `lineItems.${at}.${inner}`;
}

/**
 * An invoice is made in steps: a draft, its lines, and its final form. Each step has a key of its own, so that a push
 * that is sent again goes on where it stopped. If Stripe rejects a later step, the draft is deleted. Stripe deletes only
 * drafts, and voids the others.
 */
export function createInvoicePush(baseUrl: string, source: Source): Push {
  return {
    operations: { create: schema, update: changes, delete: true },
    undo: undoBy.draft(({ status = 'Draft' }) => status === 'Draft'),
    choices: {
      'customerRef.id': 'customers',
      'lineItems.*.itemRef.id': 'items',
      'lineItems.*.taxRateRef.id': 'taxRates',
    },
    customFields: { ...ownMetadata, statusOnly: Object.keys(steps) },
    ...certainByKey,
    prepare({ operation, record, recordId = '', reference, customFields }) {
      if (operation === 'create') {
        const form = { ...draftOf(record as Created), ...metadataOf(customFields) };
        return requestOf({ url: `${baseUrl}/v1/invoices`, form, source, key: reference });
      }
      const own = `${baseUrl}/v1/invoices/${encodeURIComponent(recordId)}`;
      if (operation === 'delete') return deletionOf(own);
      const { status = 'Draft', note } = record as Static<typeof changes>;
      const { path, form } = steps[status] ?? { path: '', form: { description: note, ...metadataOf(customFields) } };
      return requestOf({ url: `${own}${path}`, form, source, key: reference });
    },
    async send(input) {
      const { http, credentials, prepared, wish } = input;
      const post = (request: typeof prepared) =>
        http.request({ ...request, headers: { ...request.headers, ...headersFor(credentials) } });
      const named = (parameter: string) => fieldOf(parameter) ?? metadataField(parameter, wish.customFields);
      const settle = (answer: ProviderAnswer) => readAnswer(answer, { source, fieldOf: named }, { ...input, baseUrl });
      const first = await post(prepared);
      if (wish.operation !== 'create' || first.status !== 200) return settle(first);
      const { lineItems, currency, status } = wish.record as Created;
      const { id } = JSON.parse(first.body) as { id?: string };
      if (typeof id !== 'string') throw new Unavailable('Stripe sent an invoice without an id.');
      const url = `${baseUrl}/v1/invoices/${encodeURIComponent(id)}`;
      const lines = lineItems.map((one) => lineOf(one, currency.toLowerCase()));
      const following = [
        { path: '/add_lines', form: { lines } },
        ...(status === 'Submitted' ? [steps.Submitted as { path: string; form: object }] : []),
      ];
      let answer = first;
      for (const { path, form } of following) {
        const key = `${wish.reference}${path}`;
        answer = await post(requestOf({ url: `${url}${path}`, form: form as Record<string, unknown>, source, key }));
        if (isRefusal(answer)) await remove(input, url);
        if (answer.status !== 200) break;
      }
      return settle(answer);
    },
  } satisfies Push;
}

/** A draft without its lines must not stay behind a push that Stripe has rejected. */
async function remove({ http, credentials }: PushInput, url: string): Promise<void> {
  const { status } = await http.request({ method: 'DELETE', url, headers: headersFor(credentials) });
  if (status !== 200 && status !== 404) throw new Unavailable('Stripe has not deleted the draft of a rejected push.');
}
