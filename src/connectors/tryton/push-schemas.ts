import Type, { type Static } from 'typebox';
import { closed, day, optional } from '../push-parts.ts';

/**
 * What a client may set at Tryton, in the catalogue's names. Closed, so that nothing is taken and then silently not
 * sent: numbers and due dates, for instance, are Tryton's own to give.
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
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of a country that Tryton has.' })),
});

export const customerSchema = closed({
  customerName: name(),
  contactName: optional(name('Whom the e-mail address and the telephone belong to.')),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(address, { maxItems: 20 })),
});

const lineItem = closed({
  description: optional(Type.String({ maxLength: 4000 })),
  unitAmount: Type.Number({ description: 'For one piece, without tax.' }),
  quantity: positive('How many.'),
  accountRef: ref('Where it is booked: the id of an account.'),
  taxRateRef: optional(ref('The id of a tax rate; none where it is left out.')),
  itemRef: optional(ref('The id of an item.')),
});

export const invoiceSchema = closed({
  customerRef: ref('The id of a customer.'),
  issueDate: day('When it is issued. Tryton numbers invoices in the order of their days.'),
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code; the company's own where it is left out." }),
  ),
  lineItems: Type.Array(lineItem, { minItems: 1, maxItems: 1000 }),
  note: optional(Type.String({ maxLength: 4000 })),
  status: optional(
    Type.Enum(['Draft', 'Submitted'], {
      description: 'Submitted, the default: it is posted, which gives it its number and cannot be taken back.',
    }),
  ),
});

export const paymentSchema = closed({
  accountRef: ref('Where the money is: the account of one of the payment methods of Tryton.'),
  date: day('When it was paid.'),
  reference: optional(name()),
  totalAmount: positive('In the currency of the invoice.'),
  lines: Type.Array(
    closed({
      links: Type.Array(
        closed({
          type: Type.Enum(['Invoice']),
          id: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'The id of an invoice that is posted.' }),
          amount: positive('The same as totalAmount.'),
        }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
    { minItems: 1, maxItems: 1, description: 'The invoice that is paid: a payment in Tryton pays one.' },
  ),
});

export type PushedCustomer = Static<typeof customerSchema>;
export type PushedInvoice = Static<typeof invoiceSchema>;
export type PushedPayment = Static<typeof paymentSchema>;
