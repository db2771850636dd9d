import type { TObject } from 'typebox';
import type { PushWarning } from './compare-kept.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http.ts';

/**
 * A connector holds only what is specific to a platform, as data and functions. Daybook handles tokens, budgets,
 * retries, transactions, hashing, delete detection, logs and metrics. A connector throws only the errors in
 * `provider-errors.ts`. A pass reads a data type page by page, either in full or incrementally from a cursor.
 */
export type SourceType = 'Accounting' | 'Banking' | 'Commerce' | 'Other';

export type CredentialField = { name: string; label: string; secret: boolean; help?: string };

export type Budget = {
  /**
   * Limits for one connection (`connection`) and for all connections together (`platform`). At most `requests` requests
   * per `perMs` milliseconds, `atOnce` requests in parallel and `perDay` requests per day.
   */
  connection: { requests: number; perMs: number; atOnce: number; perDay?: number };
  platform: { requests: number; perMs: number; atOnce: number };
};

export type Credentials = Readonly<Record<string, string>>;

export type PulledRecord = {
  /** The provider's own identifier, unique inside the data set. */
  id: string;
  /** True if the record was deleted at the provider. `record` is then omitted. */
  isDeleted?: boolean;
  sourceModifiedDate?: string;
  /**
   * Returns the record in the data type's schema, without id and metadata. Numbers beyond 15 digits are `JSON.rawJSON`
   * (`exact-json.ts`). Undefined members are left out, as by `JSON.stringify`. Called only if `source` has changed,
   * because most records in a sync are unchanged.
   */
  record?: () => object;
  /**
   * The provider's own payload as JSON text. The result of `record` must depend only on `source` and `mappingVersion`.
   */
  source?: string;
};

export type PulledPage = {
  records: PulledRecord[];
  /**
   * The position at which this pass resumes after a crash. It is passed to `pull` as `resumeAt`. Null on the last page.
   */
  resumeAt: string | null;
  /** The position at which the next incremental pass begins. Required on the last page. */
  cursor?: string;
};

export type PullInput = {
  http: ProviderHttp;
  credentials: Credentials;
  /** For an incremental pass: the cursor of the last complete pass. Omitted for a full pass. */
  cursor?: string;
  /** The position at which an interrupted pass resumes. Omitted for a new pass. */
  resumeAt?: string;
  /**
   * Skip records from before this date, which the sync settings define. A connector that cannot filter by date ignores
   * it.
   */
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
  /**
   * Daybook's unique UUID for this push. A connector uses it as the idempotency key or searches the provider for it.
   */
  reference: string;
};

/**
 * A request without authentication. A dry run shows this request, and a push stores it before sending it. If the
 * request needs ids that only the platform knows, `send` looks up the ids and adds them.
 */
export type PreparedPush = ProviderRequest;

export type PushInput = { http: ProviderHttp; credentials: Credentials; wish: PushWish; prepared: PreparedPush };

/**
 * The outcome of a push. `providerStatus` is the provider's own HTTP status, which is stored next to Daybook's status.
 */
export type PushAnswer =
  /**
   * `record` is the record that the provider now stores; after a delete it is `{ id, isDeleted: true }`. Daybook
   * compares it with the record that was sent. `warnings` are additional warnings from the provider.
   */
  | { kind: 'done'; providerStatus: number; record: PulledRecord; warnings?: readonly PushWarning[] }
  /** The provider is still working. Call `poll` with the ticket, but not before `pollAtMs`. */
  | { kind: 'accepted'; providerStatus: number; ticket: string; pollAtMs?: number }
  /**
   * The write was rejected and nothing was changed. `errors` name fields of the client's record. If `providerStatus` is
   * omitted, the connector itself rejected the write and sent nothing. `statusCode` is set if the provider's own status
   * does not express the meaning of the rejection.
   */
  | {
      kind: 'refused';
      providerStatus?: number;
      statusCode?: 404 | 409;
      message: string;
      errors: { itemId: string; message: string }[];
    };

/**
 * How a data type is written. The functions throw the errors in `provider-errors.ts`. After RateLimited, AuthRejected,
 * PermissionDenied or PaymentRequired, nothing was written. After Unavailable, the outcome is unknown.
 */
