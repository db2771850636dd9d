import { randomUUID } from 'node:crypto';
import { type Collection, idNames, type Row, round, type XeroBooks } from './xero-books.ts';

/** What a contact has in credit, and the payments that use it up. */
export const credits = ['CreditNotes', 'Overpayments', 'Prepayments'] as const;
type Credit = (typeof credits)[number];

/** How Xero names each in the type of a payment, in that of the document of a payment, and in a request. */
const paid: Record<'Invoices' | Credit, { payment: string; document: string; given: string }> = {
  Invoices: { payment: 'PAYMENT', document: '', given: 'Invoice' },
  CreditNotes: { payment: 'CREDITPAYMENT', document: 'CREDIT', given: 'CreditNote' },
  Overpayments: { payment: 'OVERPAYMENTPAYMENT', document: 'OVERPAYMENT', given: 'Overpayment' },
  Prepayments: { payment: 'PREPAYMENTPAYMENT', document: 'PREPAYMENT', given: 'Prepayment' },
};
const isOfCustomer = ({ Type }: Row) => /^(ACCREC|RECEIVE|AR)/.test(String(Type));

/** The collection and the record that a payment is for: an invoice or bill, or a credit that is paid back. */
export function targetOf(
  { rows }: Pick<XeroBooks, 'rows'>,
  payment: Row,
): { collection: Collection; row: Row } | undefined {
  for (const collection of ['Invoices', ...credits] as const) {
    const given = payment[paid[collection].given] as Row | undefined;
    const id = given?.[idNames[collection]];
    const row = rows[collection].get(String(id)) ?? withNumber(rows, collection, given);
    if (row) return { collection, row };
  }
  // A stored payment names every target as its invoice.
  const { InvoiceID } = (payment.Invoice ?? {}) as Row;
  for (const collection of credits) {
    const row = rows[collection].get(String(InvoiceID));
    if (row) return { collection, row };
  }
  return undefined;
}

function withNumber(rows: XeroBooks['rows'], collection: Collection, { InvoiceNumber, CreditNoteNumber }: Row = {}) {
  const [name, number] =
    collection === 'Invoices' ? ['InvoiceNumber', InvoiceNumber] : ['CreditNoteNumber', CreditNoteNumber];
  if (number === undefined || number === '' || (collection !== 'Invoices' && collection !== 'CreditNotes'))
    return undefined;
  return [...rows[collection].values()].find((one) => one[name] === number);
}

/** The type of a payment, and what it is for, as Xero shows it. */
export function paidBy(books: Pick<XeroBooks, 'rows'>, payment: Row): Row {
  const target = targetOf(books, payment);
  if (!target) return {};
  const { collection, row } = target;
  const { payment: kind, document } = paid[collection as keyof typeof paid];
  const [sale, side] = isOfCustomer(row) ? ['ACCREC', 'AR'] : ['ACCPAY', 'AP'];
  const isPlain = collection === 'Invoices' || collection === 'CreditNotes';
  return {
    PaymentType: collection === 'Invoices' ? `${sale}${kind}` : `${side}${kind}`,
    Invoice: {
      ...{ InvoiceID: row[idNames[collection]], InvoiceNumber: row.InvoiceNumber ?? row.CreditNoteNumber ?? '' },
      ...{ Type: `${isPlain ? sale : side}${document}`, CurrencyCode: row.CurrencyCode, Contact: row.Contact },
    },
  };
}

export const isRefund = ({ PaymentType }: Row) => !/^ACC(REC|PAY)PAYMENT$/.test(String(PaymentType));

/** What is left of a credit after allocations and refunds. */
export function settleCredit({ rows }: Pick<XeroBooks, 'rows'>, id: string, row: Row): Row {
  const refunds = [...rows.Payments.values()].filter(
    (payment) => payment.Status !== 'DELETED' && (payment.Invoice as Row).InvoiceID === id,
  );
  const Allocations = (row.Allocations ?? []) as Row[];
  const used = [...Allocations, ...refunds].reduce((sum, { Amount }) => sum + Number(Amount), 0);
  const RemainingCredit = round(Number(row.Total) - used);
  const isUsedUp = row.Status === 'AUTHORISED' && used > 0 && RemainingCredit === 0;
  const isReopened = row.Status === 'PAID' && RemainingCredit > 0;
  const Payments = refunds.map(({ PaymentID, Date: date, Amount }) => ({ PaymentID, Date: date, Amount }));
  const Status = isUsedUp ? 'PAID' : isReopened ? 'AUTHORISED' : row.Status;
  return { ...row, Allocations, Payments, RemainingCredit, Status };
}

const ofBank = { OVERPAYMENT: 'Overpayments', PREPAYMENT: 'Prepayments' } as const;
const kindOf = (bank: Row) =>
  /-(OVERPAYMENT|PREPAYMENT)$/.exec(String(bank.Type))?.[1] as keyof typeof ofBank | undefined;

/** The id of the over- or prepayment that a bank transaction of such a type makes. */
export function creditIdOf(bank: Row): Row {
  const kind = kindOf(bank);
  const name = kind && idNames[ofBank[kind]];
  return name ? { [name]: bank[name] ?? randomUUID() } : {};
}

export function keepCreditOf({ rows, keep }: Pick<XeroBooks, 'rows' | 'keep'>, bank: Row): void {
  const kind = kindOf(bank);
  if (!kind) return;
  const collection = ofBank[kind];
  const id = String(bank[idNames[collection]]);
  const before = rows[collection].get(id);
  const { Type, Reference } = bank;
  const same = ['Type', 'Contact', 'Date', 'LineAmountTypes', 'LineItems', 'SubTotal', 'TotalTax', 'Total'];
  const isGone = bank.Status === 'DELETED' || bank.Status === 'VOIDED';
  keep(collection, {
    ...Object.fromEntries([...same, 'CurrencyCode', 'Reference'].map((name) => [name, bank[name]])),
    ...(collection === 'Prepayments' && Type === 'RECEIVE-PREPAYMENT' && { InvoiceNumber: Reference ?? '' }),
    ...{ CurrencyRate: 1, HasAttachments: false, Allocations: before?.Allocations ?? [] },
    ...{ [idNames[collection]]: id, Status: isGone ? 'VOIDED' : (before?.Status ?? 'AUTHORISED') },
  });
}

/** The two bank transactions of a bank transfer. Xero lists them, but they cannot be changed there. */
export function keepTransferSides({ rows, keep }: Pick<XeroBooks, 'rows' | 'keep'>, transfer: Row): void {
  for (const [side, id, account] of [
    ['SPEND', transfer.FromBankTransactionID, transfer.FromBankAccount],
    ['RECEIVE', transfer.ToBankTransactionID, transfer.ToBankAccount],
  ] as const)
    keep('BankTransactions', {
      ...rows.BankTransactions.get(String(id)),
      ...{ BankTransactionID: id, Type: `${side}-TRANSFER`, BankAccount: account, Status: transfer.Status },
      ...{ Date: transfer.Date, LineAmountTypes: 'NoTax', Reference: transfer.Reference },
      LineItems: [{ Description: 'Transfer', UnitAmount: transfer.Amount, TaxType: 'NONE' }],
    });
}
