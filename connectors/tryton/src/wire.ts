/**
 * Tryton's records in the form that `decode` returns, with the fields that their source requests. Decimals are strings.
 */
export type Ref = { id: number; name?: string | null; rec_name?: string | null };
export type TaxRef = Ref & { rate?: string | null };
export type CurrencyRef = { id: number; code: string };
export type Stamps = { id: number; create_date: string | null; write_date: string | null };

export type WireLine = {
  id: number;
  type: string;
  description: string | null;
  quantity: number | null;
  unit_price: string | null;
  amount: string | null;
  account: (Ref & { code?: string | null }) | null;
  product: Ref | null;
  taxes: TaxRef[];
};

export type WirePaymentLine = {
  id: number;
  date: string;
  debit: string;
  credit: string;
  second_currency: CurrencyRef | null;
  amount_second_currency: string | null;
  move_description?: string | null;
};

export type WireInvoice = Stamps & {
  number: string | null;
  reference: string | null;
  description: string | null;
  type: string;
  state: string;
  invoice_date: string | null;
  reconciled: string | null;
  currency: CurrencyRef;
  party: Ref;
  untaxed_amount: string;
  tax_amount: string;
  total_amount: string;
  amount_to_pay: string;
  lines: WireLine[];
  lines_to_pay: { id: number; maturity_date: string | null }[];
  payment_lines: WirePaymentLine[];
};

export type WirePayment = Stamps &
  WirePaymentLine & {
    party: Ref | null;
    account: Ref;
    move: {
      id: number;
      number: string | null;
      description: string | null;
      company: { id: number; currency: CurrencyRef };
      lines: { id: number; account: Ref; debit: string; credit: string }[];
    };
    invoice_payments: { id: number; number: string | null }[];
  };

export type WireAddress = {
  id: number;
  active: boolean;
  street: string | null;
  city: string | null;
  postal_code: string | null;
  country: { id: number; code: string } | null;
  subdivision: Ref | null;
};

export type WireIdentifier = { id: number; type: string | null; code: string };

export type WireParty = Stamps & {
  name: string | null;
  code: string;
  active: boolean;
  addresses: WireAddress[];
  contact_mechanisms: { id: number; type: string; value: string | null; name: string | null }[];
  identifiers: WireIdentifier[];
};

export type WireAccountType = {
  id: number;
  name: string;
  statement: string | null;
  assets: boolean;
  receivable: boolean;
  payable: boolean;
  debt: boolean;
  revenue: boolean;
  expense: boolean;
  parent: (Ref & { parent: (Ref & { parent: Ref | null }) | null }) | null;
};

export type WireAccount = Stamps & {
  code: string | null;
  name: string;
  note: string | null;
  active: boolean;
  closed: boolean;
  debit: string;
  credit: string;
  currency: CurrencyRef;
  type: WireAccountType;
  debit_type: WireAccountType | null;
};

export type WireMove = Stamps & {
  number: string | null;
  post_number: string | null;
  date: string;
  description: string | null;
  company: { id: number; currency: CurrencyRef };
  lines: { id: number; account: Ref; debit: string; credit: string; description: string | null }[];
};

type Category = {
  account_revenue: Ref | null;
  account_expense: Ref | null;
  customer_taxes: TaxRef[];
  supplier_taxes: TaxRef[];
};

export type WireProduct = Stamps & {
  code: string | null;
  name: string;
  description: string | null;
  active: boolean;
  list_price: string | null;
  cost_price: string | null;
  template: Ref & { type: string; active: boolean; account_category: (Category & { id: number }) | null };
};

export type WireTax = Stamps & {
  name: string;
  description: string | null;
  type: string;
  rate: string | null;
  active: boolean;
  childs: { id: number; name: string; type: string; rate: string | null }[];
};

export type WireCompany = Stamps & {
  currency: CurrencyRef;
  party: {
    id: number;
    name: string | null;
    website: string | null;
    addresses: WireAddress[];
    identifiers: WireIdentifier[];
  };
};

export type WirePeriod = { id: number; name: string; type: string; start_date: string; end_date: string };

/** What a report is computed from: one period, and the accounts with their balances. */
export type WireReport = { period: WirePeriod; accounts: WireAccount[] };
