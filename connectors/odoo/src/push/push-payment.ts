import { type PushAnswer, type PushWish, signOf, subtract, sum, undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type from 'typebox';
import { ofCompany, unreadable } from '../pull-records.ts';
import type { OdooCall } from '../requests.ts';
import type { Odoo } from '../session.ts';
import { externalId } from './load-record.ts';
import { ownFields } from './own-fields.ts';
import { linksOf, type PushedPayment, paymentEnding } from './post-payment.ts';
import type { Pusher, PushKind } from './push-records.ts';
import { findCurrency, idFrom, partners, refuseMissing } from './references.ts';
import { wrong } from './refusals.ts';
import { numberText, tableOf } from './table.ts';

/** How payments of customers and to suppliers are written. */
type PaymentKind = { partyField: 'customerRef' | 'supplierRef'; pays: 'Invoice' | 'Bill' };

const positive = (description: string) => Type.Number({ exclusiveMinimum: 0, description });

function schemaOf({ partyField, pays }: PaymentKind) {
  const link = closed({
    type: Type.Enum([pays]),
    id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: `The id of a posted ${pays.toLowerCase()}.` }),
    amount: positive('All but the last must be paid in full, because Odoo pays them one after the other.'),
  });
  const line = closed({ links: Type.Array(link, { minItems: 1, maxItems: 1 }) });
  return closed({
    [partyField]: optional(ref('Default: that of the paid documents.')),
    accountRef: ref('The id of the account of a bank or cash journal.'),
    date: daySchema('The date of the payment.'),
    reference: optional(text(200)),
    currency: optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: "Default: that of the paid documents, or the company's own." }),
    ),
    totalAmount: positive('In the currency of the payment.'),
    lines: optional(Type.Array(line, { maxItems: 100, description: 'The paid documents. Their sum is totalAmount.' })),
  });
}

const model = 'account.payment';
export function paymentPush(kind: PaymentKind): PushKind {
  return {
    operations: { create: schemaOf(kind), delete: true },
    undo: undoBy.delete,
    choices: { 'accountRef.id': 'accounts' },
    customFields: ownFields(),
    names: { partner_id: `${kind.partyField}.id`, currency_id: 'currency', journal_id: 'accountRef.id', date: 'date' },
    pushers: { create: creator(kind), delete: remover },
    ending: paymentEnding,
  };
}

/** What only Odoo knows. */
type Known = { partner: string | undefined; journal: string; currency: string | undefined; isOlder: boolean };

const creator = (kind: PaymentKind): Pusher => ({
  request: (wish) => loadCall(kind, wish, undefined),
  async complete(odoo, wish) {
    const known = await complete(odoo, kind, wish);
    return 'kind' in known ? known : loadCall(kind, wish, known);
  },
});

/** Creates a draft. `paymentEnding` posts it and settles the documents. */
function loadCall({ partyField }: PaymentKind, wish: PushWish, known: Known | undefined): OdooCall {
  const record = wish.record as PushedPayment;
  const isIncoming = partyField === 'customerRef';
  // Before Odoo 18, a payment has no link to documents but that of its entry, and its note is `ref`.
  const documents = linksOf(wish).map(({ id }) => id);
  const head = {
    ...{ id: externalId(wish.reference), payment_type: isIncoming ? 'inbound' : 'outbound' },
    partner_type: isIncoming ? 'customer' : 'supplier',
    ...{ 'partner_id/.id': known?.partner ?? record[partyField]?.id, 'journal_id/.id': known?.journal },
    ...{ amount: numberText(record.totalAmount), date: record.date.slice(0, 10) },
    [known?.isOlder ? 'ref' : 'memo']: record.reference,
    currency_id: known?.currency ?? record.currency,
    ...(!known?.isOlder && documents.length > 0 && { 'invoice_ids/.id': documents.join(',') }),
  };
  return { model, method: 'load', parameters: tableOf(head) };
}

