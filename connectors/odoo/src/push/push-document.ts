import { type PushAnswer, type PushWish, undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static, type TProperties } from 'typebox';
import type { WireMove } from '../records/documents.ts';
import type { OdooCall } from '../requests.ts';
import type { Odoo } from '../session.ts';
import { htmlOf } from '../values.ts';
import { externalId } from './load-record.ts';
import { ownFields } from './own-fields.ts';
import { moveEnding } from './post-move.ts';
import type { Pusher, PushKind } from './push-records.ts';
import {
  findCurrency,
  idFrom,
  ledgerAccounts,
  partners,
  products,
  type Reference,
  refuseMissing,
  taxes,
} from './references.ts';
import { conflict, wrong } from './refusals.ts';
import { numberText, tableOf } from './table.ts';

/** How invoices, bills and credit notes are written. At Odoo, all are moves. */
type DocumentKind = {
  type: 'out_invoice' | 'out_refund' | 'in_invoice' | 'in_refund';
  partyField: 'customerRef' | 'supplierRef';
  /** The status of a posted document that nothing has settled yet. */
  open: 'Submitted' | 'Open';
  /** The field with the number that the supplier has written on the document. */
  numberField?: 'reference' | 'billCreditNoteNumber';
  hasDueDate?: true;
};

const lineItem = closed({
  description: optional(text(4000)),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Number({ description: 'Number of units.' }),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate. If omitted, the line has no tax.')),
  itemRef: optional(ref('The id of an item.')),
});

function parts({ partyField, numberField, hasDueDate }: DocumentKind) {
  const party = ref(`The id of a ${partyField === 'customerRef' ? 'customer' : 'supplier'}.`);
  const more: TProperties = {
    ...(numberField && { [numberField]: optional(text(200, "The supplier's own number of the document.")) }),
    ...(hasDueDate && { dueDate: optional(daySchema('Default: from the payment terms of the partner.')) }),
    currency: optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code. Default: the company's own currency." }),
    ),
    note: optional(text(4000)),
  };
  return { party, issueDate: daySchema('The date of issue.'), more };
}
const lineItems = (description: string) => Type.Array(lineItem, { minItems: 1, maxItems: 1000, description });

const posted = 'The document is posted, which gives it a number.';

export function documentPush(kind: DocumentKind): PushKind {
  const { party, issueDate, more } = parts(kind);
  const statuses = (values: string[], description: string) => optional(Type.Enum(values, { description }));
  return {
    operations: {
      create: closed({
        ...{ [kind.partyField]: party, issueDate, ...more, lineItems: lineItems('The lines.') },
        status: statuses(['Draft', kind.open], `Default: ${kind.open}. ${posted}`),
      }),
      update: closed({
        ...{ [kind.partyField]: optional(party), issueDate: optional(issueDate), ...more },
        lineItems: optional(lineItems('Replaces all line items.')),
        status: statuses(
          ['Draft', kind.open, 'Void'],
          `Default: a draft stays a draft. ${kind.open}: ${posted} Void cancels the document and changes nothing else.`,
        ),
      }),
      delete: true,
    },
    customFields: kind.numberField ? ownFields() : ownFields('ref'),
    undo: undoBy.draft(({ status }) => status === 'Draft'),
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    names: {
      ...{ partner_id: `${kind.partyField}.id`, currency_id: 'currency', invoice_date: 'issueDate', date: 'issueDate' },
      ...{ invoice_line_ids: 'lineItems', invoice_date_due: 'dueDate', narration: 'note' },
      ...(kind.numberField && { ref: kind.numberField }),
    },
    pushers: { create: creator(kind), update: updater(kind), delete: remover },
    ending: moveEnding(kind.open),
  };
}

type Line = Static<typeof lineItem>;
type PushedDocument = {
  customerRef?: { id: string };
  supplierRef?: { id: string };
  issueDate?: string;
  dueDate?: string;
  currency?: string;
  lineItems?: Line[];
  note?: string;
  reference?: string;
  billCreditNoteNumber?: string;
  status?: string;
};

const model = 'account.move';
const recordIn = ({ record = {} }: PushWish) => record as PushedDocument;
const dayOf = (date: string | undefined) => date?.slice(0, 10);

/** Creates a draft with its lines in one call. `moveEnding` posts it. */
const creator = (kind: DocumentKind): Pusher => {
  const request = (wish: PushWish): OdooCall => {
    const record = recordIn(wish);
    const { currency, dueDate, note } = record;
    const head = {
      ...{ id: externalId(wish.reference), move_type: kind.type, 'partner_id/.id': record[kind.partyField]?.id },
      ...{ invoice_date: dayOf(record.issueDate), invoice_date_due: dayOf(dueDate) },
      // Payment terms would compute another due date.
      ...(dueDate && { 'invoice_payment_term_id/.id': '' }),
      ...{ ref: numberIn(kind, record), currency_id: currency, narration: note && htmlOf(note) },
    };
    const lines = record.lineItems?.map((line) => ({
      ...{ name: line.description ?? '', quantity: numberText(line.quantity), price_unit: numberText(line.unitAmount) },
      ...{ 'account_id/.id': line.accountRef.id, 'product_id/.id': line.itemRef?.id },
      // An empty text: no tax, also if the account or the item has one.
      'tax_ids/.id': line.taxRateRef?.id ?? '',
    }));
    return { model, method: 'load', parameters: tableOf(head, { invoice_line_ids: lines ?? [] }) };
  };
  return { request, complete: async (odoo, wish) => (await refuseWrong(odoo, kind, recordIn(wish))) ?? request(wish) };
};

