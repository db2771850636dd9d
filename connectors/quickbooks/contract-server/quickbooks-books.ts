import type { ContractClock } from '../../../test/contract-servers/contract-server.ts';

/** The books of one company in QuickBooks' own format, including the values that QuickBooks computes. */
export type Row = Record<string, unknown>;
export const entities = ['Invoice', 'Bill', 'Customer', 'Vendor', 'Account', 'Item', 'Payment', 'CreditMemo'] as const;
export type Entity = (typeof entities)[number] | 'TaxCode' | 'TaxRate' | 'TaxAgency';

export type QuickbooksBooks = {
  rows: Record<Entity, Map<string, Row>>;
  company: Row;
  /** Stores a row as QuickBooks would: with a new SyncToken and the current time of change. */
  keep(entity: Entity, row: Row): Row;
  remove(entity: Entity, id: string): Row;
  /** Deleted rows, for change data capture. */
  gone: { entity: Entity; row: Row; atMs: number }[];
};

const round = (amount: number) => Math.round(amount * 100) / 100;
const percent: Record<string, number> = { '2': 20, '3': 5 };
const classOf: Record<string, string> = { Bank: 'Asset', Income: 'Revenue', Expense: 'Expense' };

export function openBooks(clock: ContractClock, sizes: { invoices: number; bills: number }): QuickbooksBooks {
  const names = [...entities, 'TaxCode', 'TaxRate', 'TaxAgency'] as Entity[];
  const rows = Object.fromEntries(names.map((name) => [name, new Map()])) as QuickbooksBooks['rows'];
  const gone: QuickbooksBooks['gone'] = [];
  const company: Row = {
    ...{
      Id: '1',
      SyncToken: '0',
      CompanyName: 'Sandbox Company_UK_1',
      LegalName: 'Sandbox Company Ltd',
      Country: 'GB',
    },
    CompanyAddr: { Line1: '1 Mill Lane', City: 'Leeds' },
    WebAddr: { URI: 'https://company.example' },
  };
  // Ids up to 20 are for the tax codes, rates and agency in `seed`.
  let lastId = 20;

  function totals(row: Row, party: 'CustomerRef' | 'VendorRef'): Row {
    const given = (row.Line as Row[]).filter((line) => line.DetailType !== 'SubTotalLineDetail');
    const Line = given.map((line, n) => ({ Id: String(n + 1), ...line }) as Row);
    const net = round(Line.reduce((sum, line) => sum + Number(line.Amount), 0));
    const tax = Line.reduce((sum, line) => {
      const detail = (line.SalesItemLineDetail ?? line.AccountBasedExpenseLineDetail ?? {}) as Row;
      const code = (detail.TaxCodeRef as Row | undefined)?.value;
      return sum + (Number(line.Amount) * (percent[String(code)] ?? 0)) / 100;
    }, 0);
    const TotalAmt = round(net + tax);
    const who = rows[party === 'VendorRef' ? 'Vendor' : 'Customer'].get(String((row[party] as Row).value));
    return {
      CurrencyRef: { value: 'GBP', name: 'British Pound Sterling' },
      ...row,
      [party]: { value: who?.Id, name: who?.DisplayName },
      Line: [...Line, { Amount: net, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }],
      TxnTaxDetail: { TotalTax: round(tax) },
      TotalAmt,
    };
  }

  const paidOf = (invoice: string) =>
    [...rows.Payment.values()]
      .flatMap((payment) => (payment.Line ?? []) as Row[])
      .filter((line) => ((line.LinkedTxn ?? []) as Row[]).some(({ TxnId }) => TxnId === invoice))
      .reduce((sum, line) => sum + Number(line.Amount), 0);

  function computed(entity: Entity, row: Row): Row {
    if (entity === 'Invoice') {
      const whole = totals(row, 'CustomerRef');
      return { ...whole, Balance: round(Number(whole.TotalAmt) - paidOf(String(row.Id))) };
    }
    if (entity === 'CreditMemo') {
      const whole = totals(row, 'CustomerRef');
      return { ...whole, RemainingCredit: whole.TotalAmt };
    }
    if (entity === 'Bill') {
      const whole = totals(row, 'VendorRef');
      return { ...whole, Balance: whole.TotalAmt };
    }
    if (entity === 'Account')
      return { Classification: classOf[String(row.AccountType)] ?? 'Asset', CurrentBalance: 0, ...row };
    return row;
  }

  function keep(entity: Entity, given: Row): Row {
    const Id = String(given.Id ?? ++lastId);
    const before = rows[entity].get(Id);
    const isName = ['Customer', 'Vendor', 'Account', 'Item', 'TaxCode', 'TaxRate'].includes(entity);
    const row = computed(entity, { domain: 'QBO', sparse: false, ...(isName && { Active: true }), ...given, Id });
    row.SyncToken = before ? String(Number(before.SyncToken) + 1) : '0';
    const now = new Date(clock.nowMs()).toISOString();
    row.MetaData = { CreateTime: (before?.MetaData as Row | undefined)?.CreateTime ?? now, LastUpdatedTime: now };
    rows[entity].set(Id, row);
    if (entity === 'Payment') settle(row);
    return row;
  }

  function settle(payment: Row): void {
    for (const line of (payment.Line ?? []) as Row[])
      for (const { TxnId } of (line.LinkedTxn ?? []) as Row[]) {
        const invoice = rows.Invoice.get(String(TxnId));
        if (invoice) keep('Invoice', invoice);
      }
  }

  function remove(entity: Entity, id: string): Row {
    const row = rows[entity].get(id) ?? {};
    rows[entity].delete(id);
    const LastUpdatedTime = new Date(clock.nowMs()).toISOString();
    const left = { domain: 'QBO', status: 'Deleted', Id: id, MetaData: { LastUpdatedTime } };
    gone.push({ entity, row: left, atMs: clock.nowMs() });
    if (entity === 'Payment') settle(row);
    return left;
  }

  const books = { rows, company, keep, remove, gone };
  seed(books, sizes);
  return books;
}