type Document = {
  id: number;
  move_type: string;
  state: string;
  amount_residual: number;
  currency_id: [number, string];
  commercial_partner_id: [number, string] | false;
};

async function complete(odoo: Odoo, kind: PaymentKind, wish: PushWish): Promise<Known | PushAnswer> {
  const record = wish.record as PushedPayment;
  const journals = { model: 'account.journal', company: 'inherited' as const };
  const journalDomain = [
    ['default_account_id', '=', idFrom(record.accountRef.id)],
    ['type', 'in', ['bank', 'cash', 'credit']],
    ...(await ofCompany(odoo, journals)),
  ];
  const [journal] = await odoo
    .call<number[]>(journals.model, 'search', { domain: journalDomain, limit: 1, order: 'id' })
    .catch(unreadable);
  if (journal === undefined) return wrong('No bank or cash journal in Odoo uses this account.', 'accountRef.id');
  const documents = await readDocuments(odoo, kind, wish);
  if (!Array.isArray(documents)) return documents;
  const [first] = documents;
  const currency = record.currency ?? first?.currency_id[1];
  if (currency !== undefined && (await findCurrency(odoo, currency)) === undefined)
    return wrong(`There is no active currency ${currency}.`, 'currency');
  const other = documents.findIndex((one) => one.currency_id[1] !== currency);
  if (other !== -1) return wrong('The currency must be that of the payment.', `lines.${other}.links.0.id`);
  const party = record[kind.partyField]?.id;
  const missing = await refuseMissing(odoo, [{ to: partners, id: party, itemId: `${kind.partyField}.id` }]);
  if (missing) return missing;
  const partner = party ?? String((first?.commercial_partner_id || [''])[0]);
  if (!partner) return wrong('It is needed if no document is paid.', `${kind.partyField}.id`);
  return { partner, journal: String(journal), currency, isOlder: !(await odoo.fieldsOf(model)).has('memo') };
}

/** Reads the documents that are paid, in the order of the links. */
async function readDocuments(odoo: Odoo, { pays }: PaymentKind, wish: PushWish): Promise<Document[] | PushAnswer> {
  const links = linksOf(wish);
  if (links.length === 0) return [];
  const { totalAmount } = wish.record as PushedPayment;
  if (signOf(subtract(sum(links.map(({ amount }) => numberText(amount))), numberText(totalAmount))) !== 0)
    return wrong('The amounts of all links must add up to totalAmount.', 'lines.0.links.0.amount');
  const domain = [
    ['id', 'in', links.map(({ id }) => idFrom(id))],
    ['move_type', '=', pays === 'Invoice' ? 'out_invoice' : 'in_invoice'],
    ['state', '=', 'posted'],
    ...(await ofCompany(odoo, { model: 'account.move', company: 'own' })),
  ];
  const fields = ['move_type', 'state', 'amount_residual', 'currency_id', 'commercial_partner_id'];
  const rows = await odoo.call<Document[]>('account.move', 'search_read', { domain, fields }).catch(unreadable);
  const found: Document[] = [];
  for (const [at, { id, amount }] of links.entries()) {
    const row = rows.find((one) => one.id === idFrom(id));
    if (!row || found.includes(row)) return wrong(`There is no other posted document ${id}.`, `lines.${at}.links.0.id`);
    const rest = signOf(subtract(numberText(row.amount_residual), numberText(amount)));
    if (rest < 0) return wrong(`Only ${row.amount_residual} is due.`, `lines.${at}.links.0.amount`);
    if (rest > 0 && at < links.length - 1)
      return wrong(
        `Only the last document can be paid in part; ${row.amount_residual} is due.`,
        `lines.${at}.links.0.amount`,
      );
    found.push(row);
  }
  return found;
}

/** A payment that was booked keeps its number. So it is cancelled, and its documents are open again. */
const remover: Pusher = {
  request: ({ recordId }) => ({ model, method: 'action_cancel', parameters: { ids: [idFrom(recordId)] } }),
  complete: async (_, wish) => remover.request(wish),
};
