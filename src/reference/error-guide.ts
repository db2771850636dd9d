import { peopleErrorGuide } from './error-guide-people.ts';

/** Explains every error code and what to do about it. Each error's `docs` link points to this text. */
export type ErrorAdvice = { status: number; meaning: string; remedy: string };

export const errorGuide: Record<string, ErrorAdvice> = {
  requestMalformed: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its URL is malformed.',
    remedy: 'Encode the URL correctly. Check proxies and other software between your program and the service.',
  },
  bodyMalformed: {
    status: 400,
    meaning: 'The body is not valid JSON.',
    remedy: 'Send valid JSON; the message says where parsing failed.',
  },
  bodyMissing: {
    status: 400,
    meaning: 'The operation needs a JSON body, but the request has none.',
    remedy: 'Send the body with the header Content-Type: application/json.',
  },
  inputInvalid: {
    status: 400,
    meaning: 'A field or parameter is missing, unknown or invalid.',
    remedy: 'validation.errors lists every problem with the name of the field. The reference shows the allowed values.',
  },
  choiceUnknown: {
    status: 400,
    meaning: "A field of a push refers to a record that does not exist in the platform's data set.",
    remedy:
      'Get the allowed values from the push options of the data type. If the record is new, request a sync of that data set.',
  },
  pushRefused: {
    status: 400,
    meaning: 'A push operation failed, because the platform rejected the record or the record could not be sent.',
    remedy:
      "validation.errors of the operation contains the platform's own message, and the name of the field if the platform gives one. Fix the record or the connection, then push again.",
  },
  pushWarning: {
    status: 200,
    meaning:
      'The platform accepted the record but stored it differently. It ignored a field, rounded a value, replaced a reference or changed a text. `validatorName` says which of these happened.',
    remedy:
      'Nothing failed. Read the record to see what the platform stored. Leave out fields that it does not support, and send values with the precision that it supports.',
  },
  badRequest: {
    status: 400,
    meaning: 'A value has the right format but is not possible.',
    remedy: 'The message names the field and the reason.',
  },
  queryMalformed: {
    status: 400,
    meaning: 'The parameter "query" is not a valid filter.',
    remedy:
      'The message says at which character the error is. Put values with special characters in double quotes, and encode the URL.',
  },
  queryTooComplex: {
    status: 400,
    meaning: 'The filter has more than 50 comparisons, or more than 10 comparisons of fields inside arrays.',
    remedy: 'Split the filter into several requests, or filter by a range instead of many single values.',
  },
  queryTooExpensive: {
    status: 400,
    meaning:
      'The list exceeded the time limit for filtered and sorted lists in the database. The same request would take just as long again.',
    remedy:
      'Narrow the filter by a date, an amount, a status or a reference; avoid "~" and fields inside arrays; follow the page links instead of setting "page"; or read the change feed.',
  },
  queryValue: {
    status: 400,
    meaning: 'A comparison in "query" does not match the type of its field.',
    remedy: 'Compare numbers with numbers and times with dates. ~ works only on text; null works only with = and !=.',
  },
  fieldUnknown: {
    status: 400,
    meaning: '"query" or "orderBy" contains a field that the list does not have.',
    remedy: 'The message lists the available fields.',
  },
  orderMalformed: {
    status: 400,
    meaning: 'The parameter "orderBy" is not a list of one to three different field names.',
    remedy: 'Write, for example, orderBy=-created,name.',
  },
  cursorInvalid: {
    status: 400,
    meaning: 'The cursor was modified, or belongs to another account or to a request with other parameters.',
    remedy: 'Follow the "next" and "previous" links unchanged. To jump to a page, omit the cursor.',
  },
  urlRefused: {
    status: 400,
    meaning: 'The URL of a webhook consumer is not valid, or points to an address that webhooks must not be sent to.',
    remedy: 'Use an https:// URL with a public address and without a user name or password.',
  },
  headerReserved: {
    status: 400,
    meaning: 'A custom header has a name that the service itself sets, or that HTTP needs for the connection.',
    remedy: 'Leave the header out, or choose another name.',
  },
  authorizationByPortal: {
    status: 400,
    meaning:
      'The Authorization header of a webhook consumer can only be set in the portal. While the header is set, the URL can also be changed to another server only in the portal.',
    remedy:
      'Sign in to the portal and set the header or change the URL there. If you use only the API, verify deliveries by their signature.',
  },
  mailNotSet: {
    status: 400,
    meaning: 'A rule has e-mail addresses, but the service has no mail server.',
    remedy: 'Leave the addresses out, or ask the operator to set DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM.',
  },
  idempotencyKeyInvalid: {
    status: 400,
    meaning: 'The Idempotency-Key does not have 1 to 255 printable ASCII characters.',
    remedy: 'A UUID is a good key.',
  },
  keyMissing: {
    status: 401,
    meaning: 'There is no Authorization header, or its scheme is not Basic.',
    remedy: 'Send "Authorization: Basic " followed by the Base64 encoding of your API key; "curl -u KEY:" does this.',
  },
  keyIncorrect: {
    status: 401,
    meaning: 'No account has this API key.',
    remedy:
      'Check for a missing or extra character. A key ends with a checksum, so a typing mistake cannot produce another valid key.',
  },
  companyLimitExceeded: {
    status: 402,
    meaning: 'The account has reached the number of companies that its plan allows.',
    remedy: 'Delete companies you no longer need and try again, or ask the operator for another plan.',
  },
  syncScheduleNotAllowed: {
    status: 402,
    meaning: 'The plan does not include this schedule. The free plan has no hourly syncs.',
    remedy: 'Choose daily, weekly, monthly or none, or ask the operator for another plan.',
  },
  accountExpired: {
    status: 402,
    meaning: 'The free account has expired. Nothing has been deleted.',
    remedy: 'Ask the operator for a paid plan.',
  },
  keyOutdated: {
    status: 403,
    meaning: 'The API key was deleted or has expired.',
    remedy: 'Use another key of the account, or create one.',
  },
  ...peopleErrorGuide,
  notYourResource: {
    status: 403,
    meaning: 'The resource belongs to another account, or to a company that this key may not access.',
    remedy: 'Use a key of the right account, or a key that is not limited to company tags.',
  },
  scopeMissing: {
    status: 403,
    meaning: 'The API key does not have the scope that the operation needs.',
    remedy: 'Create a key with that scope. The message names the scope.',
  },
  keyTooNarrow: {
    status: 403,
    meaning: 'The API key is restricted, and the request exceeds its restrictions.',
    remedy: 'Stay within the scopes and company tags of the key, or use a key with more rights.',
  },
  downstreamForbidden: {
    status: 403,
    meaning: 'The platform rejected the credentials, or the user they belong to has insufficient rights there.',
    remedy:
      "Check the credentials and the user's rights on the platform, or open the connection's linkUrl to authorize again.",
  },
  dataSetAuthorizationLost: {
    status: 403,
    meaning: 'The first sync of the data set failed because the platform no longer accepts the credentials.',
    remedy: "Send the company's owner the connection's linkUrl to authorize again, then request the data set again.",
  },
  dataSetPermissionMissing: {
    status: 403,
    meaning: 'The first sync of the data set failed because the authorized user may not read it on the platform.',
    remedy: 'Ask the owner to give that user the permission on the platform, then request the data set again.',
  },
  connectionNotLinked: {
    status: 403,
    meaning: 'Data can only be fetched through a linked connection, and this connection is not linked.',
    remedy: "Open the connection's linkUrl to authorize it, or authorize it with PUT …/authorization.",
  },
  notFound: {
    status: 404,
    meaning: 'The resource does not exist; it may have been deleted.',
    remedy: 'Check the id. List the resources to see which ones exist.',
  },
  recordNotFound: {
    status: 404,
    meaning: 'The data set has no record with this id, or had no such record at the time given by asOf.',
    remedy: "Take ids from the list of the data set. They are the platform's own ids and must be encoded in the URL.",
  },
  dataTypeNotSupported: {
    status: 404,
    meaning: "None of the company's platforms supports this data type, or the company has no connection.",
    remedy: 'GET /platforms shows which platform supports which data types.',
  },
  pushNotSupported: {
    status: 404,
    meaning: 'The platform supports the data type, but not this push operation for it.',
    remedy: 'The message names what can be pushed; GET /platforms lists the push operations of all platforms.',
  },
  pathNotFound: {
    status: 404,
    meaning: 'The API has no such path.',
    remedy: 'Check the path against the reference.',
  },
  methodNotAllowed: {
    status: 405,
    meaning: 'The path exists but does not support this method.',
    remedy: 'The Allow header lists the supported methods.',
  },
  keyLimitExceeded: {
    status: 409,
    meaning: 'The account has the maximum number of API keys.',
    remedy: 'Delete an unused key; "lastUsed" shows when a key was last used.',
  },
  consumerLimitExceeded: {
    status: 409,
    meaning: 'The account has the maximum number of webhook consumers.',
    remedy: 'Delete an unused consumer, or subscribe one consumer to more event types.',
  },
  ruleLimitExceeded: {
    status: 409,
    meaning: 'The account has the maximum number of rules.',
    remedy: 'Delete unused rules. A rule without a company applies to all companies.',
  },
  rulesReadOnly: {
    status: 409,
    meaning:
      'The account uses webhook consumers, which have replaced rules. Rules can be read but not created or changed.',
    remedy: 'Create a webhook consumer with POST /webhooks/consumers.',
  },
  headerByPortal: {
    status: 409,
    meaning: 'The account uses webhook consumers, whose Authorization header can no longer be set through the API.',
    remedy:
      'Sign in to the portal and set the header of the consumer there. The name can still be changed through the API.',
  },
  lastKey: {
    status: 409,
    meaning: 'The only key of the account cannot be deleted, because the account could then no longer be used.',
    remedy: 'Create another key first, then use it to delete this one.',
  },
  secondConnection: {
    status: 409,
    meaning: 'A company can have only one linked accounting system.',
    remedy: 'Unlink or delete the other connection first. Its data stays readable after unlinking.',
  },
  wrongState: {
    status: 409,
    meaning: 'The current state of the resource does not allow this change.',
    remedy: 'The message names the state. Read the resource to see its current state.',
  },
  dataSetNotRequested: {
    status: 409,
    meaning: 'This data set of the company has not been requested yet.',
    remedy:
      'Link a connection, or request a sync of the data type. Read the data set when its first sync has completed.',
  },
  dataSetNotReady: {
    status: 409,
    meaning: 'The data set has been requested, but its first sync has not completed.',
    remedy: 'Try again later. The data status shows the progress of the sync and what it is waiting for.',
  },
  requestUnderWay: {
    status: 409,
    meaning: 'A request with the same Idempotency-Key is still running.',
    remedy: 'Send the same request again after a second. It returns the result of the first request.',
  },
  bookmarkGone: {
    status: 410,
    meaning: 'The service was restored from a backup that is older than your position in the change feed.',
    remedy: 'Read the feed from the beginning, without "after". You then get every record in its newest version.',
  },
  snapshotGone: {
    status: 410,
    meaning: 'A cursor or asOf refers to a state of the list that is no longer stored.',
    remedy: 'Start again at page 1. The message and the Link header contain its URL.',
  },
  eventLogGone: {
    status: 410,
    meaning:
      'The event log belongs to rules, and the account now uses webhook consumers, whose deliveries are retried automatically for 28 hours.',
    remedy:
      'Remove the call. The message log, GET /webhooks/messages, shows what was sent and whether it was delivered.',
  },
  bodyTooLarge: {
    status: 413,
    meaning: 'The body is larger than the service accepts.',
    remedy: 'Send less at once. The operator can change the limit with DAYBOOK_BODY_LIMIT_BYTES.',
  },
  bodyNotJson: {
    status: 415,
    meaning: 'The Content-Type of the body is not JSON.',
    remedy: 'Send the header Content-Type: application/json.',
  },
  idempotencyKeyReused: {
    status: 422,
    meaning: 'The Idempotency-Key was used for a different request within the last 24 hours.',
    remedy: 'Use a new key for each new request, and use the same key only to repeat a request.',
  },
  tooManyRequests: {
    status: 429,
    meaning:
      'One of these limits was reached: requests of the account per minute or day, concurrent requests for one company, concurrent costly lists of the account, unread response bytes of the account, or requests without a key from one address.',
    remedy:
      'Wait for the time in Retry-After. The RateLimit and X-Rate-Limit-Remaining headers show how many requests are left.',
  },
  internalError: {
    status: 500,
    meaning: 'An unexpected error occurred.',
    remedy:
      'Try again later. If the error persists, give the correlationId to the operator, who finds the cause in the log.',
  },
  maintenance: {
    status: 503,
    meaning: 'The operator has put the service into maintenance.',
    remedy: 'Try again after the time in Retry-After. Nothing is lost.',
  },
  downstreamUnavailable: {
    status: 503,
    meaning: 'The platform could not be reached, or its response could not be parsed.',
    remedy: 'Try again later. Nothing has been changed.',
  },
  databaseBusy: {
    status: 503,
    meaning: 'The database did not finish the request within the time limit. Nothing was changed.',
    remedy:
      'Try again after the time in Retry-After. Operators: check DAYBOOK_REQUEST_TIMEOUT_MS and the load of PostgreSQL.',
  },
  databaseUnavailable: {
    status: 503,
    meaning:
      'The service cannot reach its database, or the database accepts no changes, for example because its disk is full or it is a standby.',
    remedy: 'Try again after the time in Retry-After. Operators: see /health/ready and the log.',
  },
};
