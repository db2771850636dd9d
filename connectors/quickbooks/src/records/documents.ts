import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { lineAmount } from '../line-amount.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { currencyOf, day, dayToSend, namedRef, numberOf, present, refTo } from './values.ts';

/** This file contains the code that invoices, bills, credit notes and payments share. */
export type QboLine = {
  Id?: string;
  Description?: string;
  Amount?: number;
  DetailType: string;
  SalesItemLineDetail?: {
    ItemRef?: QboRef;
    Qty?: number;
    UnitPrice?: number;
    TaxCodeRef?: QboRef;
    ItemAccountRef?: QboRef;
    ClassRef?: QboRef;
  };
  AccountBasedExpenseLineDetail?: { AccountRef?: QboRef; TaxCodeRef?: QboRef; ClassRef?: QboRef };
  ItemBasedExpenseLineDetail?: {
    ItemRef?: QboRef;
    Qty?: number;
    UnitPrice?: number;
    TaxCodeRef?: QboRef;
    ClassRef?: QboRef;
  };
  LinkedTxn?: { TxnId: string; TxnType: string }[];
};

export type QboDocument = QboMeta & {
  DocNumber?: string;
  TxnDate: string;
  DueDate?: string;
  CustomerRef?: QboRef;
  VendorRef?: QboRef;
  CurrencyRef?: QboRef;
  ExchangeRate?: number;
  Line?: QboLine[];
  TxnTaxDetail?: { TotalTax?: number };
  TotalAmt?: number;
  Balance?: number;
  RemainingCredit?: number;
  PrivateNote?: string;
  CustomerMemo?: { value: string };
  LinkedTxn?: { TxnId: string; TxnType: string }[];
  DepartmentRef?: QboRef;
};

/**
 * A line has a class, and the whole transaction a department. Both are records of `trackingCategories`, whose ids begin
 * with the kind, because the two lists of QuickBooks count separately.
 */
export function tracking(ofLine: QboRef | undefined, ofDocument: QboRef | undefined) {
  const refs = [
    ...(ofLine ? [{ id: `class-${ofLine.value}`, name: present(ofLine.name) }] : []),
    ...(ofDocument ? [{ id: `department-${ofDocument.value}`, name: present(ofDocument.name) }] : []),
  ];
  return refs.length > 0 ? refs : undefined;
}

/** Maps item lines and expense lines. All other lines are totals and headings that QuickBooks adds itself. */
function lineItems({ Line: lines, DepartmentRef }: QboDocument) {
  return lines?.flatMap((line) => {
    const items = line.SalesItemLineDetail ?? line.ItemBasedExpenseLineDetail;
    const account = line.SalesItemLineDetail?.ItemAccountRef ?? line.AccountBasedExpenseLineDetail?.AccountRef;
    const detail = items ?? line.AccountBasedExpenseLineDetail;
    if (!detail) return [];
    return {
      description: present(line.Description),
      unitAmount: items?.UnitPrice ?? line.Amount ?? 0,
      quantity: items?.Qty ?? 1,
      subTotal: line.Amount,
      accountRef: namedRef(account),
      taxRateRef: detail.TaxCodeRef && { id: detail.TaxCodeRef.value },
      itemRef: namedRef(items?.ItemRef),
      tracking: tracking(detail.ClassRef, DepartmentRef),
    };
  });
}

export const mapDocument = (wire: QboDocument) => ({
  issueDate: day(wire.TxnDate),
  currency: wire.CurrencyRef?.value,
  currencyRate: wire.ExchangeRate,
  lineItems: lineItems(wire),
  totalTaxAmount: wire.TxnTaxDetail?.TotalTax,
  totalAmount: wire.TotalAmt ?? 0,
});

/** A sales receipt or a refund receipt: a document whose money was received or paid back at once. */
export const isReceipt = ({ entity }: QboMeta) => entity === 'SalesReceipt' || entity === 'RefundReceipt';

/** A voided transaction has amounts of zero and a note that contains "voided". */
export const isVoided = ({ TotalAmt, PrivateNote = '' }: { TotalAmt?: number; PrivateNote?: string }) =>
  numberOf(TotalAmt) === 0 && /\bvoided\b/i.test(PrivateNote);

/**
 * QuickBooks has no status field, so the status is derived from the open amount. A receipt has none: it was paid at
 * once.
 */
export function statusOf(wire: QboDocument, open: 'Submitted' | 'Open', left: unknown): string {
  const [total, rest] = [numberOf(wire.TotalAmt), numberOf(left)];
  if (isVoided(wire)) return 'Void';
  if (isReceipt(wire)) return 'Paid';
  if (rest === 0 && total !== 0) return 'Paid';
  return rest < total ? 'PartiallyPaid' : open;
}

export const currency = {
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code. Only for a multicurrency company.' }),
  ),
};

/** The status by which an update voids a transaction. */
export const voidStatus = (what: string) => ({
  status: optional(Type.Enum(['Void'], { description: `Voids the ${what} and changes nothing else.` })),
});

export const dates = { issueDate: daySchema('The date of issue.') };

const salesLine = closed({
  description: optional(text(4000)),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Number(),
  itemRef: ref('The id of an item, which also determines the account that the line is booked to.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const salesLines = { lineItems: Type.Array(salesLine, { minItems: 1, maxItems: 750 }) };

/** The fields of the push schema that invoices and credit notes share. */
export const saleSchema = {
  ...currency,
  ...salesLines,
  note: optional(text(1000, 'Shown to the customer on the document.')),
};
type PushedSale = {
  customerRef: { id: string };
  issueDate: string;
  currency?: string;
  lineItems: Static<typeof salesLine>[];
  note?: string;
};

const salesLineBody = (line: Static<typeof salesLine>) => ({
  Description: line.description,
  Amount: lineAmount(line.unitAmount, line.quantity),
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: {
    ItemRef: refTo(line.itemRef),
    Qty: line.quantity,
    UnitPrice: line.unitAmount,
    TaxCodeRef: refTo(line.taxRateRef),
  },
});

export const saleBody = (record: PushedSale) => ({
  CustomerRef: refTo(record.customerRef),
  TxnDate: dayToSend(record.issueDate),
  CurrencyRef: currencyOf(record.currency),
  Line: record.lineItems.map(salesLineBody),
  CustomerMemo: record.note === undefined ? undefined : { value: record.note },
});

export const saleChoices = { 'lineItems.*.itemRef.id': 'items', 'lineItems.*.taxRateRef.id': 'taxRates' };

export const saleFields = {
  ItemRef: 'lineItems.0.itemRef.id',
  TaxCodeRef: 'lineItems.0.taxRateRef.id',
  Qty: 'lineItems.0.quantity',
  UnitPrice: 'lineItems.0.unitAmount',
  Line: 'lineItems',
  CustomerRef: 'customerRef.id',
  TxnDate: 'issueDate',
  CurrencyRef: 'currency',
  CustomerMemo: 'note',
};
