import { detailOf, type QuickbooksBooks, type Row, transactions, valueOfRef } from './quickbooks-books.ts';

/** The general ledger that QuickBooks derives from transactions. Debits are positive. Amounts are in cents. */
export type Posting = { day: string; account: Row; cents: number };

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

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
  for (const row of rows.Payment.values()) {
    post(row, account(row.DepositToAccountRef), cents(row.TotalAmt));
    post(row, debtors, -cents(row.TotalAmt));
  }
  for (const row of rows.BillPayment.values()) {
    post(row, account((row.CheckPayment as Row | undefined)?.BankAccountRef), -cents(row.TotalAmt));
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

/**
 * Sets the balances of the control accounts, as QuickBooks does with every transaction: without a new SyncToken. Debits
 * are positive, so what is owed to suppliers is negative.
 */
export function settleControlAccounts(books: QuickbooksBooks): void {
  const rows = [...transactions.flatMap((name) => [...books.rows[name].values()]), ...books.gone.map(({ row }) => row)];
  const times = rows.map(({ MetaData }) => String((MetaData as Row).LastUpdatedTime));
  const LastUpdatedTime = times.sort().at(-1);
  const balances = Map.groupBy(ledgerOf(books), ({ account }) => account.Id);
  for (const row of books.rows.Account.values()) {
    if (row.AccountType !== 'Accounts Receivable' && row.AccountType !== 'Accounts Payable') continue;
    const balance = (balances.get(row.Id) ?? []).reduce((sum, one) => sum + one.cents, 0) / 100;
    if (balance === row.CurrentBalance) continue;
    row.CurrentBalance = balance;
    row.MetaData = { ...(row.MetaData as Row), LastUpdatedTime };
  }
}