export type Push = {
  /**
   * Schemas for create and update. They are closed (`additionalProperties: false`). A delete has no body. A field that
   * the data type has but the schema lacks is removed before the connector gets the record, and the client gets a
   * warning.
   */
  operations: { create?: TObject; update?: TObject; delete?: true };
  /**
   * Fields that hold ids of another data set. Maps a pointer such as `lineItems.*.accountRef.id` to that set's data
   * type.
   */
  choices: Readonly<Record<string, string>>;
  /**
   * How the outcome is found after a lost response. `key`: the provider performs requests with the same reference only
   * once, so the request may be sent again. `search`: `find` reports whether the request was performed. `none`: the
   * outcome cannot be found, and a person must decide.
   */
  certainty: 'key' | 'search' | 'none';
  /**
   * After this time without a response, the provider has either performed the request or never will. Only after this
   * time does `absent` mean that the request was not performed. Default: 10 s.
   */
  settlesWithinMs?: number;
  /**
   * For `key`: how long the provider is certain to remember a reference. If the response to an older push was lost, the
   * push is not sent again. Instead, `find` looks for its outcome, or a person must decide. Default: forever.
   */
  keyLastsMs?: number;
  /** Set if a success counts only after `find` has found the record. */
  isReadBack?: true;
  /**
   * Set if the provider might omit existing records from its lists. After `absent`, the push is not sent again, and a
   * person must decide.
   */
  isAbsenceUnsure?: true;
  /** Returns warnings about values that the provider is known to store differently. Must not do I/O. */
  foresee?(wish: PushWish): PushWarning[];
  /** Builds the request. The same wish must give the same request, byte for byte. Must not do I/O. */
  prepare(wish: PushWish, credentials: Credentials): PreparedPush;
  send(input: PushInput): Promise<PushAnswer>;
  /** Required if `send` can answer `accepted`. */
  poll?(input: PushInput & { ticket: string }): Promise<PushAnswer>;
  /**
   * Looks up the outcome by reference (create) or by record (update, delete). `absent` means that the push was
   * certainly not performed.
   */
  find?(input: PushInput): Promise<PushAnswer | { kind: 'absent' }>;
};

/**
 * How a person authorizes access to a platform by OAuth 2. Daybook stores the tokens, refreshes them and signs every
 * request, so a connector never sees a token. The connector's credentials are then `{ tenant }`, which is the
 * platform's own id of the company.
 */
export type OauthPlatform = {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  scopes: readonly string[];
  /** How long the previous refresh token still works after a refresh. It is needed if the response was lost. */
  graceMs: number;
  /**
   * Whether a retry with a new token may succeed after this response. Default: after every response with status 401.
   */
  isTokenRejected?(answer: ProviderAnswer): boolean;
  /** Returns the id of the company that was authorized. `callback` holds the query parameters of the OAuth callback. */
  findTenant(input: { http: ProviderHttp; callback: Readonly<Record<string, string>> }): Promise<string>;
  /** Withdraws the authorization of one company. Needed if revoking the token would also affect other companies. */
  disconnect?(input: { http: ProviderHttp; tenant: string }): Promise<void>;
};

/**
 * Notifications that a platform sends when data has changed. They only trigger a sync, which reads the changes. The
 * signature is the HMAC-SHA256 of the body under the application's key, in base64.
 */
export type Notifications = {
  /** Name of the header that carries the signature, in lower case. */
  signatureHeader: string;
  /**
   * Returns the companies (by the platform's own ids) and data types that changed. Throws if the body has another form.
   */
  read(body: unknown): { tenant: string; dataTypes: readonly string[] }[];
};

export type Connector = {
  platform: { key: string; name: string; sourceType: SourceType };
  credentialFields: readonly CredentialField[];
  /** Set if a person authorizes at the platform itself; `credentialFields` is then empty. */
  oauth?: OauthPlatform;
  notifications?: Notifications;
  /**
   * `operator`: every address that the connector calls is in its code or in the operator's settings. `credentials`: a
   * client gives the address, and Daybook calls it only if clients may use that address.
   */
  hostFrom: 'operator' | 'credentials';
  budget: Budget;
  /** The keys are the supported data types. */
  pull: Readonly<Record<string, Pull>>;
  /** The keys are the data types that can be written. */
  push?: Readonly<Record<string, Push>>;
  /** Increase this number when a mapping changes. Every record then counts as changed. */
  mappingVersion: number;
  /** Whether incremental passes report deletions. If they do not, periodic full passes find the deletions. */
  tellsDeletions: boolean;
  /** Set if incremental passes may return unchanged records. Daybook recognises them by their hash. */
  repeatsRecords?: true;
  /** Set if every pass reads all records and so finds deletions. */
  readsWhole?: true;
  /** Tries the credentials at the provider and returns the name that the company has there. */
  check(input: { http: ProviderHttp; credentials: Credentials }): Promise<{ companyName: string }>;
};
