import type { QboDocument, QboLine, QboPayment, QboRef } from './wire.ts';

/** Maps QuickBooks' documents and payments to Daybook's data types. Undefined members are left out of the record. */
export const day = (date: string) => `${date.slice(0, 10)}T00:00:00Z`;
export const present = (text: string | null | undefined) => text || undefined;
export const numberOf = (amount: unknown) => Number(JSON.stringify(amount ?? 0));

export const namedRef = (ref: QboRef | undefined) => ref && { id: ref.value, name: present(ref.name) };
const customerRef = (ref: QboRef | undefined) => ref && { id: ref.value, companyName: present(ref.name) };
const supplierRef = (ref: QboRef | undefined) => ref && { id: ref.value, supplierName: present(ref.name) };
const optionalDay = (date: string | undefined) => (date ? day(date) : undefined);

/** Maps item lines and expense lines. All other lines are totals and headings that QuickBooks adds itself. */
function lineItems(lines: QboLine[] | undefined) {
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
    };
  });
}

const shared = (wire: QboDocument) => ({
  issueDate: day(wire.TxnDate),
  currency: wire.CurrencyRef?.value,
  currencyRate: wire.ExchangeRate,
  lineItems: lineItems(wire.Line),
  totalTaxAmount: wire.TxnTaxDetail?.TotalTax,
  totalAmount: wire.TotalAmt ?? 0,
});

/**
 * QuickBooks has no status field, so the status is derived from the open amount. A voided document has amounts of zero
 * and a note that contains "voided".
 */
function statusOf(wire: QboDocument, open: 'Submitted' | 'Open', left: unknown): string {
  const [total, rest] = [numberOf(wire.TotalAmt), numberOf(left)];
  if (total === 0 && /\bvoided\b/i.test(wire.PrivateNote ?? '')) return 'Void';
  if (rest === 0 && total !== 0) return 'Paid';
  return rest < total ? 'PartiallyPaid' : open;
}

export const mapInvoice = (wire: QboDocument) => ({
  invoiceNumber: present(wire.DocNumber),
  customerRef: customerRef(wire.CustomerRef),
  dueDate: optionalDay(wire.DueDate),
  ...shared(wire),
  note: present(wire.CustomerMemo?.value),
  amountDue: wire.Balance ?? 0,
  status: statusOf(wire, 'Submitted', wire.Balance),
});

export const mapBill = (wire: QboDocument) => ({
  reference: present(wire.DocNumber),
  supplierRef: supplierRef(wire.VendorRef),
  dueDate: optionalDay(wire.DueDate),
  ...shared(wire),
  note: present(wire.PrivateNote),
  amountDue: wire.Balance ?? 0,
  status: statusOf(wire, 'Open', wire.Balance),
});

export const mapCreditNote = (wire: QboDocument) => {
  const left = wire.RemainingCredit ?? wire.Balance;
  return {
    creditNoteNumber: present(wire.DocNumber),
    customerRef: customerRef(wire.CustomerRef),
    ...shared(wire),
    note: present(wire.CustomerMemo?.value),
    remainingCredit: left ?? 0,
    status: statusOf(wire, 'Submitted', left),
  };
};

const linkTypes: Readonly<Record<string, string>> = { Invoice: 'Invoice', CreditMemo: 'CreditNote', Bill: 'Bill' };

export const mapPayment = (wire: QboPayment) => ({
  customerRef: customerRef(wire.CustomerRef),
  accountRef: namedRef(wire.DepositToAccountRef),
  date: day(wire.TxnDate),
  reference: present(wire.PaymentRefNum),
  currency: wire.CurrencyRef?.value,
  currencyRate: wire.ExchangeRate,
  totalAmount: wire.TotalAmt,
  lines: wire.Line?.map((line) => ({
    amount: line.Amount ?? 0,
    allocatedOnDate: day(wire.TxnDate),
    links: line.LinkedTxn?.map(({ TxnId, TxnType }) => ({
      type: linkTypes[TxnType] ?? 'Other',
      id: TxnId,
      amount: line.Amount ?? 0,
    })),
  })),
  note: present(wire.PrivateNote),
});
