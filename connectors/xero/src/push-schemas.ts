import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';

/**
 * What a client may set at Xero, in Daybook's field names. Values that Xero computes (totals, open amounts) are not
 * included. The schemas reject unknown fields, so that no field is accepted and then silently not sent. An update
 * replaces all lines.
 */
const currency = { currency: optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })) };

const address = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(text(500)),
  line2: optional(text(500)),
  city: optional(text(255)),
  region: optional(text(255)),
  country: optional(text(50)),
  postalCode: optional(text(50)),
});

const contact = {
  emailAddress: optional(text(255)),
  phone: optional(text(50)),
  addresses: optional(Type.Array(address, { maxItems: 2 })),
  registrationNumber: optional(text(50)),
  taxNumber: optional(text(50)),
  defaultCurrency: currency.currency,
};
const contactStatus = { status: optional(Type.Enum(['Active', 'Archived'])) };

export const customerSchema = closed({ customerName: text(255), ...contact });
export const customerUpdate = closed({ customerName: text(255), ...contact, ...contactStatus });
export const supplierSchema = closed({ supplierName: text(255), ...contact });
export const supplierUpdate = closed({ supplierName: text(255), ...contact, ...contactStatus });

export const accountSchema = closed({
  nominalCode: text(10, 'Must be unique: other records refer to the account by this code.'),
  name: text(150),
  description: optional(text(4000)),
  fullyQualifiedCategory: Type.Enum(
    [
      'CURRENT',
      'CURRLIAB',
      'DIRECTCOSTS',
      'EQUITY',
      'EXPENSE',
      'FIXED',
      'OTHERINCOME',
      'OVERHEADS',
      'REVENUE',
      'SALES',
    ],
    { description: "Xero's own account type." },
  ),
});

/**
 * Some of Xero's report types for custom tax rates; Xero adds more over time. Which types are allowed depends on the
 * country.
 */
const reportTaxTypes = [
  ...['OUTPUT', 'INPUT', 'EXEMPTOUTPUT', 'EXEMPTINPUT', 'INPUTTAXED', 'BASEXCLUDED', 'EXEMPTEXPENSES', 'EXEMPTCAPITAL'],
  ...['ECOUTPUT', 'ECOUTPUTSERVICES', 'ECINPUT', 'ECACQUISITIONS', 'CAPITALSALESOUTPUT', 'CAPITALEXPENSESINPUT'],
  ...['MOSSSALES', 'REVERSECHARGES', 'GSTONIMPORTS', 'NONE', 'AVALARA', 'USSALESTAX'],
];

export const taxRateSchema = closed({
  name: text(50, 'Unique.'),
  components: Type.Array(
    closed({
      name: text(50),
      rate: Type.Number({ minimum: 0, description: 'In percent, with up to four decimal places.' }),
      isCompound: optional(
        Type.Boolean({ description: 'Also applies to the other taxes. At most one component may be compound.' }),
      ),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  reportTaxType: optional(
    Type.Enum(reportTaxTypes, {
      description: "Xero's own type for tax reports. Required in Australia, New Zealand and the United Kingdom.",
    }),
  ),
});

const trade = closed({
  unitPrice: optional(Type.Number()),
  description: optional(text(4000)),
  accountRef: optional(ref('The id of the account to which the item is booked.')),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
export const itemSchema = closed({
  code: text(30, 'Unique.'),
  name: optional(text(50)),
  invoiceItem: optional(trade),
  billItem: optional(trade),
});

const lineItem = closed({
  description: text(4000, 'Xero requires a description on every line.'),
  unitAmount: Type.Number({ description: 'Price per unit, without tax, with up to four decimal places.' }),
  quantity: Type.Number(),
  accountRef: ref('The id (code) of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});

const document = {
  issueDate: day('The date of issue.'),
  ...currency,
  lineItems: Type.Array(lineItem, { minItems: 1, maxItems: 1000 }),
};
const documentStatus = (approved: 'Submitted' | 'Open') => ({
  status: optional(Type.Enum(['Draft', approved], { description: 'Default: Draft.' })),
});

export const invoiceSchema = closed({
  invoiceNumber: optional(text(255, 'Must be unique. If omitted, Xero assigns a number.')),
  customerRef: ref('The id of a customer.'),
  dueDate: optional(day('The due date. Required unless the invoice is a draft.')),
  ...document,
  note: optional(text(255, "Stored as Xero's reference.")),
  ...documentStatus('Submitted'),
});

export const billSchema = closed({
  reference: optional(text(255)),
  supplierRef: ref('The id of a supplier.'),
  dueDate: optional(day('The due date. Required unless the bill is a draft.')),
  ...document,
  ...documentStatus('Open'),
});

export const creditNoteSchema = closed({
  creditNoteNumber: optional(text(255)),
  customerRef: ref('The id of a customer.'),
  ...document,
  note: optional(text(255, "Stored as Xero's reference.")),
  ...documentStatus('Submitted'),
});

export const paymentSchema = closed({
  accountRef: ref('The id of the account that received the money: a bank account or one with payments enabled.'),
  date: day('The date of the payment.'),
  reference: optional(text(255)),
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: Type.Array(
    closed({
      links: Type.Array(closed({ type: Type.Enum(['Invoice']), id: text(200), amount: Type.Number() }), {
        minItems: 1,
        maxItems: 1,
      }),
    }),
    { minItems: 1, maxItems: 1, description: 'A payment at Xero pays exactly one invoice. Nothing stays on account.' },
  ),
});

export type PushedContact = Static<typeof customerUpdate> & Static<typeof supplierUpdate>;
export type PushedAccount = Static<typeof accountSchema>;
export type PushedTaxRate = Static<typeof taxRateSchema>;
export type PushedItem = Static<typeof itemSchema>;
export type PushedTrade = Static<typeof trade>;
export type PushedLine = Static<typeof lineItem>;
export type PushedInvoice = Static<typeof invoiceSchema>;
export type PushedBill = Static<typeof billSchema>;
export type PushedCreditNote = Static<typeof creditNoteSchema>;
export type PushedPayment = Static<typeof paymentSchema>;
