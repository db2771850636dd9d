import type { TObject } from 'typebox';
import type { PushWarning } from './compare-kept.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http.ts';
import type { RecordRow } from './record-row.ts';

/**
 * A connector holds only what is specific to a platform, as data and functions. Daybook handles tokens, budgets,
 * retries, transactions, hashing, delete detection, logs and metrics. A connector throws only the errors in
 * `provider-errors.ts`. A pass is one paged read of a data type: full, or incremental from a cursor.
 */
export type SourceType = 'Accounting' | 'Banking' | 'Commerce' | 'Other';

export type CredentialField = { name: string; label: string; secret: boolean; help?: string };

export type Budget = {
  /** At most `requests` per `perMs` and `atOnce` in parallel, for one connection and for the platform as a whole. */
  connection: { requests: number; perMs: number; atOnce: number; perDay?: number };
  platform: { requests: number; perMs: number; atOnce: number };
};

export type Credentials = Readonly<Record<string, string>>;

export type PulledRecord = {
  /** The provider's own identifier, unique inside the data set. */
  id: string;
  /** Deleted at the provider; `record` is then omitted. */
  isDeleted?: boolean;
  sourceModifiedDate?: string;
  /**
   * Maps to the data type's schema, without id and metadata. Numbers beyond 15 digits are `JSON.rawJSON`
   * (`exact-json.ts`); undefined members are left out, as `JSON.stringify` does. Called only if `source` has changed:
   * most records of a sync have not.
   */
  record?: () => object;
  /** The provider's own payload as JSON text. The record must depend only on it and on `mappingVersion`. */
  source?: string;
  /** Set if a thread has read the record: `record` and `source` are then omitted, and the page makes the rows. */
  contentHash?: Buffer;
};

export type PulledPage = {
  records: PulledRecord[];
  /** Where this pass resumes after a crash: passed back as `resumeAt`. Null on the last page. */
  resumeAt: string | null;
  /** Where the next incremental pass begins. Required on the last page. */
  cursor?: string;
  /** Set if a thread has read the page (connector-threads.ts): makes the rows of the given records. */
  rows?(records: readonly PulledRecord[], modified: string): Promise<RecordRow[]>;
};

export type PullInput = {
  http: ProviderHttp;
  credentials: Credentials;
  /** For an incremental pass: the cursor of the last complete pass. Absent for a full pass. */
  cursor?: string;
  /** Resumes an interrupted pass. */
  resumeAt?: string;
  /** Skip records older than this (sync settings). A connector that cannot filter by date ignores it. */
  syncFrom?: string;
};

export type Pull = (input: PullInput) => AsyncIterable<PulledPage>;

export type PushOperation = 'create' | 'update' | 'delete';

/** A write that a client has requested. `record` is the client's record, validated against the operation's schema. */
export type PushWish = {
  operation: PushOperation;
  /** Absent on delete. Numbers beyond 15 digits are `JSON.rawJSON`. */
  record?: object;
  /** The provider's own identifier; absent on create. */
  recordId?: string;
  /** Daybook's unique UUID for this push: the idempotency key, or the text by which the provider is searched. */
  reference: string;
};

/**
 * A request without authentication: shown by a dry run, stored before it is sent, and then sent unchanged. If it needs
 * ids that only the platform knows, `send` looks them up and adds them.
 */
export type PreparedPush = ProviderRequest;

export type PushInput = { http: ProviderHttp; credentials: Credentials; wish: PushWish; prepared: PreparedPush };

/** The outcome at the provider. `providerStatus` is the provider's own HTTP status, stored next to Daybook's. */
export type PushAnswer =
  /**
   * The record as the provider stores it now; after a delete `{ id, isDeleted: true }`. Daybook compares it with what
   * was sent; `warnings` are the provider's own.
   */
  | { kind: 'done'; providerStatus: number; record: PulledRecord; warnings?: readonly PushWarning[] }
  /** The provider is still working: call `poll` with the ticket, not before `pollAtMs`. */
  | { kind: 'accepted'; providerStatus: number; ticket: string; pollAtMs?: number }
  /**
   * The write was rejected and nothing was changed. `errors` name fields of the client's record. No `providerStatus`:
   * the connector itself rejected it and sent nothing. `statusCode`: what the rejection means, if the provider's own
   * status does not express it.
   */
  | {
      kind: 'refused';
      providerStatus?: number;
      statusCode?: 404 | 409;
      message: string;
      errors: { itemId: string; message: string }[];
    };

/**
 * How a data type is written. Throws the errors in `provider-errors.ts`: after RateLimited, AuthRejected,
 * PermissionDenied and PaymentRequired nothing was written; after Unavailable the outcome is unknown.
 */
