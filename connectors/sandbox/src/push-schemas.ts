import { closed, day, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';

/**
 * What a client may set at the sandbox, in Daybook's field names. Values that the sandbox computes (totals, names, open
 * amounts) are not included. The schemas reject unknown fields, so that no field is accepted and then silently not
 * sent. An update replaces the whole record.
 */
const name = () => Type.String({ minLength: 1, maxLength: 200 });
const longText = () => Type.String({ maxLength: 4000 });
const amount = (description: string) => Type.Number({ description });

const currency = {
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code. Default: the company's own currency." }),
  ),
  currencyRate: optional(
    Type.Number({ exclusiveMinimum: 0, description: "Value of one unit in the company's own currency." }),
  ),
};

const note = { note: optional(longText()) };

const address = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(name()),
  city: optional(name()),
  country: optional(name()),
  postalCode: optional(Type.String({ minLength: 1, maxLength: 20 })),
});

const contact = {
  contactName: optional(name()),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(address, { maxItems: 20 })),
  registrationNumber: optional(name()),
  taxNumber: optional(name()),
  defaultCurrency: optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })),
  status: optional(Type.Enum(['Active', 'Archived'])),
};

export const customerSchema = closed({ customerName: name(), ...contact });
export const supplierSchema = closed({ supplierName: name(), ...contact });

const trade = closed({
  unitPrice: amount('Price per unit, without tax.'),
  description: optional(longText()),
  accountRef: ref('The id of the account to which amounts of this item are posted.'),
  taxRateRef: ref('The id of a tax rate.'),
});

export const itemSchema = closed({
  code: name(),
  name: name(),
  type: Type.Enum(['Inventory', 'NonInventory', 'Service']),
  itemStatus: optional(Type.Enum(['Active', 'Archived'])),
  invoiceItem: optional(trade),
  billItem: optional(trade),
});

const lineItem = closed({
  description: optional(longText()),
  unitAmount: amount('Price per unit, without tax.'),
  quantity: Type.Number({ exclusiveMinimum: 0 }),
  discountAmount: optional(Type.Number({ minimum: 0, description: 'Amount deducted from the line, without tax.' })),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: ref('The id of a tax rate.'),
  itemRef: optional(ref('The id of an item.')),
  tracking: optional(Type.Array(ref('The id of a tracking category.'), { maxItems: 20 })),
});

const document = {
  issueDate: day('The date of issue.'),
  ...currency,
  lineItems: Type.Array(lineItem, { minItems: 1, maxItems: 1000 }),
  ...note,
};

export const invoiceSchema = closed({
  invoiceNumber: optional(name()),
  customerRef: ref('The id of a customer.'),
  dueDate: optional(day('The due date.')),
  ...document,
  status: optional(Type.Enum(['Draft', 'Submitted'])),
});

export const billSchema = closed({
  reference: optional(name()),
  supplierRef: ref('The id of a supplier.'),
  dueDate: optional(day('The due date.')),
  ...document,
  status: optional(Type.Enum(['Draft', 'Open'])),
});

export const creditNoteSchema = closed({
  creditNoteNumber: optional(name()),
  customerRef: ref('The id of a customer.'),
  ...document,
  status: optional(Type.Enum(['Draft', 'Submitted'])),
});

const paymentOf = (type: 'Invoice' | 'Bill') => ({
  accountRef: ref('The id of the account that received or paid the money.'),
  date: day('The date of the payment.'),
  reference: optional(name()),
  ...currency,
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: optional(
    Type.Array(
      closed({
        links: Type.Array(
          closed({
            type: Type.Enum([type]),
            id: Type.String({ minLength: 1, maxLength: 200 }),
            amount: Type.Number({ exclusiveMinimum: 0 }),
          }),
          { maxItems: 1000 },
        ),
      }),
      { maxItems: 1, description: 'The documents that the payment covers. Any remaining amount stays on account.' },
    ),
  ),
  ...note,
});

export const paymentSchema = closed({ customerRef: ref('The id of a customer.'), ...paymentOf('Invoice') });
export const billPaymentSchema = closed({ supplierRef: ref('The id of a supplier.'), ...paymentOf('Bill') });

export const journalEntrySchema = closed({
  postedOn: day('The posting date.'),
  description: optional(longText()),
  reference: optional(name()),
  journalLines: Type.Array(
    closed({
      description: optional(longText()),
      accountRef: ref('The id of an account.'),
      netAmount: amount('Debits are positive, credits negative; the lines of an entry must sum to zero.'),
      currency: currency.currency,
      tracking: optional(Type.Array(ref('The id of a tracking category.'), { maxItems: 20 })),
    }),
    { minItems: 2, maxItems: 1000 },
  ),
});

const transferEnd = closed({
  accountRef: ref('The id of an account that is a bank account.'),
  amount: Type.Number({ exclusiveMinimum: 0 }),
  currency: currency.currency,
});

export const transferSchema = closed({
  date: day('The date of the transfer.'),
  description: optional(longText()),
  from: transferEnd,
  to: transferEnd,
});

export type PushedParty = Omit<Static<typeof customerSchema>, 'customerName'>;
export type PushedItem = Static<typeof itemSchema>;
export type PushedLine = Static<typeof lineItem>;
export type PushedInvoice = Static<typeof invoiceSchema>;
export type PushedBill = Static<typeof billSchema>;
export type PushedCreditNote = Static<typeof creditNoteSchema>;
export type PushedPayment = Static<typeof paymentSchema>;
export type PushedBillPayment = Static<typeof billPaymentSchema>;
export type PushedJournalEntry = Static<typeof journalEntrySchema>;
export type PushedTransfer = Static<typeof transferSchema>;
