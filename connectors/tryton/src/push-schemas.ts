import { closed, day, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';

/**
 * What a client may set at Tryton, in Daybook's field names. The schemas reject unknown fields, so that no field is
 * accepted and then silently not sent. For example, Tryton itself assigns invoice numbers and due dates.
 */
const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 200, ...(description && { description }) });
const ref = (description: string) => closed({ id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description }) });
const positive = (description: string) => Type.Number({ exclusiveMinimum: 0, description });

const address = closed({
  type: Type.Enum(['Billing']),
  line1: optional(name()),
  line2: optional(name()),
  city: optional(name()),
  postalCode: optional(Type.String({ minLength: 1, maxLength: 20 })),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of a country in Tryton.' })),
});

export const customerSchema = closed({
  customerName: name(),
  contactName: optional(name('The person who has this e-mail address and phone number.')),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(address, { maxItems: 20 })),
});

const lineItem = closed({
  description: optional(Type.String({ maxLength: 4000 })),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: positive('Number of units.'),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate. If omitted, the line has no tax.')),
  itemRef: optional(ref('The id of an item.')),
});

export const invoiceSchema = closed({
  customerRef: ref('The id of a customer.'),
  issueDate: day('The date of issue. Tryton numbers invoices in order of date.'),
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code. Default: the company's own currency." }),
  ),
  lineItems: Type.Array(lineItem, { minItems: 1, maxItems: 1000 }),
  note: optional(Type.String({ maxLength: 4000 })),
  status: optional(
    Type.Enum(['Draft', 'Submitted'], {
      description: 'Default: Submitted. A submitted invoice is posted, which gives it a number and cannot be undone.',
    }),
  ),
});

export const paymentSchema = closed({
  accountRef: ref('The id of the account that received the money. A payment method in Tryton must use it.'),
  date: day('The date of the payment.'),
  reference: optional(name()),
  totalAmount: positive('Amount in the currency of the invoice.'),
  lines: Type.Array(
    closed({
      links: Type.Array(
        closed({
          type: Type.Enum(['Invoice']),
          id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'The id of a posted invoice.' }),
          amount: positive('Must be equal to totalAmount.'),
        }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
    { minItems: 1, maxItems: 1, description: 'The paid invoice. A payment in Tryton pays exactly one invoice.' },
  ),
});

export type PushedCustomer = Static<typeof customerSchema>;
export type PushedInvoice = Static<typeof invoiceSchema>;
export type PushedPayment = Static<typeof paymentSchema>;
