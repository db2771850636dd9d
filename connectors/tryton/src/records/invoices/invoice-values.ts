import type { PushAnswer } from '@daybook/connector-kit';
import { closed, day as daySchema, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { refusal } from '../../push-refusals.ts';
import type { Tryton } from '../../session.ts';
import { decimalOf, idOf, positive, ref } from '../parts.ts';

/** What the creation and the update of an invoice share. */
const lineItem = closed({
  description: optional(Type.String({ maxLength: 4000 })),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: positive('Number of units.'),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate. If omitted, the line has no tax.')),
  itemRef: optional(ref('The id of an item.')),
});

const customerRef = ref('The id of a customer.');
const issueDate = daySchema('The date of issue. Tryton numbers invoices in order of date.');
const currency = (description: string) => optional(Type.String({ pattern: '^[A-Z]{3}$', description }));
const lineItems = Type.Array(lineItem, { minItems: 1, maxItems: 1000 });
const note = optional(Type.String({ maxLength: 4000 }));
const posted = 'A submitted invoice is posted, which gives it a number and cannot be undone.';

export const createSchema = closed({
  customerRef,
  issueDate,
  currency: currency("ISO 4217 code. Default: the company's own currency."),
  lineItems,
  note,
  status: optional(Type.Enum(['Draft', 'Submitted'], { description: `Default: Submitted. ${posted}` })),
});

export const updateSchema = closed({
  customerRef: optional(customerRef),
  issueDate: optional(issueDate),
  currency: currency('ISO 4217 code.'),
  lineItems: optional(Type.Array(lineItem, { minItems: 1, maxItems: 1000, description: 'Replaces all line items.' })),
  note,
  status: optional(
    Type.Enum(['Draft', 'Submitted', 'Void'], {
      description: `Default: a draft stays a draft. ${posted} Void cancels the invoice and changes nothing else.`,
    }),
  ),
});

export type PushedInvoice = Static<typeof createSchema>;
export type ChangedInvoice = Static<typeof updateSchema>;

export const lineValues = (line: Static<typeof lineItem>) => ({
  type: 'line',
  invoice_type: 'out',
  description: line.description ?? '',
  quantity: line.quantity,
  unit_price: decimalOf(line.unitAmount),
  account: idOf(line.accountRef),
  product: line.itemRef && idOf(line.itemRef),
  taxes: line.taxRateRef ? [idOf(line.taxRateRef)] : [],
});
export type LineValues = ReturnType<typeof lineValues>;

type Shared = { company: number; party: number; currency: number | undefined };

/** Adds to the lines what only Tryton knows. */
export async function completeLines(tryton: Tryton, lines: readonly LineValues[], shared: Shared): Promise<object[]> {
  const products = lines.flatMap(({ product }) => product ?? []);
  const units = products.length
    ? await readAll<{ default_uom: number }>(tryton, 'product.product', [['id', 'in', products]], ['default_uom'])
    : [];
  return lines.map(({ taxes, product, ...line }) => {
    const unit = units.find(({ id }) => id === product)?.default_uom;
    return { ...line, ...shared, ...(product && { product, unit }), taxes: taxes.length ? [['add', taxes]] : [] };
  });
}

/** Tryton would take an invoice with a negative total for a credit note. */
export function refuseNegative(lines: readonly LineValues[]): PushAnswer | undefined {
  const total = lines.reduce((sum, { quantity, unit_price }) => sum + quantity * Number(unit_price.decimal), 0);
  return total < 0 ? refusal('The total of an invoice must not be negative.', { itemId: 'lineItems' }) : undefined;
}

type PartyRow = { addresses: number[]; account_receivable: number | null; customer_payment_term: number | null };
type Configuration = { default_account_receivable: number | null };
export type PartyFields = { invoice_address: number; account: number | null | undefined; payment_term: number | null };

/** The fields of an invoice that depend on its customer. */
export async function partyFields(tryton: Tryton, id: number): Promise<PartyFields | PushAnswer> {
  const fields = ['addresses', 'account_receivable', 'customer_payment_term'];
  const [party] = await readAll<PartyRow>(tryton, 'party.party', [['id', '=', id]], fields);
  if (!party) return refusal(`There is no party ${id}.`, { itemId: 'customerRef.id' });
  if (!party.addresses[0]) return refusal('The party has no address in Tryton.', { itemId: 'customerRef.id' });
  const [configured] = await readAll<Configuration>(
    tryton,
    'account.configuration',
    [],
    ['default_account_receivable'],
  );
  return {
    invoice_address: party.addresses[0],
    account: party.account_receivable ?? configured?.default_account_receivable,
    payment_term: party.customer_payment_term,
  };
}

/** Returns the id of a currency, or a refusal if Tryton does not have it. */
export async function currencyId(tryton: Tryton, code: string): Promise<number | PushAnswer> {
  const [found] = await readAll(tryton, 'currency.currency', [['code', '=', code]], []);
  return found?.id ?? refusal(`There is no currency ${code}.`, { itemId: 'currency' });
}

export async function readAll<T>(
  tryton: Tryton,
  model: string,
  domain: unknown[],
  fields: string[],
): Promise<(T & { id: number })[]> {
  return tryton.call(`model.${model}.search_read`, [domain, 0, null, [['id', 'ASC']], fields]);
}
