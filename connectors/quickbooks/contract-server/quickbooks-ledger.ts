import { detailOf, type QuickbooksBooks, type Row, valueOfRef } from './quickbooks-books.ts';

/** The general ledger that QuickBooks derives from transactions. Debits are positive. Amounts are in cents. */
export type Posting = { day: string; account: Row; cents: number };

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

/** The balances of all accounts. Debits are positive. */
export function currentBalances(books: QuickbooksBooks): Map<Row, number> {
  const balances = new Map<Row, number>();
  for (const { account, cents: amount } of ledgerOf(books))
    balances.set(account, (balances.get(account) ?? 0) + amount);
  return balances;
}

export function ledgerOf({ rows }: QuickbooksBooks): Posting[] {
  const postings: Posting[] = [];
  const ofType = (type: string) => [...rows.Account.values()].find(({ AccountType }) => AccountType === type);
  const post = (row: Row, account: Row | undefined, amount: number) => {
    if (account && amount !== 0) postings.push({ day: String(row.TxnDate), account, cents: amount });
  };
  const account = (ref: unknown) => rows.Account.get(valueOfRef(ref));
  const tax = [...rows.Account.values()].find(({ Name }) => Name === 'VAT Control');
  const [debtors, creditors] = [ofType('Accounts Receivable'), ofType('Accounts Payable')];

  /** `sign` is 1 if the counter account is debited. */
  function document(row: Row, counter: Row | undefined, sign: 1 | -1): void {
    post(row, counter, sign * cents(row.TotalAmt));
    post(row, tax, -sign * cents((row.TxnTaxDetail as Row | undefined)?.TotalTax));
    for (const line of (row.Line ?? []) as Row[]) {
      const { ItemRef, AccountRef } = detailOf(line);
      const item = rows.Item.get(valueOfRef(ItemRef));
      post(row, account(AccountRef ?? item?.IncomeAccountRef), -sign * cents(line.Amount));
    }
  }

  for (const row of rows.Invoice.values()) document(row, debtors, 1);
  for (const row of rows.CreditMemo.values()) document(row, debtors, -1);
  for (const row of rows.Bill.values()) document(row, creditors, -1);
  for (const row of rows.VendorCredit.values()) document(row, creditors, 1);
  for (const row of rows.Purchase.values()) document(row, account(row.AccountRef), row.Credit ? 1 : -1);
  for (const row of rows.Deposit.values()) document(row, account(row.DepositToAccountRef), 1);
  for (const row of rows.SalesReceipt.values()) document(row, account(row.DepositToAccountRef), 1);
  for (const row of rows.RefundReceipt.values()) document(row, account(row.DepositToAccountRef), -1);
  for (const row of rows.Payment.values()) {
    post(row, account(row.DepositToAccountRef), cents(row.TotalAmt));
    post(row, debtors, -cents(row.TotalAmt));
  }
  for (const row of rows.BillPayment.values()) {
    const { BankAccountRef, CCAccountRef } = { ...(row.CheckPayment as Row), ...(row.CreditCardPayment as Row) } as Row;
    post(row, account(BankAccountRef ?? CCAccountRef), -cents(row.TotalAmt));
    post(row, creditors, cents(row.TotalAmt));
  }
  for (const row of rows.Transfer.values()) {
    post(row, account(row.FromAccountRef), -cents(row.Amount));
    post(row, account(row.ToAccountRef), cents(row.Amount));
  }
  for (const row of rows.JournalEntry.values())
    for (const line of row.Line as Row[]) {
      const { AccountRef, PostingType } = detailOf(line);
      post(row, account(AccountRef), (PostingType === 'Debit' ? 1 : -1) * cents(line.Amount));
    }
  return postings;
}
