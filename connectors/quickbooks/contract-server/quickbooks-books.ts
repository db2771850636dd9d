import type { ContractClock } from '../../../test/contract-servers/contract-server.ts';
import { seed } from './quickbooks-seed.ts';

/** The books of one company in QuickBooks' own format, including the values that QuickBooks computes. */
export type Row = Record<string, unknown>;
/** Transactions can be deleted, and most of them voided. */
export const transactions = [
  ...(['Invoice', 'Bill', 'Payment', 'CreditMemo', 'BillPayment', 'VendorCredit', 'JournalEntry'] as const),
  ...(['PurchaseOrder', 'Purchase', 'Deposit', 'Transfer', 'SalesReceipt', 'RefundReceipt'] as const),
];
/** Entities of lists can only be made inactive. */
export const lists = ['Customer', 'Vendor', 'Account', 'Item', 'Class', 'Department'] as const;
/** Change data capture does not cover these. */
export const uncaptured = ['TaxCode', 'TaxRate', 'TaxAgency', 'Attachable'] as const;
export const entities = [...transactions, ...lists];
export type Entity = (typeof entities)[number] | (typeof uncaptured)[number];

export type QuickbooksBooks = {
  rows: Record<Entity, Map<string, Row>>;
  company: Row;
  /** Stores a row as QuickBooks would: with a new SyncToken and the current time of change. */
  keep(entity: Entity, row: Row): Row;
  remove(entity: Entity, id: string): Row;
  /** Sets the amounts of a transaction to zero and notes it. */
  cancel(entity: Entity, id: string): Row;
  /** The contents of attachables, by id. */
  files: Map<string, Buffer>;
  /** Deleted rows, for change data capture. */
  gone: { entity: Entity; row: Row; atMs: number }[];
};

export const round = (amount: number) => Math.round(amount * 100) / 100;
const percent: Record<string, number> = { '2': 20, '3': 5 };
const classOf: Record<string, string> = {
  ...{ Bank: 'Asset', Income: 'Revenue', Expense: 'Expense', 'Cost of Goods Sold': 'Expense', Equity: 'Equity' },
  ...{ 'Accounts Payable': 'Liability', 'Other Current Liability': 'Liability', 'Credit Card': 'Liability' },
};
/** The part of a line that says what it is about. */
export const detailOf = (line: Row): Row =>
  (line.SalesItemLineDetail ??
    line.AccountBasedExpenseLineDetail ??
    line.ItemBasedExpenseLineDetail ??
    line.JournalEntryLineDetail ??
    line.DepositLineDetail ??
    {}) as Row;
export const valueOfRef = (ref: unknown) => String((ref as Row | undefined)?.value);

