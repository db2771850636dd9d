import type { TObject } from 'typebox';
import type { PushWarning } from './compare-kept.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http.ts';
import type { RecordRow } from './record-row.ts';

/**
 * What a platform needs from us, and nothing else: data and functions. Tokens, budgets, retries, transactions, hashing,
 * delete detection, logs and metrics are the house's job. A connector throws only the errors of `provider-errors.ts`.
 */
export type SourceType = 'Accounting' | 'Banking' | 'Commerce' | 'Other';

export type CredentialField = { name: string; label: string; secret: boolean; help?: string };

export type Budget = {
  /** Requests within a time, for one connection and for the platform as a whole. */
  connection: { requests: number; perMs: number; atOnce: number; perDay?: number };
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
  /** Where a thread has read it: `record` and `source` are then left out, and the page makes the rows. */
  contentHash?: Buffer;
};

export type PulledPage = {
  records: PulledRecord[];
  /** Where this pass goes on after a crash: given back as `resumeAt`. Null after the last page. */
  resumeAt: string | null;
  /** Where the next incremental pass begins. Must be known on the last page, at the latest. */
  cursor?: string;
  /** Where a thread has read it (connector-threads.ts): the rows of some of its records. */
  rows?(records: readonly PulledRecord[], modified: string): Promise<RecordRow[]>;
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

export type PushOperation = 'create' | 'update' | 'delete';

/** What a client wants done at the provider. `record` is as the client sent it, checked against the operation's schema. */
export type PushWish = {
  operation: PushOperation;
  /** Absent on delete. Numbers beyond 15 digits are `JSON.rawJSON`. */
  record?: object;
  /** The provider's own identifier; absent on create. */
  recordId?: string;
  /** Ours, a UUID that no other push has: the idempotency key, or what the provider is searched by. */
  reference: string;
};

/**
 * A request without what signs it in: shown by a dry run, kept as the intent, and then sent as it is. Where a platform
 * wants ids that only it knows, `send` looks them up and adds them.
 */
export type PreparedPush = ProviderRequest;

export type PushInput = { http: ProviderHttp; credentials: Credentials; wish: PushWish; prepared: PreparedPush };

/** What the provider said. `providerStatus` is its HTTP status, word for word, kept beside ours. */
export type PushAnswer =
  /**
   * The record as the provider holds it now; after a delete `{ id, isDeleted: true }`. The house compares it with what was
   * sent; `warnings` is what the provider itself said besides.
   */
  | { kind: 'done'; providerStatus: number; record: PulledRecord; warnings?: readonly PushWarning[] }
  /** It works on it: `poll` is asked with the ticket, not before `pollAtMs`. */
  | { kind: 'accepted'; providerStatus: number; ticket: string; pollAtMs?: number }
  /**
   * It does not want it, and has changed nothing. `errors` name fields of the client's record. Without `providerStatus`:
   * the connector knows that it would be refused, and nothing was sent. `statusCode`: what the refusal means, where the
   * provider's own status does not say it.
   */
  | {
      kind: 'refused';
      providerStatus?: number;
      statusCode?: 404 | 409;
      message: string;
      errors: { itemId: string; message: string }[];
    };

/**
 * How a data type is written. Throws the errors of `provider-errors.ts`: RateLimited, AuthRejected, PermissionDenied and
 * PaymentRequired say that nothing was done; Unavailable leaves open whether it was.
 */
export type Push = {
  /**
   * What may be sent with create and with update, closed (additionalProperties: false); delete has no body. A field that
   * the data type has and the schema does not is left out of what the connector gets, and the client is warned.
   */
  operations: { create?: TObject; update?: TObject; delete?: true };
  /** Fields whose values are ids of another data set: pointers such as `lineItems.*.accountRef.id`, and the data type. */
  choices: Readonly<Record<string, string>>;
  /**
   * What makes it certain after an answer was lost. `key`: the provider does a reference only once, so it may be sent
   * again. `search`: `find` tells whether it was done. `none`: nobody can tell, and a person is asked.
   */
  certainty: 'key' | 'search' | 'none';
  /**
   * After this time without an answer the provider is done with a request, one way or the other: only then does `absent`
   * mean that it was not done. Default: 10 s.
   */
  settlesWithinMs?: number;
  /**
   * With `key`: so long the provider certainly remembers a reference. What was asked for longer ago is not sent again
   * after a lost answer: it is searched for, or a person is asked. Default: for ever.
   */
  keyLastsMs?: number;
  /** A success is believed only after `find` has met the record. */
  isReadBack?: true;
  /** The provider can have what it does not show: `absent` proves nothing, nothing is sent again, and a person is asked. */
  isAbsenceUnsure?: true;
  /** What the provider will keep otherwise than it is sent, as far as that is known before. No I/O. */
  foresee?(wish: PushWish): PushWarning[];
  /** Same wish, same request, byte for byte. No I/O. */
  prepare(wish: PushWish, credentials: Credentials): PreparedPush;
  send(input: PushInput): Promise<PushAnswer>;
  /** Where `send` can answer `accepted`. */
  poll?(input: PushInput & { ticket: string }): Promise<PushAnswer>;
  /** Looks the outcome up by reference (create) or record (update, delete); `absent`: it was certainly not done. */
  find?(input: PushInput): Promise<PushAnswer | { kind: 'absent' }>;
};

/**
 * How a platform is authorized by OAuth 2. The house keeps the tokens, renews them and signs every request with them: a
 * connector sees none. Its credentials are then `{ tenant }`, the company there by the platform's own name.
 */
export type OauthPlatform = {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  scopes: readonly string[];
  /** So long after a renewal the refresh token before it still works, should the answer have been lost. */
  graceMs: number;
  /** Whether another token may help. Default: every 401. */
  isTokenRejected?(answer: ProviderAnswer): boolean;
  /** Which company was authorized; `callback` is what the platform sent along with the person. */
  findTenant(input: { http: ProviderHttp; callback: Readonly<Record<string, string>> }): Promise<string>;
  /** Takes one company's authorization back, where revoking the token would take back too much. */
  disconnect?(input: { http: ProviderHttp; tenant: string }): Promise<void>;
};

/**
 * What a platform sends by itself when something has changed. It only rings: what has changed is read as ever. Its
 * signature is the HMAC-SHA256 of the body, in base64, under the application's key.
 */
export type Notifications = {
  signatureHeader: 'x-xero-signature' | 'intuit-signature';
  /** Which companies, by the platform's own names, and which of their data. Throws where the body is of another form. */
  read(body: unknown): { tenant: string; dataTypes: readonly string[] }[];
};

export type Connector = {
  platform: { key: string; name: string; sourceType: SourceType };
  credentialFields: readonly CredentialField[];
  /** Where a person authorizes at the platform itself; `credentialFields` is then empty. */
  oauth?: OauthPlatform;
  notifications?: Notifications;
  /**
   * `operator`: every address that it calls stands in its code or in the operator's settings. `credentials`: a client
   * names it, and the house lets it lead only where a client may send us.
   */
  hostFrom: 'operator' | 'credentials';
  budget: Budget;
  /** The keys are the supported data types. */
  pull: Readonly<Record<string, Pull>>;
  /** The keys are the data types that can be written. */
  push?: Readonly<Record<string, Push>>;
  /** Moves when a mapping changes: every record is then read as changed. */
  mappingVersion: number;
  /** Whether an incremental pass also tells deletions; where not, full passes find them now and then. */
  tellsDeletions: boolean;
  /** Whether an incremental pass may bring again what has not changed; the house tells it apart. */
  repeatsRecords?: true;
  /** There is no other pass than one that reads everything, and so each finds deletions. */
  readsWhole?: true;
  /** Tries the credentials against the provider; answers with the name of the company there. */
  check(input: { http: ProviderHttp; credentials: Credentials }): Promise<{ companyName: string }>;
};
