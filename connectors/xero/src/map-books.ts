import { present, translate } from './map-documents.ts';
import type {
  XeroAccount,
  XeroAddress,
  XeroContact,
  XeroItem,
  XeroOrganisation,
  XeroTaxRate,
  XeroTrade,
} from './wire.ts';

/** Maps everything except documents and payments to Daybook's data types. */
const activity = { ACTIVE: 'Active', ARCHIVED: 'Archived' };

/** Xero also returns empty addresses, which are left out. */
const addresses = (wire: XeroAddress[] | undefined) =>
  wire
    ?.map(({ AddressType, AddressLine1, AddressLine2, City, Region, PostalCode, Country }) => ({
      type: translate({ POBOX: 'Billing', STREET: 'Delivery' }, AddressType),
      line1: present(AddressLine1),
      line2: present(AddressLine2),
      city: present(City),
      region: present(Region),
      country: present(Country),
      postalCode: present(PostalCode),
    }))
    .filter(({ type: _, ...rest }) => Object.values(rest).some((part) => part !== undefined));

function phone(wire: XeroContact): string | undefined {
  const found = wire.Phones?.find(({ PhoneType }) => PhoneType === 'DEFAULT');
  const parts = [found?.PhoneCountryCode, found?.PhoneAreaCode, found?.PhoneNumber].filter(Boolean);
  return present(parts.join(' '));
}

const contact = (wire: XeroContact) => ({
  contactName: present([wire.FirstName, wire.LastName].filter(Boolean).join(' ')),
  emailAddress: present(wire.EmailAddress),
  phone: phone(wire),
  addresses: addresses(wire.Addresses),
  registrationNumber: present(wire.CompanyNumber),
  taxNumber: present(wire.TaxNumber),
  defaultCurrency: present(wire.DefaultCurrency),
  status: translate(activity, wire.ContactStatus),
});

export const mapCustomer = (wire: XeroContact) => ({ customerName: wire.Name, ...contact(wire) });
export const mapSupplier = (wire: XeroContact) => ({ supplierName: wire.Name, ...contact(wire) });

/**
 * Xero derives a contact's role from the contact's documents. A contact without documents counts as customer and
 * supplier.
 */
export const isCustomer = (wire: XeroContact) => wire.IsCustomer === true || wire.IsSupplier !== true;
export const isSupplier = (wire: XeroContact) => wire.IsSupplier === true || wire.IsCustomer !== true;

const classes = {
  ASSET: 'Asset',
  EXPENSE: 'Expense',
  REVENUE: 'Income',
  LIABILITY: 'Liability',
  EQUITY: 'Equity',
};

export const accountId = (wire: XeroAccount) => wire.Code || wire.AccountID;

export const mapAccount = (wire: XeroAccount) => ({
  nominalCode: present(wire.Code),
  name: wire.Name,
  description: present(wire.Description),
  fullyQualifiedCategory: wire.Type,
  type: translate(classes, wire.Class),
  currency: present(wire.CurrencyCode),
  isBankAccount: wire.Type === 'BANK',
  status: translate(activity, wire.Status),
});

const trade = (wire: XeroTrade | undefined, description: string | undefined) => {
  const account = wire?.AccountCode || wire?.COGSAccountCode;
  return (
    wire && {
      unitPrice: wire.UnitPrice,
      description: present(description),
      accountRef: account ? { id: account } : undefined,
      taxRateRef: wire.TaxType ? { id: wire.TaxType } : undefined,
    }
  );
};

/** Xero reports only whether an item is tracked as inventory. It has no archived items. */
export const mapItem = (wire: XeroItem) => ({
  code: wire.Code,
  name: present(wire.Name),
  type: wire.IsTrackedAsInventory ? 'Inventory' : 'NonInventory',
  itemStatus: 'Active',
  isInvoiceItem: wire.IsSold,
  isBillItem: wire.IsPurchased,
  invoiceItem: wire.IsSold === false ? undefined : trade(wire.SalesDetails, wire.Description),
  billItem: wire.IsPurchased === false ? undefined : trade(wire.PurchaseDetails, wire.PurchaseDescription),
});

export const mapTaxRate = (wire: XeroTaxRate) => ({
  name: wire.Name,
  code: wire.TaxType,
  effectiveTaxRate: wire.EffectiveRate,
  totalTaxRate: wire.DisplayTaxRate,
  components: wire.TaxComponents?.map(({ Name, Rate, IsCompound }) => ({
    name: Name,
    rate: Rate,
    isCompound: IsCompound,
  })),
  status: translate(activity, wire.Status),
});

export const mapInfo = (wire: XeroOrganisation) => ({
  companyName: wire.Name,
  companyLegalName: present(wire.LegalName),
  registrationNumber: present(wire.RegistrationNumber),
  taxNumber: present(wire.TaxNumber),
  baseCurrency: present(wire.BaseCurrency),
  addresses: addresses(wire.Addresses),
  webLinks: wire.ExternalLinks?.map(({ LinkType, Url }) => ({ type: LinkType, url: Url })),
});