export function openBooks(clock: ContractClock, sizes: { invoices: number; bills: number }): QuickbooksBooks {
  const names = [...entities, ...uncaptured] as Entity[];
  const rows = Object.fromEntries(names.map((name) => [name, new Map()])) as QuickbooksBooks['rows'];
  const gone: QuickbooksBooks['gone'] = [];
  const company: Row = {
    ...{ Id: '1', SyncToken: '0', CompanyName: 'Sandbox Company_UK_1', LegalName: 'Sandbox Company Ltd' },
    ...{ Country: 'GB', FiscalYearStartMonth: 'April' },
    CompanyAddr: { Line1: '1 Mill Lane', City: 'Leeds' },
    WebAddr: { URI: 'https://company.example' },
  };
  // Ids up to 20 are for the tax codes, rates and agency in `seed`.
  let lastId = 20;

  function totals(row: Row, party: 'CustomerRef' | 'VendorRef' | undefined): Row {
    const given = ((row.Line ?? []) as Row[]).filter((line) => line.DetailType !== 'SubTotalLineDetail');
    const Line = given.map((line, n) => ({ Id: String(n + 1), ...line }) as Row);
    const net = round(Line.reduce((sum, line) => sum + Number(line.Amount), 0));
    const tax = Line.reduce((sum, line) => {
      const code = (detailOf(line).TaxCodeRef as Row | undefined)?.value;
      return sum + (Number(line.Amount) * (percent[String(code)] ?? 0)) / 100;
    }, 0);
    const who = party && rows[party === 'VendorRef' ? 'Vendor' : 'Customer'].get(valueOfRef(row[party]));
    return {
      CurrencyRef: { value: 'GBP', name: 'British Pound Sterling' },
      ...row,
      ...(party && { [party]: { value: who?.Id, name: who?.DisplayName } }),
      Line:
        party === 'CustomerRef'
          ? [...Line, { Amount: net, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }]
          : Line,
      TxnTaxDetail: { TotalTax: round(tax) },
      TotalAmt: round(net + tax),
    };
  }

  const paidOf = (by: 'Payment' | 'BillPayment', document: string) =>
    [...rows[by].values()]
      .flatMap((payment) => (payment.Line ?? []) as Row[])
      .filter((line) => ((line.LinkedTxn ?? []) as Row[]).some(({ TxnId }) => TxnId === document))
      .reduce((sum, line) => sum + Number(line.Amount), 0);

  const named = (entity: 'Account' | 'Class' | 'Department', ref: unknown) => {
    const found = rows[entity].get(valueOfRef(ref));
    return found && { value: found.Id, name: found.Name };
  };

  /** Without an account, money is kept in the undeposited funds. */
  const depositedTo = ({ DepositToAccountRef: given }: Row) => {
    const undeposited = [...rows.Account.values()].find(({ Name }) => Name === 'Undeposited Funds');
    return { DepositToAccountRef: named('Account', given) ?? named('Account', { value: undeposited?.Id }) };
  };
  /** A receipt is a sale, or its refund, together with its money. */
  const receipt = (row: Row) => ({ ...totals(row, 'CustomerRef'), ...depositedTo(row), Balance: 0 });

  const computed: Partial<Record<Entity, (row: Row) => Row>> = {
    Invoice(row) {
      const whole = totals(row, 'CustomerRef');
      return { ...whole, Balance: round(Number(whole.TotalAmt) - paidOf('Payment', String(row.Id))) };
    },
    CreditMemo(row) {
      const whole = totals(row, 'CustomerRef');
      return { ...whole, RemainingCredit: whole.TotalAmt };
    },
    Bill(row) {
      const whole = totals(row, 'VendorRef');
      return { ...whole, Balance: round(Number(whole.TotalAmt) - paidOf('BillPayment', String(row.Id))) };
    },
    VendorCredit(row) {
      const whole = totals(row, 'VendorRef');
      return { ...whole, Balance: whole.TotalAmt };
    },
    SalesReceipt: receipt,
    RefundReceipt: receipt,
    Payment: (row) => ({ CurrencyRef: { value: 'GBP' }, ...row, ...depositedTo(row) }),
    PurchaseOrder: (row) => ({ POStatus: 'Open', ...totals(row, 'VendorRef') }),
    Purchase: (row) => ({ ...totals(row, undefined), AccountRef: named('Account', row.AccountRef) }),
    Deposit: (row) => ({ ...totals(row, undefined), DepositToAccountRef: named('Account', row.DepositToAccountRef) }),
    Transfer: (row) => ({
      CurrencyRef: { value: 'GBP' },
      ...row,
      FromAccountRef: named('Account', row.FromAccountRef),
      ToAccountRef: named('Account', row.ToAccountRef),
    }),
    JournalEntry: (row) => ({
      CurrencyRef: { value: 'GBP' },
      ...row,
      Line: ((row.Line ?? []) as Row[]).map((line, n) => ({ Id: String(n), ...line })),
    }),
    BillPayment: (row) => ({
      CurrencyRef: { value: 'GBP' },
      ...row,
      VendorRef: { value: valueOfRef(row.VendorRef), name: rows.Vendor.get(valueOfRef(row.VendorRef))?.DisplayName },
    }),
    Account: ({ CurrentBalance: _, ...row }) => ({
      Classification: classOf[String(row.AccountType)] ?? 'Asset',
      ...row,
    }),
    Class: (row) => ({ SubClass: row.ParentRef !== undefined, FullyQualifiedName: row.Name, ...row }),
    Department: (row) => ({ SubDepartment: row.ParentRef !== undefined, FullyQualifiedName: row.Name, ...row }),
  };

  function keep(entity: Entity, given: Row): Row {
    const Id = String(given.Id ?? ++lastId);
    const before = rows[entity].get(Id);
    const isListed = ([...lists, 'TaxCode', 'TaxRate'] as string[]).includes(entity);
    const whole: Row = { domain: 'QBO', sparse: false, ...(isListed && { Active: true }), ...given, Id };
    const row = computed[entity]?.(whole) ?? whole;
    row.SyncToken = before ? String(Number(before.SyncToken) + 1) : '0';
    const now = new Date(clock.nowMs()).toISOString();
    row.MetaData = { CreateTime: (before?.MetaData as Row | undefined)?.CreateTime ?? now, LastUpdatedTime: now };
    rows[entity].set(Id, row);
    settle(row);
    return row;
  }

  /** Computes the open amounts of the documents that a payment pays. */
  function settle(payment: Row): void {
    for (const line of (payment.Line ?? []) as Row[])
      for (const { TxnId, TxnType } of (line.LinkedTxn ?? []) as Row[]) {
        if (TxnType !== 'Invoice' && TxnType !== 'Bill') continue;
        const document = rows[TxnType].get(String(TxnId));
        if (document) keep(TxnType, document);
      }
  }

  function remove(entity: Entity, id: string): Row {
    const row = rows[entity].get(id) ?? {};
    rows[entity].delete(id);
    const LastUpdatedTime = new Date(clock.nowMs()).toISOString();
    const left = { domain: 'QBO', status: 'Deleted', Id: id, MetaData: { LastUpdatedTime } };
    gone.push({ entity, row: left, atMs: clock.nowMs() });
    settle(row);
    return left;
  }

  function cancel(entity: Entity, id: string): Row {
    const row = rows[entity].get(id) ?? {};
    const linked = row.Line as Row[];
    const Line = linked
      .filter(({ LinkedTxn }) => LinkedTxn === undefined)
      .map((line) => ({ ...line, Amount: 0, ...(line.SalesItemLineDetail !== undefined && zeroed(line)) }));
    const PrivateNote = ['Voided', row.PrivateNote].filter(Boolean).join(' ');
    const kept = keep(entity, { ...row, Line, TotalAmt: 0, PrivateNote });
    settle({ Line: linked });
    return kept;
  }

  const books = { rows, company, keep, remove, cancel, gone, files: new Map<string, Buffer>() };
  seed(books, sizes);
  return books;
}

const zeroed = (line: Row) => ({ SalesItemLineDetail: { ...(line.SalesItemLineDetail as Row), Qty: 0, UnitPrice: 0 } });
