import { randomBytes } from 'node:crypto';
import type { Send } from '../../client.ts';
import type { TestAccount } from '../../harness.ts';
import { findReferences } from '../../push/records.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import type { PushCompany } from '../pushes/open-stage.ts';

/** What the traffic uses, created with the commands and the API. */
export type Accounts = {
  /** Served by the older webhooks, with a rule for new companies. */
  older: TestAccount & { companyId: string };
  /** Written to by the clients of the ledger. */
  writes: TestAccount;
  /** Its companies are linked to the sandbox. */
  books: TestAccount;
  pushed: PushCompany[];
  synced: SyncedCompany & { name: string };
  person: { email: string; password: string };
};

/** Data types that pushes refer to, and those that they are read from afterwards. */
const needed = ['accounts', 'taxRates', 'customers', 'suppliers', 'invoices', 'bills', 'journalEntries', 'items'];

/** Runs a command of the program and returns its JSON. */
export type RunCommand = <T>(args: string[], input?: string) => Promise<T>;
/** `records` is the number of invoices of the company that is synced. */
type Parts = { command: RunCommand; client: Send; receiver: (name: string) => string; records?: number };

export async function makeAccounts(stage: Parts): Promise<Accounts> {
  const [older, writes, books] = await Promise.all([
    makeAccount(stage, { name: 'older', webhooks: 'older' }),
    makeAccount(stage, { name: 'writes', webhooks: 'newer' }),
    makeAccount(stage, { name: 'books', webhooks: 'newer' }),
  ]);
  const { body: company } = await older.send('POST /companies', { body: { name: 'read' } });
  const notifiers = { webhook: stage.receiver('older') };
  await older.send('POST /rules', { body: { type: 'company.created', notifiers } });
  for (const [name, account] of Object.entries({ writes, books })) {
    const body = { name, url: stage.receiver(name), eventTypes: ['*'] };
    const made = await account.send('POST /webhooks/consumers', { body });
    if (made.status >= 300) throw new Error(`The consumer was rejected: ${made.text}`);
  }
  const person = { email: 'upgrade@example.com', password: randomBytes(12).toString('hex') };
  const name = `sync0-${stage.records ?? 300}`;
  const [pushed, synced] = await Promise.all([
    linkPushed(books, 'push0-100'),
    linkCompany(books, name),
    stage.command(
      ['person', 'create', person.email, '--account', books.accountId, '--password-stdin'],
      person.password,
    ),
  ]);
  await synced.sync('invoices');
  return {
    older: { ...older, companyId: company.companyId },
    writes,
    books,
    pushed: [pushed],
    synced: { ...synced, name },
    person,
  };
}

export async function makeAccount(
  { command, client }: Pick<Parts, 'command' | 'client'>,
  wanted: { name: string; webhooks: 'older' | 'newer' },
): Promise<TestAccount> {
  const { accountId } = await command<{ accountId: string }>([
    ...['account', 'create', wanted.name, '--webhooks', wanted.webhooks],
  ]);
  const made = await command<{ apiKeyId: string; secret: string }>(['key', 'create', accountId]);
  return {
    accountId,
    key: made.secret,
    apiKeyId: made.apiKeyId,
    send: (request, options) => client(request, { key: made.secret, ...options }),
  };
}

export async function linkPushed(account: TestAccount, name: string): Promise<PushCompany> {
  const company = await linkCompany(account, name);
  const syncs = await Promise.all(needed.map((dataType) => company.sync(dataType)));
  if (syncs.some(({ status }) => status !== 'Complete')) throw new Error('A first sync failed.');
  return { ...company, name, references: await findReferences(account, company) };
}
