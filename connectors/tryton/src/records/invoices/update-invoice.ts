import { type PushAnswer, type PushInput, signOf, subtract } from '@daybook/connector-kit';
import { Refused } from '../../answers.ts';
import { conflict, type Found, idFrom, readForChange, readNamed } from '../../change-records.ts';
import { type Call, done, type Pusher } from '../../push-records.ts';
import { refusal } from '../../push-refusals.ts';
import type { Tryton } from '../../session.ts';
import { date, decode } from '../../values.ts';
import type { WireInvoice } from '../documents.ts';
import { idOf } from '../parts.ts';
import { invoice, source } from './invoice-source.ts';
import { creditNoteInstead, isInState, isOpen, nameOf } from './invoice-states.ts';
import {
  type ChangedInvoice,
  completeLines,
  currencyId,
  type LineValues,
  lineValues,
  partyFields,
  readAll,
  refuseNegative,
} from './invoice-values.ts';
import { postInvoice } from './post-invoice.ts';

/** A field that the client left out is undefined and keeps its value in Tryton. */
const valuesOf = (record: ChangedInvoice) => ({
  description: record.note,
  party: record.customerRef && idOf(record.customerRef),
  invoice_date: record.issueDate === undefined ? undefined : date(record.issueDate),
  currency: record.currency,
  lines: record.lineItems?.map((line) => lineValues(line)),
});
type Values = ReturnType<typeof valuesOf>;

const write = `${invoice}.write`;
const cancel = `${invoice}.cancel`;

/**
 * Changes a draft in one call, and so in one database transaction: Tryton shows either the old line items or the new
 * ones. The status Submitted posts the draft afterwards, in a second transaction. The status Void cancels the invoice
 * and changes nothing else.
 */
export const invoiceUpdater: Pusher<[unknown, Values]> = {
  request({ record, recordId }) {
    const changed = record as ChangedInvoice;
    const ids = [idFrom(recordId)];
    if (changed.status === 'Void') return { method: cancel, params: [ids] };
    return { method: write, params: [ids, valuesOf(changed)] };
  },
  async complete(tryton, [, values], { wish }) {
    const found = await readForChange<WireInvoice>(tryton, source, wish);
    if ('kind' in found) return found;
    const { status } = wish.record as ChangedInvoice;
    if (status === 'Void') return completeCancel(tryton, found, wish.record);
    const isSame = hasValues(found.wire, values);
    if (isSame && isInState(found.wire, status)) return done(found.record);
    if (!isOpen(found.wire)) return conflict(unchangeable(found.wire), wish.record);
    // `find` posts the invoice.
    return isSame ? [] : completeWrite(tryton, found.wire, values);
  },
  async find(tryton, input, { isWritten }) {
    const { wish } = input;
    const found = await readNamed<WireInvoice>(tryton, source, wish);
    if (!found) return { kind: 'absent' };
    const { status, ...contents } = wish.record as ChangedInvoice;
    if (status !== 'Void' && !isWritten && !hasValues(found.wire, sentValues(input))) return { kind: 'absent' };
    if (isInState(found.wire, status)) return done(found.record);
    const isHalfDone = isWritten || Object.keys(contents).length > 0;
    if (status !== 'Submitted' || !isOpen(found.wire) || !isHalfDone) return { kind: 'absent' };
    return finish(tryton, input, found);
  },
};

const sentValues = ({ prepared }: PushInput) => (JSON.parse(prepared.body ?? '') as Call).params[1] as Values;

const unchangeable = (wire: WireInvoice) =>
  wire.state === 'cancelled'
    ? `${nameOf(wire)} is cancelled and cannot be changed. Push a new invoice instead.`
    : `${nameOf(wire)} is ${wire.state}, and Tryton changes only drafts. ${creditNoteInstead}`;

async function completeCancel(
  tryton: Tryton,
  { wire, record }: Found<WireInvoice>,
  sent: object | undefined,
): Promise<Call[] | PushAnswer> {
  if (isInState(wire, 'Void')) return done(record);
  const [row] = await readAll<{ allow_cancel: boolean }>(
    tryton,
    source.model,
    [['id', '=', wire.id]],
    ['allow_cancel'],
  );
  if (row?.allow_cancel) return [{ method: cancel, params: [[wire.id]] }];
  const reason =
    wire.state === 'posted'
      ? `${nameOf(wire)} is posted, and its company in Tryton does not allow posted customer invoices to be cancelled.`
      : `${nameOf(wire)} is ${wire.state}, and Tryton does not cancel it.`;
  return conflict(`${reason} ${creditNoteInstead}`, sent);
}

