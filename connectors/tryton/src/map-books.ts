import { amountOf, subtract } from '@daybook/connector-kit';
import { day, namedRef, optionalText, percentOf, taxRateRef } from './map-documents.ts';
import type {
  WireAccount,
  WireAccountType,
  WireAddress,
  WireCompany,
  WireIdentifier,
  WireMove,
  WireParty,
  WireProduct,
  WireTax,
} from './wire.ts';

/** Maps everything except documents, payments and reports to Daybook's data types. */
const activity = (isActive: boolean) => (isActive ? 'Active' : 'Archived');

const address = (wire: WireAddress) => {
  const [line1, ...rest] = (wire.street ?? '').split('\n').map((line) => line.trim());
  return {
    type: 'Billing',
    line1: optionalText(line1),
    line2: optionalText(rest.join(', ')),
    city: optionalText(wire.city),
    region: optionalText(wire.subdivision?.name),
    country: optionalText(wire.country?.code),
    postalCode: optionalText(wire.postal_code),
  };
};
const addresses = (all: readonly WireAddress[]) => all.filter((one) => one.active).map(address);

/**
 * Prefers an identifier with a VAT type, such as eu_vat or gb_vat. An identifier without a type is Daybook's push
 * reference and is ignored.
 */
const taxNumber = (identifiers: readonly WireIdentifier[]) =>
  identifiers.find(({ type }) => type?.endsWith('_vat'))?.code ?? identifiers.find(({ type }) => type !== null)?.code;

const mechanism = (wire: WireParty, ...types: string[]) =>
  wire.contact_mechanisms.find(({ type, value }) => value && types.includes(type));

const contact = (wire: WireParty) => ({
  contactName: optionalText(mechanism(wire, 'email', 'phone', 'mobile')?.name),
  emailAddress: optionalText(mechanism(wire, 'email')?.value),
  phone: optionalText((mechanism(wire, 'phone') ?? mechanism(wire, 'mobile'))?.value),
  addresses: addresses(wire.addresses),
  taxNumber: optionalText(taxNumber(wire.identifiers)),
  status: activity(wire.active),
});

const partyName = (wire: WireParty) => wire.name || wire.code;
export const mapCustomer = (wire: WireParty) => ({ customerName: partyName(wire), ...contact(wire) });
export const mapSupplier = (wire: WireParty) => ({ supplierName: partyName(wire), ...contact(wire) });

/**
 * Tryton distinguishes assets, income and expense, but not equity from liabilities. Equity is recognised by the name of
 * the type or of a parent type. These names are in English for charts made from Tryton's templates, because every call
 * asks for English.
 */
export function accountType(
  type: WireAccountType,
): 'Asset' | 'Liability' | 'Equity' | 'Income' | 'Expense' | 'Unknown' {
  if (type.statement === 'income') return type.revenue ? 'Income' : 'Expense';
  if (type.statement !== 'balance') return 'Unknown';
  if (type.assets) return 'Asset';
  if (type.payable || type.debt) return 'Liability';
  return categories(type).some((name) => /equity|capital/i.test(name)) ? 'Equity' : 'Liability';
}

/**
 * Returns the names of a type and of up to three parent types, outermost first. The root type is named after the chart
 * of accounts.
 */
function categories(type: WireAccountType): string[] {
  const { parent } = type;
  return [parent?.parent?.parent?.name, parent?.parent?.name, parent?.name, type.name].flatMap((name) => name ?? []);
}

export const mapAccount = (wire: WireAccount) => ({
  nominalCode: optionalText(wire.code),
  name: wire.name,
  description: optionalText(wire.note),
  fullyQualifiedCategory: categories(wire.type).join('.'),
  type: accountType(wire.type),
  currency: wire.currency.code,
  currentBalance: amountOf(subtract(wire.debit, wire.credit)),
  status: wire.closed ? 'Archived' : activity(wire.active),
});

export const mapJournalEntry = (wire: WireMove) => ({
  postedOn: day(wire.date),
  description: optionalText(wire.description),
  reference: optionalText(wire.post_number ?? wire.number),
  journalLines: wire.lines.map((line) => ({
    description: optionalText(line.description),
    accountRef: namedRef(line.account),
    netAmount: amountOf(subtract(line.debit, line.credit)),
    currency: wire.company.currency.code,
  })),
});

const itemTypes: Readonly<Record<string, string>> = { goods: 'Inventory', assets: 'NonInventory', service: 'Service' };

export const mapItem = (wire: WireProduct) => {
  const { template, description } = wire;
  const {
    account_revenue,
    account_expense,
    customer_taxes = [],
    supplier_taxes = [],
  } = template.account_category ?? {};
  const trade = (price: string | null, account: typeof account_revenue, taxes: typeof customer_taxes) => ({
    unitPrice: price === null ? undefined : amountOf(price),
    description: optionalText(description),
    accountRef: account ? namedRef(account) : undefined,
    taxRateRef: taxRateRef(taxes[0]),
  });
  return {
    code: optionalText(wire.code),
    name: wire.name,
    type: itemTypes[template.type] ?? 'Unknown',
    itemStatus: activity(wire.active && template.active),
    invoiceItem: trade(wire.list_price, account_revenue, customer_taxes),
    billItem: trade(wire.cost_price, account_expense, supplier_taxes),
  };
};

const rateOf = ({ type, rate }: { type: string; rate: string | null }) =>
  type === 'percentage' && rate !== null ? percentOf(rate) : undefined;

export const mapTaxRate = (wire: WireTax) => ({
  name: wire.name,
  code: optionalText(wire.description),
  effectiveTaxRate: rateOf(wire),
  totalTaxRate: rateOf(wire),
  components: wire.childs.map((part) => ({ name: part.name, rate: rateOf(part) ?? 0 })),
  status: activity(wire.active),
});

export const mapInfo = (wire: WireCompany) => ({
  companyName: wire.party.name || `Company ${wire.id}`,
  taxNumber: optionalText(taxNumber(wire.party.identifiers)),
  baseCurrency: wire.currency.code,
  addresses: addresses(wire.party.addresses),
  webLinks: wire.party.website ? [{ type: 'Website', url: wire.party.website }] : [],
});
