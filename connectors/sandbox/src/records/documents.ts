import { undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static, type TProperties } from 'typebox';
import {
  amount,
  currency,
  day,
  dayOf,
  idOf,
  longText,
  money,
  namedRef,
  note,
  taxRateRef,
  type WireAmount,
  type WireRef,
  type WireTaxRef,
  word,
} from './values.ts';

/** This file contains the code that invoices, bills, credit notes and orders share. */
type WireLine = {
  text?: string;
  unit_price: WireAmount;
  quantity: WireAmount;
  discount: WireAmount;
  net: WireAmount;
  tax: WireAmount;
  gross: WireAmount;
  account: WireRef;
  tax_rate: WireTaxRef;
  item?: WireRef;
  tracking: WireRef[];
};

export type WireDocument = {
  number: string;
  customer?: WireRef;
  supplier?: WireRef;
  issued_on: string;
  due_on?: string;
  deliver_on?: string;
  paid_on?: string | null;
  currency: string;
  exchange_rate: WireAmount;
  lines: WireLine[];
  net_total: WireAmount;
  discount_total: WireAmount;
  tax_total: WireAmount;
  gross_total: WireAmount;
  payments?: { id: string; reference?: string; paid_on: string; amount: WireAmount }[];
  open_amount: WireAmount;
  unused_amount: WireAmount;
  state: string;
  memo?: string;
};

const mapLine = (line: WireLine) => ({
  description: line.text,
  unitAmount: line.unit_price,
  quantity: line.quantity,
  discountAmount: line.discount,
  subTotal: line.net,
  taxAmount: line.tax,
  totalAmount: line.gross,
  accountRef: namedRef(line.account),
  taxRateRef: taxRateRef(line.tax_rate),
  itemRef: line.item && namedRef(line.item),
  tracking: line.tracking.map(namedRef),
});

export const mapDocument = (wire: WireDocument) => ({
  issueDate: day(wire.issued_on),
  currency: wire.currency,
  currencyRate: wire.exchange_rate,
  lineItems: wire.lines.map(mapLine),
  subTotal: wire.net_total,
  totalDiscount: wire.discount_total,
  totalTaxAmount: wire.tax_total,
  totalAmount: wire.gross_total,
  note: wire.memo,
});

export const paymentAllocations = (wire: WireDocument) =>
  wire.payments?.map(({ id, reference, paid_on, amount }) => ({
    payment: { id, reference, paidOnDate: day(paid_on), totalAmount: amount },
    allocation: { allocatedOnDate: day(paid_on), totalAmount: amount },
  }));

export const settled = { draft: 'Draft', part_paid: 'PartiallyPaid', paid: 'Paid', cancelled: 'Void' };
export const noteStates = {
  draft: 'Draft',
  open: 'Submitted',
  part_used: 'PartiallyPaid',
  used: 'Paid',
  cancelled: 'Void',
};
export const orderStates = { draft: 'Draft', confirmed: 'Open', fulfilled: 'Closed', cancelled: 'Void' };

const lineSchema = closed({
  description: optional(longText()),
  unitAmount: amount('Price per unit, without tax.'),
  quantity: Type.Number({ exclusiveMinimum: 0 }),
  discountAmount: optional(Type.Number({ minimum: 0, description: 'Amount deducted from the line, without tax.' })),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: ref('The id of a tax rate.'),
  itemRef: optional(ref('The id of an item.')),
  tracking: optional(Type.Array(ref('The id of a tracking category.'), { maxItems: 20 })),
});

export const documentSchema = {
  issueDate: daySchema('The date of issue.'),
  ...currency,
  lineItems: Type.Array(lineSchema, { minItems: 1, maxItems: 1000 }),
  ...note,
};

/** What can be pushed of a document that the sandbox can void. `open`: the status of one that is not a draft. */
export function voidable<P extends TProperties>(properties: P, open: 'Submitted' | 'Open') {
  const changed = optional(
    Type.Enum(['Draft', open, 'Void'], {
      description: 'Void voids a document that is no draft and has no payments, and changes nothing else.',
    }),
  );
  return {
    create: closed({ ...properties, status: optional(Type.Enum(['Draft', open])) }),
    update: closed({ ...properties, status: changed }),
    delete: true as const,
  };
}

/** The sandbox voids documents that are in its books, and deletes drafts. */
export const undoDocument = undoBy.draft(({ status }) => status === 'Draft');

export const lineChoices = { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' };

const states = { Draft: 'draft', Submitted: 'open', Open: 'open' };

const lineBody = (record: Static<typeof lineSchema>) => ({
  text: record.description,
  unit_price: record.unitAmount,
  quantity: record.quantity,
  discount: record.discountAmount,
  account: idOf(record.accountRef),
  tax_rate: idOf(record.taxRateRef),
  item: idOf(record.itemRef),
  tracking: record.tracking?.map(idOf),
});

const whole = closed(documentSchema);

export const documentBody = (record: Static<typeof whole> & { status?: keyof typeof states }) => ({
  issued_on: dayOf(record.issueDate),
  currency: record.currency,
  exchange_rate: record.currencyRate,
  lines: record.lineItems.map(lineBody),
  state: word(states, record.status),
  memo: record.note,
});

export const documentFields = {
  ...money,
  issued_on: 'issueDate',
  due_on: 'dueDate',
  state: 'status',
  lines: 'lineItems',
  'lines.*': 'lineItems.*',
  'lines.*.text': 'lineItems.*.description',
  'lines.*.unit_price': 'lineItems.*.unitAmount',
  'lines.*.quantity': 'lineItems.*.quantity',
  'lines.*.discount': 'lineItems.*.discountAmount',
  'lines.*.account': 'lineItems.*.accountRef.id',
  'lines.*.tax_rate': 'lineItems.*.taxRateRef.id',
  'lines.*.item': 'lineItems.*.itemRef.id',
  'lines.*.tracking': 'lineItems.*.tracking',
  'lines.*.tracking.*': 'lineItems.*.tracking.*.id',
};
