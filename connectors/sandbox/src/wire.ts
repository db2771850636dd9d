/**
 * The form in which the sandbox sends records. Optional members may be missing in records that a client has written.
 * Amounts beyond 15 digits are raw JSON, so pass them on unchanged and never compute with them.
 */
export type WireAmount = number;
export type WireRef = { id: string; name: string };
export type WireTaxRef = WireRef & { percent: WireAmount };

export type WireLine = {
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

export type WirePayment = {
  customer?: WireRef;
  supplier?: WireRef;
  account: WireRef;
  paid_on: string;
  reference?: string;
  currency: string;
  exchange_rate: WireAmount;
  amount: WireAmount;
  applied_to: { kind: string; id: string; amount: WireAmount }[];
  memo?: string;
};

export type WireAddress = { kind: string; street?: string; city?: string; country?: string; postcode?: string };

export type WireParty = {
  name: string;
  contact_person?: string;
  email?: string;
  phone?: string;
  addresses: WireAddress[];
  registration_no?: string;
  vat_no?: string | null;
  currency: string;
  state: string;
};

export type WireAccount = {
  code: string;
  name: string;
  memo: string;
  group: string;
  kind: string;
  currency: string;
  balance: WireAmount;
  is_bank: boolean;
  state: string;
};

export type WireJournalEntry = {
  posted_on: string;
  reference?: string;
  memo?: string;
  lines: { text?: string; account: WireRef; amount: WireAmount; currency: string; tracking: WireRef[] }[];
};

export type WireTrade = { price: WireAmount; text?: string; account: WireRef; tax_rate: WireTaxRef };

export type WireItem = {
  sku: string;
  name: string;
  kind: string;
  state: string;
  sale: WireTrade | null;
  purchase: WireTrade | null;
};

export type WireTaxRate = {
  name: string;
  code: string;
  percent: WireAmount;
  parts: { name: string; percent: WireAmount; is_compound: boolean }[];
  state: string;
};

export type WireTrackingCategory = { name: string; parent: string | null; has_children: boolean; state: string };

export type WireBankAccount = {
  name: string;
  number: string;
  iban: string;
  bank: string;
  currency: string;
  balance: WireAmount;
  available: WireAmount;
};

export type WireBankTransaction = {
  bank_account: WireRef;
  booked_on: string;
  memo: string;
  reference: string;
  amount: WireAmount;
  is_reconciled: boolean;
};

export type WireTransferEnd = { account: WireRef; amount: WireAmount; currency: string };
export type WireTransfer = { moved_on: string; memo?: string; from: WireTransferEnd; to: WireTransferEnd };

export type WireInfo = {
  name: string;
  legal_name: string;
  registration_no: string;
  vat_no: string;
  currency: string;
  year_starts_on: string;
  addresses: WireAddress[];
  website: string;
};

export type WireSection = {
  title: string;
  amount: WireAmount;
  rows: { title: string; account: string; amount: WireAmount }[];
};

export type WireBalanceSheet = {
  as_of: string;
  currency: string;
  assets: WireSection;
  liabilities: WireSection;
  equity: WireSection;
  net_assets: WireAmount;
};

export type WireProfitAndLoss = {
  from: string;
  to: string;
  currency: string;
  income: WireSection;
  cost_of_sales: WireSection;
  overheads: WireSection;
  gross_profit: WireAmount;
  net_profit: WireAmount;
};

export type WireCashFlow = {
  from: string;
  to: string;
  currency: string;
  receipts: WireSection;
  payments: WireSection;
  opening: WireAmount;
  net: WireAmount;
  closing: WireAmount;
};
