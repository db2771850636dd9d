import type { TObject } from 'typebox';
import type { PushWarning } from './compare-kept.ts';
import type { ReadContent } from './content.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http.ts';
import type { PushableFields, PushedField } from './pushed-fields.ts';
import type { RawRequests } from './raw-requests.ts';
import type { Undo } from './undo.ts';
import type { UploadedFiles, Uploads } from './uploads.ts';

/**
 * A connector contains only what is specific to one platform, as data and functions. Daybook handles tokens, request
 * budgets, retries, database transactions, hashing, detection of deletions, logs and metrics. A connector throws only
 * the errors in `provider-errors.ts`. Reading a data type once is called a pass. A pass reads page by page, either all
 * records or only the changes since a cursor.
 */
export type SourceType = 'Accounting' | 'Banking' | 'Commerce' | 'Other';

/** The form of `platform.key`. */
export const platformKeyPattern = /^[a-z][a-z0-9-]{0,49}$/;

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
   * Returns the record as the data type's schema defines it, without id and metadata. Numbers of more than 15 digits
   * are `JSON.rawJSON` values (`exact-json.ts`). Fields with the value undefined are not stored. Daybook calls this
   * function only if `source` has changed, because most records in a sync are unchanged.
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
  /**
   * How many records the whole pass returns, if the platform says it, on any page. Only shown to people as progress;
   * the newest value counts. Leave it out if the platform gives no count or if a count would cost many requests.
   */
  total?: number;
};

export type PullInput = {
  http: ProviderHttp;
  credentials: Credentials;
  /** For an incremental pass: the cursor of the last complete pass. Omitted for a full pass. */
  cursor?: string;
  /** The position at which an interrupted pass resumes. Omitted for a new pass. */
  resumeAt?: string;
  /**
   * The start date in the sync settings. Older records should be skipped. A connector that cannot filter by date
   * ignores this value.
   */
  syncFrom?: string;
  /** Given only to a connector with `uploads`: the files that the data type consists of. */
  files?: UploadedFiles;
};

export type Pull = {
  (input: PullInput): AsyncIterable<PulledPage>;
  /** True if every pass of this data type reads all records, although the platform can tell changes of others. */
  readonly readsWhole?: true;
  /** True if incremental passes of this data type report deletions, also where `Connector.tellsDeletions` is false. */
  readonly tellsDeletions?: true;
};

export type FromSource = (source: string) => PulledRecord;

export type PushOperation = 'create' | 'update' | 'delete';

/** A write that a client has requested. `record` is the client's record, validated against the operation's schema. */
export type PushWish = {
  operation: PushOperation;
  /** Absent if the operation is `delete`. Numbers of more than 15 digits are `JSON.rawJSON` values. */
  record?: object;
  /** Fields of the platform that the client also sets. Only if the push has `customFields`. */
  customFields?: readonly PushedField[];
  /** The provider's own id of the record. Absent if the operation is `create`. */
  recordId?: string;
  /**
   * Daybook's unique UUID for this push. A connector uses it as the idempotency key or searches the provider for it.
   */
  reference: string;
  /**
   * Set for a push with a condition: the version that the record must still have at the provider (`Push.versionOf`). A
   * connector that can compare it in the same step as the write answers `refused` with `isStale` if it differs.
   */
  version?: string;
};

/**
 * The request that a push will send, without authentication. A dry run shows it to the client. A push stores it before
 * sending it. If the request needs ids that only the platform knows, `send` looks them up and adds them.
 */
export type PreparedPush = ProviderRequest;

export type PushInput = {
  http: ProviderHttp;
  credentials: Credentials;
  wish: PushWish;
  prepared: PreparedPush;
  /**
   * True if the same request was sent before and its response was lost. Only for `certainty` `key`. If the platform has
   * no keys for deletions, a record that no longer exists then means that the deletion is done.
   */
  isRepeated?: true;
};

/**
 * The outcome of a push. `providerStatus` is the HTTP status that the provider sent. Daybook stores it in addition to
 * its own status.
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
   * The write was rejected, and nothing was changed. `errors` name fields of the client's record. If `providerStatus`
   * is omitted, the connector itself rejected the write and sent nothing. `statusCode` is set if the rejection means
   * 404 or 409 but the provider sent another status.
   */
  | {
      kind: 'refused';
      providerStatus?: number;
      statusCode?: 404 | 409;
      message: string;
      errors: { itemId: string; message: string }[];
      /** True if the record no longer has `wish.version`. */
      isStale?: true;
    };

/**
 * How a data type is written. The functions throw the errors in `provider-errors.ts`. After RateLimited, AuthRejected,
 * PermissionDenied or PaymentRequired, nothing was written. After Unavailable, the outcome is unknown.
 */