function seed({ keep }: QuickbooksBooks, sizes: { invoices: number; bills: number }): void {
  keep('TaxAgency', { Id: '1', DisplayName: 'HM Revenue & Customs (VAT)' });
  keep('TaxRate', { Id: '11', Name: 'VAT 20', RateValue: 20 });
  keep('TaxRate', { Id: '12', Name: 'VAT 5', RateValue: 5 });
  const rateList = (id: string) => ({
    SalesTaxRateList: { TaxRateDetail: [{ TaxRateRef: { value: id }, TaxOrder: 0 }] },
  });
  keep('TaxCode', { Id: '2', Name: '20.0% S', Description: 'Standard', ...rateList('11') });
  keep('TaxCode', { Id: '3', Name: '5.0% R', Description: 'Reduced', ...rateList('12') });
  keep('TaxCode', { Id: '4', Name: 'Exempt', Description: 'Exempt', Active: false });
  const account = (Name: string, AccountType: string) =>
    String(keep('Account', { Name, AccountType, CurrencyRef: { value: 'GBP' } }).Id);
  const [income, expense, bank] = [
    account('Sales', 'Income'),
    account('Advertising', 'Expense'),
    account('Current', 'Bank'),
  ];
  const item = String(
    keep('Item', { Name: 'Hours', Type: 'Service', UnitPrice: 60, IncomeAccountRef: { value: income, name: 'Sales' } })
      .Id,
  );
  keep('Item', {
    Name: 'Pump',
    Sku: 'P-1',
    Type: 'NonInventory',
    UnitPrice: 19.95,
    IncomeAccountRef: { value: income },
  });
  keep('Item', { Name: 'A folder', Type: 'Category' });
  const party = (entity: Entity, DisplayName: string) =>
    String(
      keep(entity, {
        ...{ DisplayName, GivenName: 'Pat', PrimaryEmailAddr: { Address: 'pat@example.com' } },
        ...{ BillAddr: { Line1: '1 High Street', City: 'York' }, CurrencyRef: { value: 'GBP' } },
      }).Id,
    );
  const customers = ['Amy’s Bird Sanctuary', 'Bill’s Windsurf Shop', 'Cool Cars'].map((name) =>
    party('Customer', name),
  );
  const vendors = ['Books by Bessie', 'Brosnahan Insurance'].map((name) => party('Vendor', name));
  party('Customer', 'Long Gone');
  const sale = (n: number) => [
    {
      ...{ Description: `Work ${n}`, Amount: round((1 + (n % 3)) * 60.5), DetailType: 'SalesItemLineDetail' },
      SalesItemLineDetail: { ItemRef: { value: item }, Qty: 1 + (n % 3), UnitPrice: 60.5, TaxCodeRef: { value: '2' } },
    },
  ];
  const invoices = Array.from({ length: sizes.invoices }, (_, n) =>
    keep('Invoice', {
      ...{ DocNumber: String(1000 + n), CustomerRef: { value: customers[n % 3] }, TxnDate: '2026-09-01' },
      ...{ DueDate: '2026-10-01', Line: sale(n) },
    }),
  );
  for (let n = 0; n < sizes.bills; n++) {
    const detail = { AccountRef: { value: expense }, TaxCodeRef: { value: '2' } };
    keep('Bill', {
      ...{ DocNumber: `B-${n}`, VendorRef: { value: vendors[n % 2] }, TxnDate: '2026-09-02' },
      Line: [{ Amount: 10.5 + n, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: detail }],
    });
  }
  for (const [n, invoice] of invoices.slice(0, 10).entries()) {
    const Amount = n % 2 ? invoice.TotalAmt : 5.5;
    keep('Payment', {
      ...{
        CustomerRef: invoice.CustomerRef,
        TxnDate: '2026-09-10',
        TotalAmt: Amount,
        DepositToAccountRef: { value: bank },
      },
      Line: [{ Amount, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    });
  }
  for (let n = 0; n < 5; n++)
    keep('CreditMemo', {
      ...{ DocNumber: `CM-${n}`, CustomerRef: { value: customers[n % 3] }, TxnDate: '2026-09-05', Line: sale(n) },
    });
}
