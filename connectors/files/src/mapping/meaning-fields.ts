/** For each data type: which field a meaning of a heading is. The first column with a meaning gets the field. */
const document = {
  ...{
    number: '',
    date: 'issueDate',
    dueDate: 'dueDate',
    total: 'totalAmount',
    amount: 'totalAmount',
    net: 'subTotal',
  },
  ...{ tax: 'totalTaxAmount', status: 'status', currency: 'currency', notes: 'note', rate: 'currencyRate' },
  ...{ quantity: 'lineItems.quantity', unitPrice: 'lineItems.unitAmount', lineDescription: 'lineItems.description' },
  ...{ lineTotal: 'lineItems.subTotal', item: 'lineItems.itemRef.name' },
};
const customer = {
  customer: 'customerRef.companyName',
  partner: 'customerRef.companyName',
  customerId: 'customerRef.id',
};
const supplier = {
  supplier: 'supplierRef.supplierName',
  partner: 'supplierRef.supplierName',
  supplierId: 'supplierRef.id',
};
const contact = {
  ...{ email: 'emailAddress', phone: 'phone', taxNumber: 'taxNumber', registration: 'registrationNumber' },
  ...{ street: 'addresses.line1', street2: 'addresses.line2', city: 'addresses.city', zip: 'addresses.postalCode' },
  ...{ region: 'addresses.region', country: 'addresses.country', currency: 'defaultCurrency', status: 'status' },
};
const payment = {
  ...{ date: 'date', amount: 'totalAmount', total: 'totalAmount', reference: 'reference', number: 'reference' },
  ...{
    currency: 'currency',
    notes: 'note',
    description: 'note',
    account: 'accountRef.name',
    accountCode: 'accountRef.id',
  },
};

export const meaningFields: Record<string, Record<string, string>> = {
  invoices: { ...document, ...customer, number: 'invoiceNumber', due: 'amountDue', paid: 'amountPaid' },
  bills: {
    ...{ ...document, ...supplier, number: 'reference', reference: 'reference', due: 'amountDue', paid: 'amountPaid' },
  },
  creditNotes: { ...document, ...customer, number: 'creditNoteNumber', due: 'remainingCredit' },
  billCreditNotes: { ...document, ...supplier, number: 'billCreditNoteNumber', due: 'remainingCredit' },
  customers: { ...contact, name: 'customerName', customer: 'customerName', partner: 'customerName' },
  suppliers: { ...contact, name: 'supplierName', supplier: 'supplierName', partner: 'supplierName' },
  accounts: {
    ...{ accountCode: 'nominalCode', short: 'nominalCode', number: 'nominalCode', name: 'name', account: 'name' },
    ...{ description: 'description', type: 'type', currency: 'currency', balance: 'currentBalance', status: 'status' },
  },
  items: {
    ...{ short: 'code', number: 'code', name: 'name', item: 'name', type: 'type', status: 'itemStatus' },
    ...{ unitPrice: 'invoiceItem.unitPrice', cost: 'billItem.unitPrice', description: 'invoiceItem.description' },
  },
  payments: { ...payment, ...customer },
  billPayments: { ...payment, ...supplier },
  journalEntries: {
    ...{
      date: 'postedOn',
      description: 'description',
      reference: 'reference',
      account: 'journalLines.accountRef.name',
    },
    ...{ accountCode: 'journalLines.accountRef.id', debit: 'journalLines.debit', credit: 'journalLines.credit' },
    ...{
      amount: 'journalLines.netAmount',
      currency: 'journalLines.currency',
      lineDescription: 'journalLines.description',
    },
    ...{ short: 'reference', notes: 'description', number: 'reference' },
  },
  taxRates: { name: 'name', short: 'code', rate: 'totalTaxRate', amount: 'totalTaxRate', status: 'status' },
  bankAccounts: {
    ...{ name: 'accountName', account: 'accountName', accountCode: 'accountNumber', bankAccount: 'iBan' },
    ...{ currency: 'currency', balance: 'balance' },
  },
  bankTransactions: {
    ...{ date: 'date', valueDate: 'date', description: 'description', partner: 'description', reference: 'reference' },
    ...{ amount: 'amount', debit: 'moneyOut', credit: 'moneyIn', balance: 'balance', bankAccount: 'bankAccountRef.id' },
    ...{ account: 'bankAccountRef.name', accountCode: 'bankAccountRef.id', notes: 'description' },
    // Odoo names the bank account by its journal.
    journal: 'bankAccountRef.name',
  },
};

/** Meanings that only one data type has, and words in the name of the file or sheet. */
export const typeSigns: Record<string, { meanings: string[]; words: RegExp }> = {
  invoices: {
    meanings: ['customer', 'dueDate', 'due', 'tax', 'net'],
    words: /invoice|rechnung|facture|factura|fattur|factuur|faktur|fatura|account move/i,
  },
  bills: { meanings: ['supplier', 'dueDate', 'due', 'tax', 'net'], words: /bill|eingangsrechnung|purchase/i },
  creditNotes: { meanings: ['customer', 'due'], words: /credit.?note|gutschrift|avoir|abono|nota di credito/i },
  billCreditNotes: { meanings: ['supplier', 'due'], words: /vendor credit|supplier credit|bill credit/i },
  customers: {
    meanings: ['email', 'phone', 'taxNumber', 'street', 'city', 'zip'],
    words: /customer|kunden|clients?\b|client|part(y|ner)|contact|kontakt/i,
  },
  suppliers: {
    meanings: ['email', 'phone', 'taxNumber', 'street', 'city', 'zip'],
    words: /supplier|vendor|lieferant|fournisseur|proveedor|fornitor|leverancier/i,
  },
  accounts: {
    meanings: ['type', 'accountCode'],
    words: /chart|account\.account|^accounts?\b|kontenplan|kontenrahmen|plan comptable|balance/i,
  },
  items: { meanings: ['unitPrice', 'cost', 'item'], words: /item|product|artikel|article|articulo|produkt/i },
  payments: { meanings: ['customer'], words: /payment|zahlung|paiement|pago|receipt|pagament/i },
  billPayments: { meanings: ['supplier'], words: /bill.?payment|vendor.?payment|supplier.?payment/i },
  journalEntries: {
    meanings: ['entry', 'debit', 'credit', 'account', 'accountCode'],
    words: /journal|ledger|buchung|ecriture|fec\b|asiento|move.?line|postings?|print|\bregister/i,
  },
  taxRates: { meanings: ['rate'], words: /tax.?rate|steuers|taxes|account\.tax/i },
  bankAccounts: { meanings: ['bankAccount', 'balance'], words: /bank.?accounts/i },
  bankTransactions: {
    meanings: ['valueDate', 'balance', 'bankAccount', 'amount', 'debit', 'credit'],
    words:
      /bank|\baregister|umsatz|umsaetze|statement|kontoauszug|releve|extracto|movimenti|transactions|mutaties|historia/i,
  },
};
