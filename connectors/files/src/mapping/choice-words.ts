/** Words of accounting programs for the values of our choices. Words are compared without case, accents and signs. */
const words: Record<string, string> = {
  // Documents.
  paid: 'Paid|in payment|settled|bezahlt|ausgeglichen|payee|paye|payée|pagada|pagado|pagata|pagato|betaald|zaplacono|oplacona|paga',
  draft: 'Draft|entwurf|brouillon|borrador|bozza|concept|szkic|rascunho',
  open: 'Open|unpaid|not paid|posted|sent|overdue|due|submitted|validated|approved|authorised|offen|versendet|uberfallig|impayee|envoyee|pendiente|enviada|aperta|inviata|openstaand|verzonden|otwarta|wyslana',
  part: 'PartiallyPaid|partial|partially paid|part paid|partly paid|teilbezahlt|teilweise bezahlt|partiellement payee|parcial|parzialmente pagata|deels betaald',
  void: 'Void|cancelled|canceled|voided|cancel|reversed|storniert|annulee|annule|anulada|annullata|geannuleerd',
  // Accounts.
  asset:
    'Asset|assets|aktiva|actif|activo|attivo|activa|receivable|bank and cash|current assets|cash|fixed assets|prepayments|non current assets|bank|accounts receivable',
  liability:
    'Liability|liabilities|passiva|passif|pasivo|passivo|payable|credit card|current liabilities|non current liabilities|accounts payable',
  equity: 'Equity|eigenkapital|capitaux propres|patrimonio|current year earnings|capital',
  income:
    'Income|revenue|revenues|sales|ertrag|ertrage|erlose|produits|produit|ingresos|ricavi|opbrengsten|other income|turnover',
  expense:
    'Expense|expenses|costs|cost|aufwand|aufwendungen|charges|charge|gastos|costi|kosten|cost of revenue|depreciation|direct costs|overheads',
  receivables: 'Receivables|receivable|accounts receivable|asset receivable|debtors|trade debtors|debitoren',
  payables: 'Payables|payable|accounts payable|liability payable|creditors|trade creditors|kreditoren',
  // States of customers, items and accounts.
  active: 'Active|yes|true|1|aktiv|actif|activo|attivo',
  archived: 'Archived|inactive|no|false|0|inaktiv|archiviert|inactif|archive|inactivo|archivado|inattivo',
  // Items.
  service: 'Service|services|dienstleistung|servicio|servizio|dienst',
  stock: 'Inventory|stock|storable product|goods|product|lager|ware',
  other: 'NonInventory|non inventory|consumable',
  unknown: 'Unknown|combo',
};

const byWord = new Map<string, string[]>();
for (const [concept, list] of Object.entries(words))
  for (const word of list.split('|')) byWord.set(plain(word), [...(byWord.get(plain(word)) ?? []), concept]);

/** Which value of the choices each concept is, in the order of preference. */
const values: Record<string, string[]> = {
  ...{ paid: ['Paid'], draft: ['Draft'], open: ['Submitted', 'Open'], part: ['PartiallyPaid'], void: ['Void'] },
  ...{ asset: ['Asset'], liability: ['Liability'], equity: ['Equity'], income: ['Income'], expense: ['Expense'] },
  ...{ receivables: ['Receivables'], payables: ['Payables'] },
  ...{ active: ['Active'], archived: ['Archived'] },
  ...{ service: ['Service'], stock: ['Inventory'], other: ['NonInventory'] },
  unknown: ['Unknown'],
};

/** Finds the value of a choice by its own name, or by a word that programs use for it. */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  const own = choices.find((choice) => plain(choice) === plain(text) || plain(text) === plain(spaced(choice)));
  if (own) return own;
  const found = (byWord.get(plain(text)) ?? []).flatMap((concept) => values[concept] ?? []);
  return found.find((value) => choices.includes(value));
}

const spaced = (choice: string) => choice.replace(/([a-z])([A-Z])/g, '$1 $2');

export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim();
}
