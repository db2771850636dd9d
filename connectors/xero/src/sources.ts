import * as books from './map-books.ts';
import * as documents from './map-documents.ts';
import type { Source } from './pull-records.ts';
import type { XeroContact, XeroItem, XeroOrganisation, XeroPayment, XeroTaxRate } from './wire.ts';

const invoice = {
  endpoint: 'Invoices',
  id: (wire: { InvoiceID: string }) => wire.InvoiceID,
  orderBy: 'InvoiceID',
  // Ask for four decimal places in unit prices. Without this parameter, Xero rounds unit prices to two.
  parameters: { unitdp: '4' },
  isDated: true,
};
const contact = {
  endpoint: 'Contacts',
  id: (wire: XeroContact) => wire.ContactID,
  orderBy: 'ContactID',
  parameters: { includeArchived: 'true' },
  isDated: true,
};

/** The Xero endpoint and the mapping of each data type. */
export const sources = {
  invoices: { ...invoice, where: 'Type=="ACCREC"', map: documents.mapInvoice },
  bills: { ...invoice, where: 'Type=="ACCPAY"', map: documents.mapBill },
  customers: { ...contact, belongs: books.isCustomer, map: books.mapCustomer },
  suppliers: { ...contact, belongs: books.isSupplier, map: books.mapSupplier },
  accounts: { endpoint: 'Accounts', id: books.accountId, isDated: true, map: books.mapAccount },
  items: {
    endpoint: 'Items',
    id: (wire: XeroItem) => wire.ItemID,
    parameters: { unitdp: '4' },
    isDated: true,
    map: books.mapItem,
  },
  payments: {
    endpoint: 'Payments',
    id: (wire: XeroPayment) => wire.PaymentID,
    where: 'PaymentType=="ACCRECPAYMENT"',
    orderBy: 'PaymentID',
    isDated: true,
    map: documents.mapPayment,
  },
  creditNotes: {
    endpoint: 'CreditNotes',
    id: (wire: { CreditNoteID: string }) => wire.CreditNoteID,
    where: 'Type=="ACCRECCREDIT"',
    orderBy: 'CreditNoteID',
    parameters: { unitdp: '4' },
    isDated: true,
    map: documents.mapCreditNote,
  },
  taxRates: {
    endpoint: 'TaxRates',
    id: (wire: XeroTaxRate) => wire.TaxType,
    isDated: false,
    map: books.mapTaxRate,
  },
  info: {
    endpoint: 'Organisation',
    member: 'Organisations',
    id: (wire: XeroOrganisation) => wire.OrganisationID,
    isDated: false,
    map: books.mapInfo,
  },
} satisfies Record<string, Source>;
