import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../checks/seed-faults.ts';
import { type Book, makeBook } from '../../checks/seeded-book.ts';
import { platformKey } from '../../checks/seeded-platform/seeded-platform.ts';
import { serveBooks } from '../../checks/serve-books.ts';
import type { TestAccount } from '../../harness.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';
import { openWithUndo, type Undo } from '../stage-parts.ts';

export type SeededCompany = { name: string; account: TestAccount; company: SyncedCompany; book: Book };

/** PostgreSQL, the API, a worker, and a platform with the books of companies. */
export type Books = {
  companies: SeededCompany[];
  /** Syncs all data sets, or one of them. A sync that is held stays so. */
  syncAll(company: SeededCompany): Promise<void>;
  sync(company: SeededCompany, dataType: string): Promise<void>;
  /** Puts a fault into a copy of the book. Returns the record that has to be found, if it is one. */
  seed(company: SeededCompany, fault: Fault): string | undefined;
  /** Takes the fault away, and cancels held syncs. */
  mend(company: SeededCompany): Promise<void>;
  close(): Promise<void>;
};

export const openBooks = (count: number): Promise<Books> => openWithUndo((undo) => open(count, undo));

async function open(count: number, undo: Undo): Promise<Omit<Books, 'close'>> {
  const platform = await serveBooks();
  undo.push(() => platform.stop());
  const { cell, sandbox } = await startSandboxCell(undo);
  const env = {
    DAYBOOK_CONNECTORS: join(import.meta.dirname, '../../checks/seeded-platform'),
    DAYBOOK_SEEDED_URL: platform.url,
    DAYBOOK_SYNCS_AT_ONCE_PER_PLATFORM: '16',
  };
  const api = await serveRole(cell, sandbox.url, 'api', env);
  undo.push(() => api.kill());
  const worker = await serveRole(cell, sandbox.url, 'worker', env);
  undo.push(() => worker.kill());
  const account = await makeChaosAccount(cell, api.url);
  const companies: SeededCompany[] = [];
  for (let n = 1; n <= count; n++) {
    const name = `book-${n}`;
    const book = makeBook(n, Date.now());
    platform.books.set(name, book);
    companies.push({ name, account, company: await linkCompany(account, name, platformKey), book });
  }
  async function settle(company: SyncedCompany, ids: readonly string[]): Promise<void> {
    for (const until = Date.now() + 120_000; ; await sleep(100)) {
      const { results } = (await account.send(`GET ${company.path}/data/history?pageSize=20`)).body;
      const syncs = results.filter(({ syncId }: { syncId: string }) => ids.includes(syncId));
      const isOver = ({
        completed,
        status,
        error,
      }: {
        completed?: string;
        status: string;
        error?: { retryAt?: string };
      }) => completed !== undefined || (status === 'Waiting' && error?.retryAt === undefined);
      if (syncs.length === ids.length && syncs.every(isOver)) return requireGood(syncs);
      if (Date.now() > until) throw new Error(`The syncs did not end: ${JSON.stringify(syncs)}`);
    }
  }
  return {
    companies,
    async syncAll({ company }) {
      const { body } = await account.send(`POST ${company.path}/data/all`);
      await settle(
        company,
        body.results.map(({ syncId }: { syncId: string }) => syncId),
      );
    },
    async sync({ company }, dataType) {
      const { body } = await account.send(`POST ${company.path}/data/queue/${dataType}`);
      await settle(company, [body.syncId]);
    },
    seed({ name, book }, fault) {
      const wrong: Book = { ...JSON.parse(JSON.stringify(book)), random: book.random };
      const recordId = fault.seed(wrong);
      platform.books.set(name, wrong);
      return recordId;
    },
    async mend({ name, book, company }) {
      platform.books.set(name, book);
      const { held } = (await account.send(`GET ${company.path}/quality`)).body;
      for (const { syncId } of held) await account.send(`POST ${company.path}/data/history/${syncId}/cancel`);
    },
  };
}

function requireGood(syncs: { status: string }[]): void {
  const bad = syncs.filter(({ status }) => !['Complete', 'Waiting'].includes(status));
  if (bad.length > 0) throw new Error(`Syncs have failed: ${JSON.stringify(bad[0])}`);
}
