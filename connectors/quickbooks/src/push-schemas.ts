import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';

/**
 * What a client may set at QuickBooks, in Daybook's field names. Values that QuickBooks computes (totals, open amounts)
 * are not included. The schemas reject unknown fields, so that no field is accepted and then silently not sent. An
 * update changes the fields that the client sends and replaces the lines. Fields that a client cannot set, such as
 * terms and custom fields, stay unchanged.
 */
const currency = {
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code. Only for a multicurrency company.' }),
  ),
};

const address = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(text(500)),
  line2: optional(text(500)),
  city: optional(text(255)),
  region: optional(text(255)),
  country: optional(text(255)),
  postalCode: optional(text(30)),
});
const contact = {
  emailAddress: optional(text(100)),
  phone: optional(text(30)),
  addresses: optional(Type.Array(address, { maxItems: 2, description: 'At most one of each type.' })),
  status: optional(Type.Enum(['Active', 'Archived'])),
};
const nameText = 'Must be unique among customers, suppliers and employees. Must not contain colons or tabs.';
export const customerSchema = closed({ customerName: text(500, nameText), ...contact });
export const supplierSchema = closed({ supplierName: text(500, nameText), ...contact });

export const accountSchema = closed({
  nominalCode: optional(text(20)),
  name: text(100, 'Unique.'),
  description: optional(text(100)),
  fullyQualifiedCategory: Type.Enum(
    [
      'Bank',
      'Other Current Asset',
      'Fixed Asset',
      'Other Asset',
      'Other Current Liability',
      'Long Term Liability',
    ].concat(['Equity', 'Income', 'Other Income', 'Cost of Goods Sold', 'Expense', 'Other Expense']),
    { description: "QuickBooks' own account type." },
  ),
  status: optional(Type.Enum(['Active', 'Archived'])),
});

export const infoSchema = closed({
  companyName: text(1024),
  companyLegalName: optional(text(1024)),
  addresses: optional(
    Type.Array(closed({ ...address.properties, type: Type.Enum(['Billing']) }), {
      maxItems: 1,
      description: "The company's own address.",
    }),
  ),
});

export const taxRateSchema = closed({
  name: text(100, 'Unique.'),
  components: Type.Array(
    closed({
      name: text(100, 'Unique.'),
      rate: Type.Number({ minimum: 0, maximum: 100, description: 'In percent.' }),
      agencyRef: optional(
        ref('The id of a tax agency at QuickBooks. Can be omitted if QuickBooks has only one agency.'),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});

const trade = closed({
  unitPrice: optional(Type.Number()),
  description: optional(text(4000)),
  accountRef: ref('The id of the account to which the item is booked.'),
});
export const itemSchema = closed({
  code: optional(text(100)),
  name: text(100, 'Unique.'),
  type: Type.Enum(['NonInventory', 'Service']),
  itemStatus: optional(Type.Enum(['Active', 'Archived'])),
  invoiceItem: trade,
  billItem: optional(trade),
});

const salesLine = closed({
  description: optional(text(4000)),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Number(),
  itemRef: ref('The id of an item, which also determines the account that the line is booked to.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const expenseLine = closed({
  description: optional(text(4000)),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Number({ description: 'QuickBooks stores the product of price and quantity, with a quantity of 1.' }),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const dates = { issueDate: day('The date of issue.') };
const salesLines = { lineItems: Type.Array(salesLine, { minItems: 1, maxItems: 750 }) };

export const invoiceSchema = closed({
  invoiceNumber: optional(text(21)),
  customerRef: ref('The id of a customer.'),
  ...dates,
  dueDate: optional(day('The due date.')),
  ...currency,
  ...salesLines,
  note: optional(text(1000, 'Shown to the customer on the document.')),
});
export const creditNoteSchema = closed({
  creditNoteNumber: optional(text(21)),
  customerRef: ref('The id of a customer.'),
  ...dates,
  ...currency,
  ...salesLines,
  note: optional(text(1000, 'Shown to the customer on the document.')),
});
export const billSchema = closed({
  reference: optional(text(21)),
  supplierRef: ref('The id of a supplier.'),
  ...dates,
  dueDate: optional(day('The due date.')),
  ...currency,
  lineItems: Type.Array(expenseLine, { minItems: 1, maxItems: 750 }),
  note: optional(text(4000)),
});

export const paymentSchema = closed({
  customerRef: ref('The id of a customer.'),
  accountRef: optional(ref('The id of the account that received the money. Default: undeposited funds.')),
  date: day('The date of the payment.'),
  reference: optional(text(21)),
  ...currency,
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: optional(
    Type.Array(
      closed({
        links: Type.Array(
          closed({ type: Type.Enum(['Invoice']), id: text(200), amount: Type.Number({ exclusiveMinimum: 0 }) }),
          { maxItems: 500 },
        ),
      }),
      { maxItems: 1, description: 'The invoices that the payment covers. Any remaining amount stays on account.' },
    ),
  ),
  note: optional(text(4000)),
});

export type PushedParty = Omit<Static<typeof customerSchema>, 'customerName'>;
export type PushedCustomer = Static<typeof customerSchema>;
export type PushedSupplier = Static<typeof supplierSchema>;
export type PushedAccount = Static<typeof accountSchema>;
export type PushedInfo = Static<typeof infoSchema>;
export type PushedTaxRate = Static<typeof taxRateSchema>;
export type PushedItem = Static<typeof itemSchema>;
export type PushedSalesLine = Static<typeof salesLine>;
export type PushedInvoice = Static<typeof invoiceSchema>;
export type PushedCreditNote = Static<typeof creditNoteSchema>;
export type PushedBill = Static<typeof billSchema>;
export type PushedPayment = Static<typeof paymentSchema>;