export type Push = {
  /**
   * Schemas of the records that clients send for create and update. They must reject unknown fields. A delete has no
   * body. If a client sends a field that the data type has but the schema lacks, Daybook removes the field before
   * validation and warns the client.
   */
  operations: { create?: TObject; update?: TObject; delete?: true };
  /**
   * Fields that contain the id of a record of another data type. Each path, such as `lineItems.*.accountRef.id`, is
   * mapped to the name of that data type, such as `accounts`.
   */
  choices: Readonly<Record<string, string>>;
  /**
   * Set if creates and updates can also set fields of the platform that the data type does not have
   * (`PushWish.customFields`). `find` must then count an update as performed only if these fields have their values too.
   */
  customFields?: PushableFields;
  /**
   * How the outcome is found after a lost response. `key`: the provider performs requests with the same reference only
   * once, so the request may be sent again. `search`: `find` reports whether the request was performed. `none`: the
   * outcome cannot be found, and a person must decide.
   */
  certainty: 'key' | 'search' | 'none';
  /**
   * How long Daybook waits before it looks up the outcome of a push whose response was lost. After this time, the
   * provider must no longer perform the request. Default: 10 s.
   */
  settlesWithinMs?: number;
  /**
   * For `key`: how long the provider is certain to remember a reference. If the response to a push was lost, Daybook
   * sends the push again only within this time. After that, `find` looks up the outcome, or a person must decide.
   * Default: forever.
   */
  keyLastsMs?: number;
  /**
   * True if the provider's success responses cannot be trusted. A push then succeeds only after `find` has found the
   * record.
   */
  isReadBack?: true;
  /**
   * True if the provider might omit existing records from its lists. If `find` then returns `absent`, the push is not
   * sent again, and a person must decide.
   */
  isAbsenceUnsure?: true;
  /** Returns a warning for each value that the provider is known to store differently. Must not do I/O. */
  foresee?(wish: PushWish): PushWarning[];
  /** Builds the request. The same input must produce the same request, byte for byte. Must not do I/O. */
  prepare(wish: PushWish, credentials: Credentials): PreparedPush;
  send(input: PushInput): Promise<PushAnswer>;
  /** Required if `send` can answer `accepted`. */
  poll?(input: PushInput & { ticket: string }): Promise<PushAnswer>;
  /**
   * Looks up the outcome of a push. A create is found by its `reference`, an update or delete by the current state of
   * its record. `absent` means that the push was certainly not performed.
   */
  find?(input: PushInput): Promise<PushAnswer | { kind: 'absent' }>;
  /**
   * Reads the record of an update or a deletion as the provider has it now. Daybook calls it just before it sends a push
   * that has a condition. `absent`: the provider has no such record.
   */
  read?(input: PushInput): Promise<PushAnswer | { kind: 'absent' }>;
  /**
   * Returns the provider's own version of a record, which every change alters, such as a SyncToken. `source` is the
   * provider's payload. Must not do I/O.
   */
  versionOf?(source: string): string | undefined;
  /**
   * True if the provider itself rejects a write whose `wish.version` is outdated, so that a request can be repeated
   * after a lost response.
   */
  checksVersion?: true;
  /**
   * How a record that was created from `record` is undone. Promise only what every company's books allow, also if
   * records that name this one were undone before and are still there, void or archived. Absent, or undefined: the
   * record cannot be undone. Must not do I/O.
   */
  undo?(record: object): Undo | undefined;
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
  /**
   * How long the previous refresh token still works after a refresh. Daybook needs the previous token if the response
   * with the new token was lost.
   */
  graceMs: number;
  /** Whether a request that got this response may succeed with a new token. Default: true for status 401. */
  isTokenRejected?(answer: ProviderAnswer): boolean;
  /** Returns the id of the company that was authorized. `callback` holds the query parameters of the OAuth callback. */
  findTenant(input: { http: ProviderHttp; callback: Readonly<Record<string, string>> }): Promise<string>;
  /**
   * Returns the ids of all companies that the authorization covers, if the platform lists them. An import then knows
   * whether a token is one for another company.
   */
  listTenants?(input: { http: ProviderHttp }): Promise<readonly string[]>;
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
   * Returns the companies (by the platform's own ids) and data types that changed. Throws if the body does not have the
   * expected format.
   */
  read(body: unknown): { tenant: string; dataTypes: readonly string[] }[];
};

export type Connector = {
  platform: { key: string; name: string; sourceType: SourceType };
  credentialFields: readonly CredentialField[];
  /**
   * Set if a person authorizes access on the platform's website instead of entering credentials. `credentialFields` is
   * then empty.
   */
  oauth?: OauthPlatform;
  notifications?: Notifications;
  /**
   * Set if the records come from files that are uploaded. `credentialFields` is then empty, `readsWhole` is true, and
   * Daybook starts a pass when a file has been confirmed, but none by a schedule.
   */
  uploads?: Uploads;
  /**
   * Who determines which server the connector calls. `operator`: every address is in the connector's code or in the
   * operator's settings. `credentials`: the address is one of the credentials that a client enters. Daybook then blocks
   * addresses that clients may not use.
   */
  hostFrom: 'operator' | 'credentials';
  budget: Budget;
  /** The keys are the supported data types. */
  pull: Readonly<Record<string, Pull>>;
  /** The keys are the data types that can be written. */
  push?: Readonly<Record<string, Push>>;
  /**
   * How a record is read from its stored `source`, by data type, without requests. The result is what `pull` returned
   * with that source; its `id` is ignored. With this function, records are computed again after a change of the mapping.
   * Leave out a data type whose records do not follow from `source` alone: its next full pass computes them again.
   */
  fromSource?: Readonly<Record<string, FromSource>>;
  /** Required if `pull` has `attachments`. */
  content?: ReadContent;
  /** Set if clients may send requests of their own to the platform (`passThrough`). */
  rawRequests?: RawRequests;
  /**
   * Increase this number when a mapping changes. Daybook then computes all records again: from their stored sources if
   * `fromSource` has the data type, otherwise at the next full pass.
   */
  mappingVersion: number;
  /** Whether incremental passes report deletions. If they do not, periodic full passes find the deletions. */
  tellsDeletions: boolean;
  /** True if incremental passes may return unchanged records. Daybook recognises such records by their hash. */
  repeatsRecords?: true;
  /** True if every pass reads all records. Every pass then finds deletions. */
  readsWhole?: true;
  /** Tries the credentials at the provider and returns the name that the company has there. */
  check(input: { http: ProviderHttp; credentials: Credentials }): Promise<{ companyName: string }>;
};
