/**
 * The parts of Xero's responses that Daybook uses. Amounts may be raw JSON (`exact-json.ts`). Dates look like
 * `/Date(…)/`.
 */
export type XeroRef = { ContactID: string; Name?: string };

export type XeroLine = {
  LineItemID?: string;
  Description?: string;
  Quantity?: number;
  UnitAmount?: number;
  LineAmount?: number;
  TaxAmount?: number;
  DiscountAmount?: number;
  AccountCode?: string;
  TaxType?: string;
  Item?: { ItemID: string; Name?: string };
  Tracking?: { TrackingCategoryID?: string; TrackingOptionID?: string; Option?: string }[];
};

export type XeroDocument = {
  Type: string;
  Contact?: XeroRef;
  Date?: string;
  DueDate?: string;
  FullyPaidOnDate?: string;
  Status: string;
  LineAmountTypes?: string;
  LineItems?: XeroLine[];
  SubTotal?: number;
  TotalTax?: number;
  TotalDiscount?: number;
  Total: number;
  AmountDue?: number;
  AmountPaid?: number;
  AmountCredited?: number;
  RemainingCredit?: number;
  CurrencyCode?: string;
  CurrencyRate?: number;
  Reference?: string;
  InvoiceNumber?: string;
  CreditNoteNumber?: string;
  Payments?: { PaymentID: string; Date?: string; Amount: number; Reference?: string }[];
};

export type XeroAddress = {
  AddressType: string;
  AddressLine1?: string;
  AddressLine2?: string;
  City?: string;
  Region?: string;
  PostalCode?: string;
  Country?: string;
};

export type XeroContact = {
  ContactID: string;
  ContactStatus: string;
  Name: string;
  FirstName?: string;
  LastName?: string;
  EmailAddress?: string;
  CompanyNumber?: string;
  TaxNumber?: string;
  DefaultCurrency?: string;
  Phones?: { PhoneType: string; PhoneNumber?: string; PhoneAreaCode?: string; PhoneCountryCode?: string }[];
  Addresses?: XeroAddress[];
  IsCustomer?: boolean;
  IsSupplier?: boolean;
};

export type XeroAccount = {
  AccountID: string;
  Code?: string;
  Name: string;
  Type: string;
  Class?: string;
  Status: string;
  Description?: string;
  CurrencyCode?: string;
};

export type XeroTrade = { UnitPrice?: number; AccountCode?: string; COGSAccountCode?: string; TaxType?: string };

export type XeroItem = {
  ItemID: string;
  Code: string;
  Name?: string;
  Description?: string;
  PurchaseDescription?: string;
  IsSold?: boolean;
  IsPurchased?: boolean;
  IsTrackedAsInventory?: boolean;
  SalesDetails?: XeroTrade;
  PurchaseDetails?: XeroTrade;
};

export type XeroPayment = {
  PaymentID: string;
  Date?: string;
  Amount: number;
  Reference?: string;
  Status: string;
  PaymentType: string;
  Account?: { AccountID?: string; Code?: string };
  Invoice?: { InvoiceID: string; CurrencyCode?: string; Contact?: XeroRef };
};

export type XeroTaxRate = {
  Name: string;
  TaxType: string;
  Status: string;
  EffectiveRate?: number;
  DisplayTaxRate?: number;
  TaxComponents?: { Name: string; Rate: number; IsCompound?: boolean }[];
};

export type XeroOrganisation = {
  OrganisationID: string;
  Name: string;
  LegalName?: string;
  RegistrationNumber?: string;
  TaxNumber?: string;
  BaseCurrency?: string;
  Addresses?: XeroAddress[];
  ExternalLinks?: { LinkType: string; Url: string }[];
};