export type Push = {
  /**
   * Schemas for create and update, closed (additionalProperties: false); delete has no body. A field that the data type
   * has but the schema does not is removed before the connector gets the record, and the client is warned.
   */
  operations: { create?: TObject; update?: TObject; delete?: true };
  /** Fields that hold ids of another data set: a pointer such as `lineItems.*.accountRef.id`, and the data type. */
  choices: Readonly<Record<string, string>>;
  /**
   * How the outcome is found after a lost response. `key`: the provider performs a reference only once, so the request
   * may be sent again. `search`: `find` reports whether it was performed. `none`: unknown, and a person must decide.
   */
  certainty: 'key' | 'search' | 'none';
  /**
   * After this time without a response, the provider has either performed the request or never will: only then does
   * `absent` mean that it was not performed. Default: 10 s.
   */
  settlesWithinMs?: number;
  /**
   * For `key`: how long the provider is certain to remember a reference. An older push is not sent again after a lost
   * response: it is searched for, or a person must decide. Default: for ever.
   */
  keyLastsMs?: number;
  /** A success counts only after `find` has found the record. */
  isReadBack?: true;
  /** The provider may hide records that it has: after `absent` nothing is sent again, and a person must decide. */
  isAbsenceUnsure?: true;
  /** Warns of values that the provider is known to store differently. No I/O. */
  foresee?(wish: PushWish): PushWarning[];
  /** The same wish gives the same request, byte for byte. No I/O. */
  prepare(wish: PushWish, credentials: Credentials): PreparedPush;
  send(input: PushInput): Promise<PushAnswer>;
  /** Required if `send` can answer `accepted`. */
  poll?(input: PushInput & { ticket: string }): Promise<PushAnswer>;
  /** Looks up the outcome by reference (create) or record (update, delete). `absent`: certainly not performed. */
  find?(input: PushInput): Promise<PushAnswer | { kind: 'absent' }>;
};

/**
 * How a platform is authorized by OAuth 2. Daybook stores the tokens, refreshes them and signs every request: a
 * connector never sees one. Its credentials are then `{ tenant }`, the platform's own id of the company.
 */
export type OauthPlatform = {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  scopes: readonly string[];
  /** How long the previous refresh token still works after a refresh, in case the response was lost. */
  graceMs: number;
  /** Whether a retry with a new token may succeed. Default: for every 401. */
  isTokenRejected?(answer: ProviderAnswer): boolean;
  /** The company that was authorized; `callback` holds the query parameters of the OAuth callback. */
  findTenant(input: { http: ProviderHttp; callback: Readonly<Record<string, string>> }): Promise<string>;
  /** Withdraws the authorization of one company, where revoking the token would affect others too. */
  disconnect?(input: { http: ProviderHttp; tenant: string }): Promise<void>;
};

/**
 * Notifications that a platform sends when data has changed. They only trigger a sync, which reads the changes. The
 * signature is the HMAC-SHA256 of the body under the application's key, in base64.
 */
export type Notifications = {
  signatureHeader: 'x-xero-signature' | 'intuit-signature';
  /** The companies (by the platform's own ids) and data types that changed. Throws if the body has another form. */
  read(body: unknown): { tenant: string; dataTypes: readonly string[] }[];
};

export type Connector = {
  platform: { key: string; name: string; sourceType: SourceType };
  credentialFields: readonly CredentialField[];
  /** Set if a person authorizes at the platform itself; `credentialFields` is then empty. */
  oauth?: OauthPlatform;
  notifications?: Notifications;
  /**
   * `operator`: every address it calls is in its code or in the operator's settings. `credentials`: a client gives the
   * address, and Daybook calls it only if it is one that clients may use.
   */
  hostFrom: 'operator' | 'credentials';
  budget: Budget;
  /** The keys are the supported data types. */
  pull: Readonly<Record<string, Pull>>;
  /** The keys are the data types that can be written. */
  push?: Readonly<Record<string, Push>>;
  /** Raise it when a mapping changes: every record then counts as changed. */
  mappingVersion: number;
  /** Whether incremental passes report deletions; if not, periodic full passes find them. */
  tellsDeletions: boolean;
  /** Incremental passes may return unchanged records; Daybook recognises them by their hash. */
  repeatsRecords?: true;
  /** Every pass reads everything, so every pass finds deletions. */
  readsWhole?: true;
  /** Tries the credentials at the provider and returns the company's name there. */
  check(input: { http: ProviderHttp; credentials: Credentials }): Promise<{ companyName: string }>;
};
