import { createHash } from 'node:crypto';
import { type Amount, readAmount } from './amounts.ts';
import { type Access, getData, unreadable } from './request-fava.ts';

/** What Fava sends. `meta` also has the place in the file (`filename`, `lineno`) and names that begin with `__`. */
type Meta = Readonly<Record<string, unknown>>;
type WireEntry = { t: string; date: string; meta?: Meta };
type WireOpen = WireEntry & { account: string; currencies: string[] | null };
type WireClose = WireEntry & { account: string };
export type WireTransaction = WireEntry & {
  flag: string;
  payee: string;
  narration: string;
  tags: string[];
  links: string[];
  postings: { account: string; amount: string; meta?: Meta }[];
};
type WireDocument = WireEntry & { account: string; filename: string };
type WireLedger = {
  options: {
    /** All files of the ledger. */
    include: string[];
    /** The main one of them. */
    filename: string;
    /** Folders of documents, as the owner has written them: mostly relative to the main file. */
    documents: string[];
    title: string;
    operating_currency: string[];
    name_assets: string;
    name_liabilities: string;
    name_equity: string;
    name_income: string;
    name_expenses: string;
  };
};

export type Posting = { account: string; text: string; amount: Amount | undefined; meta: Record<string, string> };
export type Transaction = {
  id: string;
  date: string;
  flag: string;
  payee: string;
  narration: string;
  tags: string[];
  links: string[];
  meta: Record<string, string>;
  postings: Posting[];
};
export type Account = {
  name: string;
  opened: string;
  closed: string | undefined;
  currencies: string[];
  meta: Record<string, string>;
};
/** A file that belongs to an account. `file` is its path on the server. */
export type LedgerDocument = { file: string; date: string; account: string; tags: string[]; links: string[] };
export type Ledger = {
  options: WireLedger['options'];
  accounts: Account[];
  transactions: Transaction[];
  documents: LedgerDocument[];
};

export const readOptions = async (access: Access): Promise<WireLedger['options']> => {
  // Fava loads a changed file only when it is asked for changes. `ledger_data` alone would stay as it is.
  await getData<boolean>(access, 'changed');
  const { options } = await getData<WireLedger>(access, 'ledger_data');
  const { title, operating_currency: currencies, documents } = options ?? {};
  if (typeof title !== 'string' || !Array.isArray(currencies) || !Array.isArray(documents)) throw unreadable();
  return options;
};

/**
 * Reads the whole ledger: Fava neither pages nor reports what has changed. It may be the state of a moment ago: Fava
 * notices changes of the file within two seconds, and goes on serving the old state while it loads the new one.
 */
export async function readLedger(access: Access): Promise<Ledger> {
  const options = await readOptions(access);
  return { options, ...ledgerOf(await getData<WireEntry[]>(access, 'journal')) };
}

export function ledgerOf(entries: WireEntry[]): Omit<Ledger, 'options'> {
  if (!Array.isArray(entries)) throw unreadable();
  const closes = new Map<string, string>();
  const accounts: Account[] = [];
  const transactions: Transaction[] = [];
  const documents: LedgerDocument[] = [];
  const seen = new Map<string, number>();
  for (const entry of entries) {
    if (entry.t === 'Close') closes.set((entry as WireClose).account, entry.date);
    if (entry.t === 'Open') accounts.push(accountOf(entry as WireOpen));
    if (entry.t === 'Document') documents.push(documentOf(entry as WireDocument));
    if (entry.t !== 'Transaction') continue;
    const transaction = transactionOf(entry as WireTransaction);
    const count = (seen.get(transaction.id) ?? 0) + 1;
    seen.set(transaction.id, count);
    transactions.push(count === 1 ? transaction : { ...transaction, id: `${transaction.id}-${count}` });
  }
  const closed = accounts.map((account) => ({ ...account, closed: closes.get(account.name) }));
  return { accounts: closed, transactions, documents };
}

function accountOf({ account, date, currencies, meta }: WireOpen): Account {
  if (typeof account !== 'string' || typeof date !== 'string') throw unreadable();
  return { name: account, opened: date, closed: undefined, currencies: currencies ?? [], meta: ownMeta(meta) };
}

function documentOf(wire: WireDocument & Partial<Pick<WireTransaction, 'tags' | 'links'>>): LedgerDocument {
  const { filename: file, date, account, tags, links } = wire;
  if (typeof file !== 'string' || typeof date !== 'string' || typeof account !== 'string') throw unreadable();
  return { file, date, account, tags: [...(tags ?? [])].sort(), links: [...(links ?? [])].sort() };
}

/**
 * Fava's `entry_hash` contains the line number, so it changes if somebody inserts a line above. The id is therefore a
 * hash of the content alone. A second transaction with the same content gets the suffix `-2`. Editing a transaction
 * changes its id.
 */
function transactionOf(wire: WireTransaction): Transaction {
  if (typeof wire.date !== 'string' || !Array.isArray(wire.postings)) throw unreadable();
  const { date, flag, payee, narration } = wire;
  const content = {
    ...{ date, flag, payee, narration, tags: [...(wire.tags ?? [])].sort(), links: [...(wire.links ?? [])].sort() },
    meta: ownMeta(wire.meta),
    postings: wire.postings.map(({ account, amount, meta }) => ({ account, text: amount, meta: ownMeta(meta) })),
  };
  const id = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
  const postings = content.postings.map((posting) => ({ ...posting, amount: readAmount(posting.text) }));
  return { id, ...content, postings };
}

/** The metadata that the owner has written, as texts, in one order. */
function ownMeta(meta: Meta | undefined): Record<string, string> {
  const own = Object.entries(meta ?? {}).filter(([name]) => !/^(filename|lineno|__.*)$/.test(name));
  return Object.fromEntries(
    own
      .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
