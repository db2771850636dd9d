import { isDeepStrictEqual } from 'node:util';

/**
 * What the client knows. Every company that was ever asked for is a subject with the states that it may be in: exactly
 * one after an answer, the old and the new one after a write whose answer never came.
 */
export type Content = { name: string; description: string | null; tags: Record<string, string> };
export type State = 'absent' | 'deleted' | Content;

export type Subject = {
  /** Unique; stands in the tags of the company, so that it is found where its id is not known. */
  marker: string;
  account: number;
  companyId: string | undefined;
  possible: State[];
  /** One write at a time, so that the order of changes is known. */
  isBusy: boolean;
};

export type Ledger = {
  subjects: Subject[];
  /** Per account: changes that certainly happened once, and those that may have. */
  accounts: { certain: number; uncertain: number }[];
  /** Idempotency-Keys of writes that were answered 200, with the company they were about. */
  keys: Map<string, Subject>;
};

export function openLedger(accounts: number): Ledger {
  return {
    subjects: [],
    accounts: Array.from({ length: accounts }, () => ({ certain: 0, uncertain: 0 })),
    keys: new Map(),
  };
}

export function addSubject(ledger: Ledger, marker: string, account: number): Subject {
  const subject: Subject = { marker, account, companyId: undefined, possible: ['absent'], isBusy: false };
  ledger.subjects.push(subject);
  return subject;
}

/** A write was answered with success: nothing else is possible any more. */
export function noteDone(ledger: Ledger, subject: Subject, state: State): void {
  subject.possible = [state];
  accountOf(ledger, subject).certain++;
}

/** A write stays without an answer for good: it may have happened or not. */
export function noteUnknown(ledger: Ledger, subject: Subject, state: State): void {
  subject.possible = [...subject.possible, state];
  accountOf(ledger, subject).uncertain++;
}

export function isPossible(subject: Subject, state: State): boolean {
  return subject.possible.some((candidate) => isDeepStrictEqual(candidate, state));
}

/** Companies that are certainly there: later writes are about these. */
export function isTarget(subject: Subject): boolean {
  return !subject.isBusy && subject.companyId !== undefined && subject.possible.every((s) => typeof s === 'object');
}

function accountOf(ledger: Ledger, subject: Subject) {
  const account = ledger.accounts[subject.account];
  if (!account) throw new Error(`The ledger has no account ${subject.account}.`);
  return account;
}
