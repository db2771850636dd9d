import { namedRef, numberOf, present } from './map-documents.ts';
import type { CodeWithRates, QboAccount, QboAddress, QboCompany, QboItem, QboParty } from './wire.ts';

/** Maps everything except documents and payments to Daybook's data types. */
const activity = (isActive: boolean | undefined) => (isActive === false ? 'Archived' : 'Active');

const address = (type: 'Billing' | 'Delivery', wire: QboAddress | undefined) =>
  wire
    ? [
        {
          type,
          line1: present(wire.Line1),
          line2: present(wire.Line2),
          city: present(wire.City),
          region: present(wire.CountrySubDivisionCode),
          country: present(wire.Country),
          postalCode: present(wire.PostalCode),
        },
      ]
    : [];

const contact = (wire: QboParty) => ({
  contactName: present([wire.GivenName, wire.FamilyName].filter(Boolean).join(' ')),
  emailAddress: present(wire.PrimaryEmailAddr?.Address),
  phone: present(wire.PrimaryPhone?.FreeFormNumber),
  addresses: [...address('Billing', wire.BillAddr), ...address('Delivery', wire.ShipAddr)],
  taxNumber: present(wire.PrimaryTaxIdentifier ?? wire.TaxIdentifier),
  defaultCurrency: present(wire.CurrencyRef?.value),
  status: activity(wire.Active),
});

export const mapCustomer = (wire: QboParty) => ({ customerName: wire.DisplayName, ...contact(wire) });
export const mapSupplier = (wire: QboParty) => ({ supplierName: wire.DisplayName, ...contact(wire) });

const classes: Readonly<Record<string, string>> = {
  Asset: 'Asset',
  Expense: 'Expense',
  Revenue: 'Income',
  Liability: 'Liability',
  Equity: 'Equity',
};

export const mapAccount = (wire: QboAccount) => ({
  nominalCode: present(wire.AcctNum),
  name: wire.Name,
  description: present(wire.Description),
  fullyQualifiedCategory: present(wire.AccountType),
  type: classes[wire.Classification ?? ''] ?? 'Unknown',
  currency: present(wire.CurrencyRef?.value),
  currentBalance: wire.CurrentBalance,
  isBankAccount: wire.AccountType === 'Bank',
  status: activity(wire.Active),
});

const types: Readonly<Record<string, string>> = {
  Inventory: 'Inventory',
  NonInventory: 'NonInventory',
  Service: 'Service',
};

/** Whether the record is an item. Categories are folders of items and are not items themselves. */
export const isItem = (wire: QboItem) => wire.Type !== 'Category';

export const mapItem = (wire: QboItem) => ({
  code: present(wire.Sku),
  name: wire.Name,
  type: types[wire.Type] ?? 'Unknown',
  itemStatus: activity(wire.Active),
  isInvoiceItem: wire.IncomeAccountRef !== undefined,
  isBillItem: wire.ExpenseAccountRef !== undefined,
  invoiceItem: wire.IncomeAccountRef && {
    unitPrice: wire.UnitPrice,
    description: present(wire.Description),
    accountRef: namedRef(wire.IncomeAccountRef),
    taxRateRef: namedRef(wire.SalesTaxCodeRef),
  },
  billItem: wire.ExpenseAccountRef && {
    unitPrice: wire.PurchaseCost,
    description: present(wire.PurchaseDesc),
    accountRef: namedRef(wire.ExpenseAccountRef),
    taxRateRef: namedRef(wire.PurchaseTaxCodeRef),
  },
});

/** The total rate is the sum of the component rates, rounded to four decimal places. */
export const mapTaxRate = ({ code, rates }: CodeWithRates) => {
  const total = Math.round(rates.reduce((sum, rate) => sum + numberOf(rate.RateValue), 0) * 10_000) / 10_000;
  return {
    name: code.Name,
    code: present(code.Description),
    effectiveTaxRate: total,
    totalTaxRate: total,
    components: rates.map(({ Name, RateValue = 0 }) => ({ name: Name, rate: RateValue })),
    status: activity(code.Active),
  };
};

export const mapInfo = (wire: QboCompany) => ({
  companyName: wire.CompanyName,
  companyLegalName: present(wire.LegalName),
  addresses: address('Billing', wire.CompanyAddr),
  webLinks: wire.WebAddr?.URI ? [{ type: 'Website', url: wire.WebAddr.URI }] : undefined,
});
