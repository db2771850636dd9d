import { t } from '../../messages/link.ts';

/** The names of data types in a bookkeeper's words, by group. */
const groups: { name: string; dataTypes: Record<string, string> }[] = [
  {
    name: t('sales'),
    dataTypes: {
      invoices: t('invoicesToCustomers'),
      creditNotes: t('creditNotes'),
      payments: t('paymentsFromCustomers'),
      customers: t('customers'),
      salesOrders: t('salesOrders'),
      items: t('productsAndServices'),
    },
  },
  {
    name: t('purchases'),
    dataTypes: {
      bills: t('billsFromSuppliers'),
      billCreditNotes: t('creditNotes'),
      billPayments: t('paymentsToSuppliers'),
      suppliers: t('suppliers'),
      purchaseOrders: t('purchaseOrders'),
    },
  },
  {
    name: t('bank'),
    dataTypes: { bankAccounts: t('accounts'), bankTransactions: t('transactions'), transfers: t('transfers') },
  },
  {
    name: t('ledger'),
    dataTypes: {
      accounts: t('chartOfAccounts'),
      journalEntries: t('journalEntries'),
      taxRates: t('taxRates'),
      trackingCategories: t('costCentresAndProjects'),
      attachments: t('attachedFiles'),
    },
  },
  {
    name: t('reports'),
    dataTypes: {
      balanceSheet: t('balanceSheet'),
      profitAndLoss: t('profitAndLoss'),
      cashFlowStatement: t('cashFlowStatement'),
    },
  },
  { name: t('company'), dataTypes: { info: t('nameAndAddress') } },
];

/**
 * Lists data types by group, in plain words: "Sales: invoices to customers, customers". A data type that is in no group
 * keeps the name from the service.
 */
export function plainReads(reads: readonly { dataType: string; name: string }[]): { group: string; text: string }[] {
  const known = new Set(groups.flatMap(({ dataTypes }) => Object.keys(dataTypes)));
  const wanted = new Set(reads.map(({ dataType }) => dataType));
  const others = reads.filter(({ dataType }) => !known.has(dataType)).map(({ name }) => name.toLowerCase());
  return [
    ...groups.map(({ name, dataTypes }) => ({
      group: name,
      text: Object.entries(dataTypes)
        .flatMap(([dataType, words]) => (wanted.has(dataType) ? [words] : []))
        .join(', '),
    })),
    { group: t('also'), text: others.join(', ') },
  ].filter(({ text }) => text !== '');
}

/** Data types by group, each with its words: "Sales", "Invoices to customers". Groups without data types are left out. */
export function typesByGroup<Type extends { dataType: string; name: string }>(
  types: readonly Type[],
): { group: string; types: { words: string; type: Type }[] }[] {
  const left = new Map(types.map((type) => [type.dataType, type]));
  const grouped = groups.map(({ name, dataTypes }) => ({
    group: name,
    types: Object.entries(dataTypes).flatMap(([dataType, words]) => {
      const type = left.get(dataType);
      left.delete(dataType);
      return type ? [{ words: capital(words), type }] : [];
    }),
  }));
  const others = [...left.values()].map((type) => ({ words: type.name, type }));
  return [...grouped, { group: t('also'), types: others }].filter((one) => one.types.length > 0);
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether a name contains a text. Ignores case and accents. */
export function isFound(name: string, text: string): boolean {
  const plain = (part: string) => part.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain(name).includes(plain(text.trim()));
}
