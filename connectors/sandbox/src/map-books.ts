import { day, namedRef, taxRateRef, translate } from './map-documents.ts';
import type {
  WireAccount,
  WireAddress,
  WireBalanceSheet,
  WireBankAccount,
  WireBankTransaction,
  WireCashFlow,
  WireInfo,
  WireItem,
  WireJournalEntry,
  WireParty,
  WireProfitAndLoss,
  WireSection,
  WireTaxRate,
  WireTrackingCategory,
  WireTrade,
  WireTransfer,
  WireTransferEnd,
} from './wire.ts';

/** Maps everything except documents and payments to Daybook's data types. */
const activity = { active: 'Active', archived: 'Archived' };

const address = ({ kind, street, city, country, postcode }: WireAddress) => ({
  type: translate({ billing: 'Billing', shipping: 'Delivery' }, kind),
  line1: street,
  city,
  country,
  postalCode: postcode,
});

const contact = (wire: WireParty) => ({
  contactName: wire.contact_person,
  emailAddress: wire.email,
  phone: wire.phone,
  addresses: wire.addresses.map(address),
  registrationNumber: wire.registration_no,
  taxNumber: wire.vat_no ?? undefined,
  defaultCurrency: wire.currency,
  status: translate(activity, wire.state),
});

export const mapCustomer = (wire: WireParty) => ({ customerName: wire.name, ...contact(wire) });
export const mapSupplier = (wire: WireParty) => ({ supplierName: wire.name, ...contact(wire) });

const accountTypes = {
  asset: 'Asset',
  cost: 'Expense',
  revenue: 'Income',
  liability: 'Liability',
  equity: 'Equity',
};

export const mapAccount = (wire: WireAccount) => ({
  nominalCode: wire.code,
  name: wire.name,
  description: wire.memo,
  fullyQualifiedCategory: wire.group,
  type: translate(accountTypes, wire.kind),
  currency: wire.currency,
  currentBalance: wire.balance,
  isBankAccount: wire.is_bank,
  status: translate({ ...activity, pending: 'Pending' }, wire.state),
});

export const mapJournalEntry = (wire: WireJournalEntry) => ({
  postedOn: day(wire.posted_on),
  description: wire.memo,
  reference: wire.reference,
  journalLines: wire.lines.map((line) => ({
    description: line.text,
    accountRef: namedRef(line.account),
    netAmount: line.amount,
    currency: line.currency,
    tracking: line.tracking.map(namedRef),
  })),
});

const trade = (wire: WireTrade | null) =>
  wire
    ? {
        unitPrice: wire.price,
        description: wire.text,
        accountRef: namedRef(wire.account),
        taxRateRef: taxRateRef(wire.tax_rate),
      }
    : undefined;

export const mapItem = (wire: WireItem) => ({
  code: wire.sku,
  name: wire.name,
  type: translate({ stock: 'Inventory', non_stock: 'NonInventory', service: 'Service' }, wire.kind),
  itemStatus: translate(activity, wire.state),
  isInvoiceItem: wire.sale !== null,
  isBillItem: wire.purchase !== null,
  invoiceItem: trade(wire.sale),
  billItem: trade(wire.purchase),
});

export const mapTaxRate = (wire: WireTaxRate) => ({
  name: wire.name,
  code: wire.code,
  effectiveTaxRate: wire.percent,
  totalTaxRate: wire.percent,
  components: wire.parts.map((part) => ({ name: part.name, rate: part.percent, isCompound: part.is_compound })),
  status: translate(activity, wire.state),
});

export const mapTrackingCategory = (wire: WireTrackingCategory) => ({
  name: wire.name,
  parentId: wire.parent ?? undefined,
  hasChildren: wire.has_children,
  status: translate(activity, wire.state),
});

export const mapBankAccount = (wire: WireBankAccount) => ({
  accountName: wire.name,
  accountNumber: wire.number,
  iBan: wire.iban,
  institution: wire.bank,
  currency: wire.currency,
  balance: wire.balance,
  availableBalance: wire.available,
});

export const mapBankTransaction = (wire: WireBankTransaction) => ({
  bankAccountRef: namedRef(wire.bank_account),
  date: day(wire.booked_on),
  description: wire.memo,
  reference: wire.reference,
  amount: wire.amount,
  reconciled: wire.is_reconciled,
});

const transferEnd = ({ account, amount, currency }: WireTransferEnd) => ({
  accountRef: namedRef(account),
  amount,
  currency,
});

export const mapTransfer = (wire: WireTransfer) => ({
  date: day(wire.moved_on),
  description: wire.memo,
  from: transferEnd(wire.from),
  to: transferEnd(wire.to),
});

export const mapInfo = (wire: WireInfo) => ({
  companyName: wire.name,
  companyLegalName: wire.legal_name,
  registrationNumber: wire.registration_no,
  taxNumber: wire.vat_no,
  baseCurrency: wire.currency,
  financialYearStartDate: day(wire.year_starts_on),
  addresses: wire.addresses.map(address),
  webLinks: [{ type: 'Website', url: wire.website }],
});

const reportLine = ({ title, amount, rows }: WireSection) => ({
  name: title,
  value: amount,
  items: rows.map((row) => ({ name: row.title, accountId: row.account, value: row.amount })),
});

export const mapBalanceSheet = (wire: WireBalanceSheet) => ({
  date: day(wire.as_of),
  currency: wire.currency,
  assets: reportLine(wire.assets),
  liabilities: reportLine(wire.liabilities),
  equity: reportLine(wire.equity),
  netAssets: wire.net_assets,
});

export const mapProfitAndLoss = (wire: WireProfitAndLoss) => ({
  fromDate: day(wire.from),
  toDate: day(wire.to),
  currency: wire.currency,
  income: reportLine(wire.income),
  costOfSales: reportLine(wire.cost_of_sales),
  expenses: reportLine(wire.overheads),
  grossProfit: wire.gross_profit,
  netProfit: wire.net_profit,
});

export const mapCashFlow = (wire: WireCashFlow) => ({
  fromDate: day(wire.from),
  toDate: day(wire.to),
  currency: wire.currency,
  cashReceipts: reportLine(wire.receipts),
  cashPayments: reportLine(wire.payments),
  openingBalance: wire.opening,
  netCashFlow: wire.net,
  closingBalance: wire.closing,
});
