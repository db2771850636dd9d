import * as books from './map-books.ts';
import * as documents from './map-documents.ts';
import type { Source } from './pull-records.ts';

/** The data types that change data capture covers, with their QuickBooks entities. */
export const sources = {
  invoices: { entity: 'Invoice', map: documents.mapInvoice },
  bills: { entity: 'Bill', map: documents.mapBill },
  customers: { entity: 'Customer', map: books.mapCustomer, hasInactive: true },
  suppliers: { entity: 'Vendor', map: books.mapSupplier, hasInactive: true },
  accounts: { entity: 'Account', map: books.mapAccount, hasInactive: true },
  items: { entity: 'Item', map: books.mapItem, hasInactive: true, belongs: books.isItem },
  payments: { entity: 'Payment', map: documents.mapPayment },
  creditNotes: { entity: 'CreditMemo', map: documents.mapCreditNote },
} satisfies Record<string, Source>;

/** The company itself. Requests identify it by the company's realm id, not by the id in its record. */
export const companySource: Source = { entity: 'CompanyInfo', map: books.mapInfo };
