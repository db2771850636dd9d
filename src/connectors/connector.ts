import type { ProviderHttp } from './provider-http.ts';

/**
 * What a platform needs from us, and nothing else: data and functions. Tokens, budgets, retries, transactions, hashing,
 * delete detection, logs and metrics are the house's job. A connector throws only the errors of `provider-errors.ts`.
 */
export type SourceType = 'Accounting' | 'Banking' | 'Commerce' | 'Other';

export type CredentialField = { name: string; label: string; secret: boolean; help?: string };

export type Budget = {
  /** Requests within a time, for one connection and for the platform as a whole. */
  connection: { requests: number; perMs: number; atOnce: number };
  platform: { requests: number; perMs: number; atOnce: number };
};

export type Credentials = Readonly<Record<string, string>>;

export type PulledRecord = {
  /** The provider's own identifier, unique inside the data set. */
  id: string;
  /** Deleted at the provider; `record` is then left out. */
  isDeleted?: boolean;
  sourceModifiedDate?: string;
  /**
   * Makes the unified record by the data type's schema, without id and metadata; numbers beyond 15 digits as
   * `JSON.rawJSON` (`exact-json.ts`). Members that are undefined are left out, as `JSON.stringify` does. Asked for only
   * where `source` has changed: most records of a sync have not.
   */
  record?: () => object;
  /** The provider's own payload, as JSON text. The record must follow from it and from `mappingVersion` alone. */
  source?: string;
};

export type PulledPage = {
  records: PulledRecord[];
  /** Where this pass goes on after a crash: given back as `resumeAt`. Null after the last page. */
  resumeAt: string | null;
  /** Where the next incremental pass begins. Must be known on the last page, at the latest. */
  cursor?: string;
};

export type PullInput = {
  http: ProviderHttp;
  credentials: Credentials;
  /** Incremental: what the last complete pass ended with. Absent for a full pass. */
  cursor?: string;
  /** Goes on in the middle of a pass. */
  resumeAt?: string;
  /** Records older than this are not wanted (sync settings); a connector that cannot tell ignores it. */
  syncFrom?: string;
};

export type Pull = (input: PullInput) => AsyncIterable<PulledPage>;

export type Connector = {
  platform: { key: string; name: string; sourceType: SourceType };
  credentialFields: readonly CredentialField[];
  budget: Budget;
  /** The keys are the supported data types. */
  pull: Readonly<Record<string, Pull>>;
  /** Moves when a mapping changes: every record is then read as changed. */
  mappingVersion: number;
  /** Whether an incremental pass also tells deletions; where not, full passes find them now and then. */
  tellsDeletions: boolean;
  /** Tries the credentials against the provider; answers with the name of the company there. */
  check(input: { http: ProviderHttp; credentials: Credentials }): Promise<{ companyName: string }>;
};
