import type { Connector, Credentials, ProviderHttp } from '@daybook/connector-kit';
import type { TestApp } from '../../harness.ts';
import type { FaultOrder } from '../fault-proxy.ts';
import type { LinkedCompany } from '../linked-company.ts';

// biome-ignore lint/suspicious/noExplicitAny: a record as it came over HTTP.
export type Records = Map<string, any>;
/** `isFast`: without the limit of requests, for a connector without a Daybook, which keeps to it. */
export type BookSizes = { invoices: number; isFast?: boolean };
/** Balances in cents. Debits are positive. */
export type Balances = Map<string, number>;

/** The books behind a contract server, with what the tests of real syncs change in them and compare with them. */
export type ContractBooks = {
  url: string;
  stop(): Promise<void>;
  /** Settings of the connector for a Daybook that reaches the server at this URL. */
  settings(url: string): Record<string, string>;
  link(app: TestApp): Promise<LinkedCompany>;
  /** The connector alone, as Daybook would run it. */
  connector(options: { overlapMs?: number }): Connector;
  access: { http: ProviderHttp; credentials: Credentials };
  nowMs(): number;
  advance(ms: number): void;
  invoiceIds(): string[];
  /** Writes a note on each of some invoices and returns their ids and the notes. */
  edit(count: number): Map<string, string>;
  delete(count: number): string[];
  void(count: number): string[];
  /** Deletes invoices as if that had been before this time. */
  deleteAt(count: number, atMs: number): string[];
  /** A cursor of a pass that began at this time. */
  cursorAt(ms: number): string;
  /** Requests that the platform has refused because of a limit, and the highest number of concurrent ones. */
  limits(): { refused: number; mostAtOnce: number; allowedAtOnce: number };
  /** Edits invoices in a transaction that began at this time and is visible only now. */
  editLate(count: number, beganMs: number): Map<string, string>;
  push: {
    dataType: string;
    record(name: string): object;
    matches: FaultOrder['matches'];
    /** The names of the records that were pushed, as the platform has them. */
    names(): string[];
  };
  /** Compares what Daybook has read with what the platform itself reports; see each platform. */
  compareBalances(company: LinkedCompany): Promise<BalanceFigures>;
};

export type BalanceFigures = {
  /** The accounts of the platform's own report. */
  theirs: Balances;
  /** The same accounts by what Daybook has read. */
  ours: Balances;
  /** Some accounts computed from single documents. */
  fromDocuments: Balances;
};

export const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

/** Adds an amount in cents to the balance of an account. */
export function addTo(balances: Balances, account: string, amount: number): void {
  const sum = (balances.get(account) ?? 0) + amount;
  if (sum === 0) balances.delete(account);
  else balances.set(account, sum);
}
