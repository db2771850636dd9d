import { dayMs, type Row, round, type XeroBooks } from './xero-books.ts';
import { isRefund } from './xero-credits.ts';
import { systemAccounts } from './xero-seed.ts';

/** The general ledger that Xero derives from documents. Debits are positive. Amounts are in cents. */
export type Posting = { atMs: number; account: Row; cents: number };

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);
const isPosted = ({ Status }: Row) => ['AUTHORISED', 'PAID', 'POSTED'].includes(String(Status));

export function ledgerOf({ rows }: XeroBooks): Posting[] {
  const accounts = [...rows.Accounts.values()];
  const byCode = new Map(accounts.filter(({ Code }) => Code).map((account) => [account.Code, account]));
  const byId = new Map(accounts.map((account) => [account.AccountID, account]));
  const postings: Posting[] = [];
  const post = (atMs: number, account: Row | undefined, amount: number) => {
    if (account && amount !== 0) postings.push({ atMs, account, cents: amount });
  };
  const refOf = (given: unknown) => byId.get((given as Row).AccountID);

  /** `sign` is 1 if the counter account is debited. */
  function document(row: Row, counter: Row | undefined, sign: 1 | -1): void {
    const atMs = dayMs(row.Date);
    post(atMs, counter, sign * cents(row.Total));
    post(atMs, byCode.get(systemAccounts.vat), -sign * cents(row.TotalTax));
    for (const line of (row.LineItems ?? []) as Row[]) {
      const net = cents(line.LineAmount) - (row.LineAmountTypes === 'Inclusive' ? cents(line.TaxAmount) : 0);
      post(atMs, byCode.get(line.AccountCode), -sign * net);
    }
  }

  const [debtors, creditors] = [byCode.get(systemAccounts.debtors), byCode.get(systemAccounts.creditors)];
  for (const row of [...rows.Invoices.values(), ...rows.CreditNotes.values()].filter(isPosted)) {
    const isSale = String(row.Type).startsWith('ACCREC');
    const isCredit = String(row.Type).endsWith('CREDIT');
    document(row, isSale ? debtors : creditors, isSale !== isCredit ? 1 : -1);
  }
  for (const row of [...rows.Payments.values()].filter(isPosted)) {
    const isSale = /^A(CCREC|R)/.test(String(row.PaymentType));
    const sign = isSale !== isRefund(row) ? 1 : -1;
    post(dayMs(row.Date), refOf(row.Account), sign * cents(row.Amount));
    const prepayment = rows.Prepayments.get(String((row.Invoice as Row).InvoiceID));
    if (prepayment) release(prepayment, row);
    else post(dayMs(row.Date), isSale ? debtors : creditors, -sign * cents(row.Amount));
  }
  /**
   * A prepayment is booked to the accounts of its lines, with tax. What of it is used for an invoice or paid back leaves
   * them again. An overpayment is booked to the debtors or creditors, so that its use changes no account.
   */
  function release(prepayment: Row, { Date: day, Amount }: Row): void {
    const sign = String(prepayment.Type).startsWith('RECEIVE') ? 1 : -1;
    const tax = Math.round((cents(Amount) * cents(prepayment.TotalTax)) / cents(prepayment.Total));
    const [line] = prepayment.LineItems as Row[];
    post(dayMs(day), byCode.get(systemAccounts.vat), sign * tax);
    post(dayMs(day), byCode.get(line?.AccountCode), sign * (cents(Amount) - tax));
  }
  for (const prepayment of rows.Prepayments.values())
    for (const allocation of prepayment.Allocations as Row[]) {
      const isSale = String(prepayment.Type).startsWith('RECEIVE');
      release(prepayment, allocation);
      post(dayMs(allocation.Date), isSale ? debtors : creditors, (isSale ? -1 : 1) * cents(allocation.Amount));
    }
  const transfers = (row: Row) => String(row.Type).endsWith('-TRANSFER');
  for (const row of [...rows.BankTransactions.values()].filter((one) => isPosted(one) && !transfers(one)))
    document(row, refOf(row.BankAccount), String(row.Type).startsWith('RECEIVE') ? 1 : -1);
  for (const row of [...rows.BankTransfers.values()].filter(isPosted)) {
    post(dayMs(row.Date), refOf(row.FromBankAccount), -cents(row.Amount));
    post(dayMs(row.Date), refOf(row.ToBankAccount), cents(row.Amount));
  }
  for (const row of [...rows.ManualJournals.values()].filter(isPosted))
    for (const line of row.JournalLines as Row[])
      post(dayMs(row.Date), byCode.get(line.AccountCode), cents(line.LineAmount));
  return postings;
}

/** The balance of every account that has postings between two times, in cents. */
export function balances(postings: readonly Posting[], { fromMs = 0, toMs }: { fromMs?: number; toMs: number }) {
  const found = new Map<Row, number>();
  for (const { atMs, account, cents: amount } of postings)
    if (atMs >= fromMs && atMs <= toMs) found.set(account, (found.get(account) ?? 0) + amount);
  return found;
}

export const shown = (amount: number) => round(amount / 100).toFixed(2);