async function completeWrite(tryton: Tryton, wire: WireInvoice, values: Values): Promise<Call[] | PushAnswer> {
  const negative = values.lines && refuseNegative(values.lines);
  if (negative) return negative;
  const isMoved = values.party !== undefined && values.party !== wire.party.id;
  const ofParty = isMoved ? await partyFields(tryton, values.party as number) : undefined;
  if (ofParty && 'kind' in ofParty) return ofParty;
  const currency = values.currency ? await currencyId(tryton, values.currency) : wire.currency.id;
  if (typeof currency === 'object') return currency;
  const shared = { party: values.party ?? wire.party.id, currency };
  const lines = [
    // Titles and comments stay, because they are not line items.
    ...(values.lines ? [['delete', wire.lines.filter(({ type }) => type === 'line').map(({ id }) => id)]] : []),
    // Tryton requires that the lines have the customer and the currency of their invoice.
    ['write', wire.lines.filter(({ type }) => !values.lines || type !== 'line').map(({ id }) => id), shared],
    ...(values.lines
      ? [['create', await completeLines(tryton, values.lines, { company: await tryton.company(), ...shared })]]
      : []),
  ].filter(([, of]) => (of as unknown[]).length > 0);
  const { description, invoice_date } = values;
  const completed = { description, invoice_date, ...shared, ...ofParty, ...(lines.length > 0 && { lines }) };
  return [
    // Tryton computes the taxes of a changed invoice only if it is a draft.
    ...(wire.state === 'validated' ? [{ method: `${invoice}.draft`, params: [[wire.id]] }] : []),
    { method: write, params: [[wire.id], completed] },
  ];
}

/**
 * Posts the invoice after its contents were written. If Tryton refuses to post it, the push still succeeds with a
 * warning, because the contents are in Tryton. If the client only wanted to post the invoice, the push is rejected.
 */
async function finish(
  tryton: Tryton,
  { wish }: PushInput,
  { wire }: Found<WireInvoice>,
): Promise<PushAnswer | { kind: 'absent' }> {
  const { status: _, ...contents } = wish.record as ChangedInvoice;
  let refused: string | undefined;
  try {
    await postInvoice(tryton, wire.id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error.message;
    if (Object.keys(contents).length === 0) return refusal(refused, { record: wish.record ?? {} });
  }
  const found = await readNamed<WireInvoice>(tryton, source, wish);
  if (!found) return { kind: 'absent' };
  if (refused === undefined) return done(found.record);
  const message = `Tryton changed the invoice but did not post it: ${refused}`;
  return { ...done(found.record), warnings: [{ itemId: 'status', message, validatorName: 'platformValidator' }] };
}

/** Whether the invoice has the values that the client sent. */
function hasValues(wire: WireInvoice, { description, party, invoice_date, currency, lines }: Values): boolean {
  const day = invoice_date && decode(invoice_date);
  return (
    (description === undefined || plain(wire.description) === plain(description)) &&
    (party === undefined || wire.party.id === party) &&
    (day === undefined || wire.invoice_date === day) &&
    (currency === undefined || wire.currency.code === currency) &&
    (!lines || hasLines(wire, lines))
  );
}

const plain = (text: string | null | undefined) => (text ?? '').trim();

function hasLines(wire: WireInvoice, lines: readonly LineValues[]): boolean {
  const held = wire.lines.filter(({ type }) => type === 'line');
  return (
    held.length === lines.length &&
    lines.every((line, at) => {
      const { description, quantity, unit_price, account, product, taxes } = held[at] as (typeof held)[number];
      return (
        plain(description) === plain(line.description) &&
        quantity === Number(line.quantity) &&
        signOf(subtract(unit_price ?? '0', line.unit_price.decimal)) === 0 &&
        account?.id === line.account &&
        product?.id === line.product &&
        String(taxes.map(({ id }) => id)) === String(line.taxes)
      );
    })
  );
}
