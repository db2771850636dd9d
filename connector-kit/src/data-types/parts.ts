import Type, { type TProperties } from 'typebox';

/** Parts shared by the records of several data types. Amounts are JSON numbers that are never rounded. */
export const text = (description?: string) => Type.String(description ? { description } : {});
export const amount = (description?: string) => Type.Number(description ? { description } : {});
export const time = (description?: string) => Type.String({ format: 'date-time', ...(description && { description }) });
export const flag = () => Type.Boolean();
export const optional = Type.Optional;
export const choice = (...values: string[]) => Type.Enum(values);
export const list = Type.Array;
export const object = <P extends TProperties>(properties: P) => Type.Object(properties);

export const currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' });
export const itemStatus = choice('Unknown', 'Active', 'Archived');
export const orderStatus = choice('Unknown', 'Draft', 'Open', 'Closed', 'Void');

export const customerRef = object({ id: text(), companyName: optional(text()) });
export const supplierRef = object({ id: text(), supplierName: optional(text()) });
export const accountRef = object({ id: text(), name: optional(text()) });
export const namedRef = object({ id: text(), name: optional(text()) });
export const taxRateRef = object({ id: text(), name: optional(text()), effectiveTaxRate: optional(amount()) });

export const address = object({
  type: choice('Unknown', 'Billing', 'Delivery'),
  line1: optional(text()),
  line2: optional(text()),
  city: optional(text()),
  region: optional(text()),
  country: optional(text()),
  postalCode: optional(text()),
});

export const contact = {
  contactName: optional(text()),
  emailAddress: optional(text()),
  phone: optional(text()),
  addresses: optional(list(address)),
  registrationNumber: optional(text()),
  taxNumber: optional(text()),
  defaultCurrency: optional(currency),
};

export const lineItem = object({
  description: optional(text()),
  unitAmount: amount(),
  quantity: amount(),
  discountAmount: optional(amount()),
  subTotal: optional(amount()),
  taxAmount: optional(amount()),
  totalAmount: optional(amount()),
  accountRef: optional(accountRef),
  taxRateRef: optional(taxRateRef),
  itemRef: optional(namedRef),
  tracking: optional(list(namedRef)),
});

export const paymentAllocation = object({
  payment: object({
    id: text(),
    reference: optional(text()),
    paidOnDate: optional(time()),
    totalAmount: optional(amount()),
  }),
  allocation: object({ allocatedOnDate: optional(time()), totalAmount: amount() }),
});

/** Fields shared by invoices, bills, credit notes and orders. */
export const document = {
  currency: optional(currency),
  currencyRate: optional(amount()),
  lineItems: optional(list(lineItem)),
  subTotal: optional(amount()),
  totalDiscount: optional(amount()),
  totalTaxAmount: optional(amount()),
  totalAmount: amount(),
  note: optional(text()),
};

/** One part of a payment. `links` are the documents that this part pays. */
export const paymentLine = object({
  amount: amount(),
  allocatedOnDate: optional(time()),
  links: optional(
    list(
      object({
        type: choice('Unknown', 'Invoice', 'Bill', 'CreditNote', 'BillCreditNote', 'Other'),
        id: text(),
        amount: amount(),
      }),
    ),
  ),
});

/** Fields shared by payments and bill payments. */
export const payment = {
  accountRef: optional(accountRef),
  date: time(),
  reference: optional(text()),
  currency: optional(currency),
  currencyRate: optional(amount()),
  totalAmount: amount(),
  lines: optional(list(paymentLine)),
  note: optional(text()),
};

export const reportLine: ReturnType<typeof Type.Object> = Type.Object({
  name: text(),
  accountId: optional(text()),
  value: amount(),
  items: optional(list(Type.Object({ name: text(), accountId: optional(text()), value: amount() }))),
});
