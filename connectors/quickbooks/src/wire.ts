/**
 * The parts of QuickBooks' responses that Daybook uses. Amounts may be raw JSON (`exact-json.ts`). Dates look like
 * `2026-11-15`.
 */
export type QboRef = { value: string; name?: string };

export type QboMeta = { Id: string; SyncToken?: string; MetaData?: { LastUpdatedTime?: string }; status?: string };

export type QboLine = {
  Id?: string;
  Description?: string;
  Amount?: number;
  DetailType: string;
  SalesItemLineDetail?: {
    ItemRef?: QboRef;
    Qty?: number;
    UnitPrice?: number;
    TaxCodeRef?: QboRef;
    ItemAccountRef?: QboRef;
  };
  AccountBasedExpenseLineDetail?: { AccountRef?: QboRef; TaxCodeRef?: QboRef };
  ItemBasedExpenseLineDetail?: { ItemRef?: QboRef; Qty?: number; UnitPrice?: number; TaxCodeRef?: QboRef };
  LinkedTxn?: { TxnId: string; TxnType: string }[];
};

export type QboDocument = QboMeta & {
  DocNumber?: string;
  TxnDate: string;
  DueDate?: string;
  CustomerRef?: QboRef;
  VendorRef?: QboRef;
  CurrencyRef?: QboRef;
  ExchangeRate?: number;
  Line?: QboLine[];
  TxnTaxDetail?: { TotalTax?: number };
  TotalAmt?: number;
  Balance?: number;
  RemainingCredit?: number;
  PrivateNote?: string;
  CustomerMemo?: { value: string };
  LinkedTxn?: { TxnId: string; TxnType: string }[];
};

export type QboPayment = QboMeta & {
  TxnDate: string;
  CustomerRef?: QboRef;
  DepositToAccountRef?: QboRef;
  CurrencyRef?: QboRef;
  ExchangeRate?: number;
  TotalAmt: number;
  PaymentRefNum?: string;
  PrivateNote?: string;
  Line?: QboLine[];
};

export type QboAddress = {
  Line1?: string;
  Line2?: string;
  City?: string;
  CountrySubDivisionCode?: string;
  PostalCode?: string;
  Country?: string;
};

export type QboParty = QboMeta & {
  DisplayName: string;
  GivenName?: string;
  FamilyName?: string;
  PrimaryEmailAddr?: { Address?: string };
  PrimaryPhone?: { FreeFormNumber?: string };
  BillAddr?: QboAddress;
  ShipAddr?: QboAddress;
  CurrencyRef?: QboRef;
  PrimaryTaxIdentifier?: string;
  TaxIdentifier?: string;
  Active?: boolean;
};

export type QboAccount = QboMeta & {
  Name: string;
  AcctNum?: string;
  Description?: string;
  FullyQualifiedName?: string;
  Classification?: string;
  AccountType?: string;
  CurrencyRef?: QboRef;
  CurrentBalance?: number;
  Active?: boolean;
};

export type QboItem = QboMeta & {
  Name: string;
  Sku?: string;
  Type: string;
  Active?: boolean;
  Description?: string;
  PurchaseDesc?: string;
  UnitPrice?: number;
  PurchaseCost?: number;
  IncomeAccountRef?: QboRef;
  ExpenseAccountRef?: QboRef;
  SalesTaxCodeRef?: QboRef;
  PurchaseTaxCodeRef?: QboRef;
};

export type QboTaxCode = QboMeta & {
  Name: string;
  Description?: string;
  Active?: boolean;
  SalesTaxRateList?: { TaxRateDetail?: { TaxRateRef: QboRef; TaxOrder?: number }[] };
};
export type QboTaxRate = QboMeta & { Name: string; RateValue?: number };

/** A tax code with the rates that it lists. They are read together, because a tax code has no rate of its own. */
export type CodeWithRates = { code: QboTaxCode; rates: QboTaxRate[] } & QboMeta;

export type QboCompany = QboMeta & {
  CompanyName: string;
  LegalName?: string;
  CompanyAddr?: QboAddress;
  Country?: string;
  WebAddr?: { URI?: string };
};
