import { isDeepStrictEqual } from 'node:util';

/**
 * What the client knows. Every company that was ever requested is a subject with its possible states: exactly one after
 * a response, the old and the new one after a write that got no response.
 */
export type Content = { name: string; description: string | null; tags: Record<string, string> };
export type State = 'absent' | 'deleted' | Content;

export type Subject = {
  /** Unique, and stored in the company's tags, so that the company can be found without its id. */
  marker: string;
  account: number;
  companyId: string | undefined;
  possible: State[];
  /** One write at a time, so that the order of the changes is known. */
  isBusy: boolean;
};

export type Ledger = {
  subjects: Subject[];
  /** For each account: changes that certainly happened once, and changes that may have happened. */
  accounts: { certain: number; uncertain: number }[];
  /** Idempotency-Keys of writes that got 200, with their company. */
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

/** A write was answered with success: only its state is possible now. */
export function noteDone(ledger: Ledger, subject: Subject, state: State): void {
  subject.possible = [state];
  accountOf(ledger, subject).certain++;
}

/** A write will never get a response: it may or may not have happened. */
export function noteUnknown(ledger: Ledger, subject: Subject, state: State): void {
  subject.possible = [...subject.possible, state];
  accountOf(ledger, subject).uncertain++;
}

export function isPossible(subject: Subject, state: State): boolean {
  return subject.possible.some((candidate) => isDeepStrictEqual(candidate, state));
}

/** A company that certainly exists: later writes use these. */
export function isTarget(subject: Subject): boolean {
  return !subject.isBusy && subject.companyId !== undefined && subject.possible.every((s) => typeof s === 'object');
}

function accountOf(ledger: Ledger, subject: Subject) {
  const account = ledger.accounts[subject.account];
  if (!account) throw new Error(`The ledger has no account ${subject.account}.`);
  return account;
}