const numberIn = ({ numberField }: DocumentKind, record: PushedDocument) => numberField && record[numberField];

async function refuseWrong(odoo: Odoo, kind: DocumentKind, record: PushedDocument): Promise<PushAnswer | undefined> {
  const lines = (record.lineItems ?? []).flatMap((line, at): Reference[] => [
    { to: ledgerAccounts, id: line.accountRef.id, itemId: `lineItems.${at}.accountRef.id` },
    { to: taxes, id: line.taxRateRef?.id, itemId: `lineItems.${at}.taxRateRef.id` },
    { to: products, id: line.itemRef?.id, itemId: `lineItems.${at}.itemRef.id` },
  ]);
  const party = { to: partners, id: record[kind.partyField]?.id, itemId: `${kind.partyField}.id` };
  return refuseMissing(odoo, [party, ...lines]);
}

/** Changes a draft in one call, and so in one database transaction: Odoo shows either the old line items or the new. */
const updater = (kind: DocumentKind): Pusher => {
  const request = (wish: PushWish): OdooCall => {
    const ids = [idFrom(wish.recordId)];
    return recordIn(wish).status === 'Void'
      ? { model, method: 'button_cancel', parameters: { ids } }
      : { model, method: 'write', parameters: { ids, vals: writtenValues(kind, recordIn(wish)) } };
  };
  return {
    request,
    async complete(odoo, wish, found) {
      const wire = found?.row as WireMove;
      const { status, ...contents } = recordIn(wish);
      if (status === 'Void') return isSettled(wire) ? conflict(settled, wish.record) : request(wish);
      if (wire.state !== 'draft') return conflict(`Odoo changes only drafts, and it is ${wire.state}.`, wish.record);
      if (Object.keys(contents).length === 0) return undefined;
      const refused = await refuseWrong(odoo, kind, contents);
      if (refused) return refused;
      const { currency } = contents;
      const currencyId = currency === undefined ? undefined : await findCurrency(odoo, currency);
      if (currency !== undefined && currencyId === undefined)
        return wrong(`There is no active currency ${currency}.`, 'currency');
      const lines = contents.lineItems && { invoice_line_ids: replaceLines(wire, contents.lineItems) };
      const vals = { ...writtenValues(kind, contents), ...(currencyId && { currency_id: currencyId }), ...lines };
      return { model, method: 'write', parameters: { ids: [wire.id], vals } };
    },
  };
};

const writtenValues = (kind: DocumentKind, record: PushedDocument) => ({
  ...{ partner_id: record[kind.partyField] && idFrom(record[kind.partyField]?.id) },
  ...{ invoice_date: dayOf(record.issueDate), invoice_date_due: dayOf(record.dueDate) },
  ...(record.dueDate && { invoice_payment_term_id: false }),
  ...{ ref: numberIn(kind, record), currency_id: record.currency, narration: record.note && htmlOf(record.note) },
  ...(record.lineItems && { invoice_line_ids: record.lineItems.map((line) => [0, 0, lineValues(line)]) }),
});

const lineValues = (line: Line) => ({
  ...{ name: line.description ?? false, quantity: line.quantity, price_unit: line.unitAmount },
  ...{ account_id: idFrom(line.accountRef.id), product_id: line.itemRef ? idFrom(line.itemRef.id) : false },
  tax_ids: [[6, 0, line.taxRateRef ? [idFrom(line.taxRateRef.id)] : []]],
});

/** Odoo's commands for lists: 2 deletes a record, 0 creates one. Sections and notes stay. */
const replaceLines = (wire: WireMove, lines: Line[]) => [
  ...wire.line_ids.filter(({ display_type: type }) => type === 'product').map(({ id }) => [2, id]),
  ...lines.map((line) => [0, 0, lineValues(line)]),
];

const settled = 'Payments or credit notes settle the document. Remove them in Odoo first.';

const isSettled = ({ state, line_ids: lines }: WireMove) =>
  state === 'posted' && lines.some((line) => line.matched_debit_ids.length + line.matched_credit_ids.length > 0);

/** Odoo keeps the numbers of posted documents. So only drafts are deleted, and the others can be cancelled. */
const remover: Pusher = {
  request: ({ recordId }) => ({ model, method: 'unlink', parameters: { ids: [idFrom(recordId)] } }),
  async complete(_, wish, found) {
    const wire = found?.row as WireMove;
    const { state } = wire;
    if (state !== 'draft')
      return conflict(`Only drafts are deleted, and it is ${state}. Push an update with the status Void instead.`);
    return remover.request(wish);
  },
};
