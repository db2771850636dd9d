import { peopleErrorGuide } from './error-guide-people.ts';

/** What every error code means and what to do about it: the page that each error's `docs` link leads to. */
export type ErrorAdvice = { status: number; meaning: string; remedy: string };

export const errorGuide: Record<string, ErrorAdvice> = {
  requestMalformed: {
    status: 400,
    meaning: 'The request is not well-formed HTTP, or its URL is not.',
    remedy: 'Encode the URL; check what stands between your program and the service.',
  },
  bodyMalformed: {
    status: 400,
    meaning: 'The body is not JSON.',
    remedy: 'Send valid JSON; the message says where reading it failed.',
  },
  bodyMissing: {
    status: 400,
    meaning: 'The operation needs a JSON body and got none.',
    remedy: 'Send the body with the header Content-Type: application/json.',
  },
  inputInvalid: {
    status: 400,
    meaning: 'A field or parameter is missing, unknown, or not of its form.',
    remedy: 'validation.errors lists every problem with the name of the field. The reference shows the forms.',
  },
  choiceUnknown: {
    status: 400,
    meaning: "A field of a push names a record that the platform's data set does not have.",
    remedy: 'The options of the data type list the choices. Request a sync of that data set if the record is new.',
  },
  pushRefused: {
    status: 400,
    meaning: 'A push operation failed: the platform refused the record, or it could not be sent.',
    remedy:
      "validation.errors of the operation has the platform's own words, with the name of the field where it names one. Fix the record or the connection, then push again.",
  },
  pushWarning: {
    status: 200,
    meaning:
      'The platform took the record and keeps it otherwise than it was sent: it ignores a field, rounds a value, replaces a reference or changes a text. `validatorName` says which.',
    remedy:
      'Nothing failed. Read the record to see what the platform keeps; leave out what it does not take, and send values of the precision that it has.',
  },
  badRequest: {
    status: 400,
    meaning: 'A value is of the right form but cannot be.',
    remedy: 'The message names the field and the reason.',
  },
  queryMalformed: {
    status: 400,
    meaning: 'The parameter "query" does not follow the filter language.',
    remedy:
      'The message says at which character. Put values with special characters in double quotes, and encode the URL.',
  },
  queryTooComplex: {
    status: 400,
    meaning: 'The filter has more than 50 comparisons, or more than 10 of fields inside arrays.',
    remedy: 'Split it into several requests, or filter by a range instead of many single values.',
  },
  queryTooExpensive: {
    status: 400,
    meaning:
      'The list took longer in the database than a filtered or sorted list may. The same request would take as long again.',
    remedy:
      'Narrow the filter by a date, an amount, a status or a reference; avoid "~" and fields inside arrays; follow the links instead of setting "page"; or read the change feed.',
  },
  queryValue: {
    status: 400,
    meaning: 'A comparison in "query" does not fit the kind of its field.',
    remedy: 'Numbers compare with numbers, times with dates; ~ works on text; null goes with = and != only.',
  },
  fieldUnknown: {
    status: 400,
    meaning: '"query" or "orderBy" names a field that the list does not have.',
    remedy: 'The message lists the fields that it has.',
  },
  orderMalformed: {
    status: 400,
    meaning: 'The parameter "orderBy" is not one to three different field names.',
    remedy: 'Write for example orderBy=-created,name.',
  },
  cursorInvalid: {
    status: 400,
    meaning: 'The cursor was changed, belongs to another account, or to a request with other parameters.',
    remedy: 'Follow the links "next" and "previous" as they are; to jump to a page, leave the cursor out.',
  },
  urlRefused: {
    status: 400,
    meaning: 'The URL of a webhook consumer is none, or leads to where webhooks may not go.',
    remedy: 'Give an https:// URL with a public address and without user name or password.',
  },
  headerReserved: {
    status: 400,
    meaning: 'A custom header has a name that the service sets itself, or that belongs to the connection.',
    remedy: 'Leave it out, or choose another name.',
  },
  authorizationByPortal: {
    status: 400,
    meaning:
      'The Authorization header of a webhook consumer can be set in the portal only, and be sent to another server only by a change of the URL there.',
    remedy:
      'Sign in to the portal and set it, or change the URL, there; through the API, deliveries are proved by their signature.',
  },
  mailNotSet: {
    status: 400,
    meaning: 'A rule names e-mail addresses, and the service has no mail server to send through.',
    remedy: 'Leave the addresses out, or ask the operator to set DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM.',
  },
  idempotencyKeyInvalid: {
    status: 400,
    meaning: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
    remedy: 'A UUID is a good key.',
  },
  keyMissing: {
    status: 401,
    meaning: 'There is no Authorization header, or not one of the scheme Basic.',
    remedy: 'Send "Authorization: Basic " followed by the Base64 encoding of your API key; curl -u KEY: does it.',
  },
  keyIncorrect: {
    status: 401,
    meaning: 'No account has this API key.',
    remedy:
      'Check for a missing or doubled character: a key ends with a checksum, so a typing mistake is never another key.',
  },
  companyLimitExceeded: {
    status: 402,
    meaning: 'The plan holds no more companies.',
    remedy: 'Delete companies you no longer need and try again, or ask the operator for another plan.',
  },
  syncScheduleNotAllowed: {
    status: 402,
    meaning: 'The plan does not hold the schedule: the free plan has no hourly one.',
    remedy: 'Choose daily, weekly, monthly or none, or ask the operator for another plan.',
  },
  accountExpired: {
    status: 402,
    meaning: 'The free account is older than its lifetime. Nothing has been deleted.',
    remedy: 'Ask the operator for a paid plan.',
  },
  keyOutdated: {
    status: 403,
    meaning: 'The API key existed and was deleted, or its time has passed.',
    remedy: 'Use another key of the account, or create one.',
  },
  ...peopleErrorGuide,
  notYourResource: {
    status: 403,
    meaning: 'The resource belongs to another account, or to companies that this key is not for.',
    remedy: 'Use a key of the right account, or one without a limit to company tags.',
  },
  scopeMissing: {
    status: 403,
    meaning: 'The key lacks the scope that the operation needs.',
    remedy: 'Create a key with that scope; the message names it.',
  },
  keyTooNarrow: {
    status: 403,
    meaning: 'The key is limited, and the request would go beyond its limits.',
    remedy: 'Stay within the scopes and company tags of the key, or use a wider one.',
  },
  downstreamForbidden: {
    status: 403,
    meaning: 'The platform refused the credentials, or the person behind them has too few rights there.',
    remedy: "Check the credentials with the platform; open the connection's linkUrl to authorize again.",
  },
  dataSetAuthorizationLost: {
    status: 403,
    meaning: 'The first sync of the data set ended because the platform no longer accepts the credentials.',
    remedy: "Send the company's owner the connection's linkUrl to authorize again, then request the data set.",
  },
  dataSetPermissionMissing: {
    status: 403,
    meaning: 'The first sync of the data set ended because the platform does not let the authorized person read it.',
    remedy: 'The owner gives that person the permission at the platform, then request the data set again.',
  },
  connectionNotLinked: {
    status: 403,
    meaning: 'Data can only be fetched through a connection that is linked, and this one is not.',
    remedy: "Open the connection's linkUrl to authorize it, or authorize it by PUT …/authorization.",
  },
  notFound: {
    status: 404,
    meaning: 'There is no such resource; it may have been deleted.',
    remedy: 'Check the identifier; list the resources to see what is there.',
  },
  recordNotFound: {
    status: 404,
    meaning: 'The data set has no record of this id, or had none at the time of asOf.',
    remedy: "Take ids from the list of the data set: they are the platform's own. Encode them in the URL.",
  },
  dataTypeNotSupported: {
    status: 404,
    meaning: "None of the company's platforms has this data type, or the company has no connection.",
    remedy: 'GET /platforms lists which platform supports which data types.',
  },
  pushNotSupported: {
    status: 404,
    meaning: 'The platform has the data type, but it cannot be pushed, or not by this operation.',
    remedy: 'The message names what can be pushed; GET /platforms has the matrix.',
  },
  pathNotFound: {
    status: 404,
    meaning: 'The API has no such path.',
    remedy: 'Check the path against the reference.',
  },
  methodNotAllowed: {
    status: 405,
    meaning: 'The path exists but not for this method.',
    remedy: 'The header Allow lists the methods it has.',
  },
  keyLimitExceeded: {
    status: 409,
    meaning: 'The account has as many API keys as it may.',
    remedy: 'Delete a key that is no longer used; "lastUsed" tells which.',
  },
  consumerLimitExceeded: {
    status: 409,
    meaning: 'The account has as many webhook consumers as it may.',
    remedy: 'Delete one that is no longer used, or let one consumer take more event types.',
  },
  ruleLimitExceeded: {
    status: 409,
    meaning: 'The account has as many rules as it may.',
    remedy: 'Delete rules that are no longer used; one without a company holds for all of them.',
  },
  rulesReadOnly: {
    status: 409,
    meaning: 'The newer webhooks serve the account: rules can be read, and no longer made or changed.',
    remedy: 'Set up a webhook consumer: POST /webhooks/consumers.',
  },
  headerByPortal: {
    status: 409,
    meaning: 'The newer webhooks serve the account: the API no longer sets their Authorization header.',
    remedy: 'Sign in to the portal and set it there, on the consumer. The name can still be changed here.',
  },
  lastKey: {
    status: 409,
    meaning: 'The only key of the account cannot be deleted: nobody could use the account any more.',
    remedy: 'Create another key first, then delete this one with it.',
  },
  secondConnection: {
    status: 409,
    meaning: 'A company has at most one linked accounting system.',
    remedy: 'Unlink or delete the other connection first; its data stays readable after unlinking.',
  },
  wrongState: {
    status: 409,
    meaning: 'The resource is in a state from which this change is not possible.',
    remedy: 'The message names the state; read the resource to see where it stands now.',
  },
  dataSetNotRequested: {
    status: 409,
    meaning: 'Nobody has asked for this data set of the company yet.',
    remedy: 'Link a connection, or ask for a sync of the data type; then read it when its first sync has completed.',
  },
  dataSetNotReady: {
    status: 409,
    meaning: 'The data set has been asked for, and its first sync has not completed.',
    remedy: 'Try again later. The status of the data shows where the sync stands and what it waits for.',
  },
  requestUnderWay: {
    status: 409,
    meaning: 'A request with the same Idempotency-Key is still running.',
    remedy: 'Send the same request again after a second; it answers with the result of the first.',
  },
  bookmarkGone: {
    status: 410,
    meaning: 'The service was restored from a backup that is older than the bookmark of the change feed.',
    remedy: 'Read the feed from its beginning, without "after": every record comes with its newest version.',
  },
  snapshotGone: {
    status: 410,
    meaning: 'A cursor or asOf names a state of the list that is older than what is kept.',
    remedy: 'Begin the walk anew: the message and the Link header have the address of its first page.',
  },
  eventLogGone: {
    status: 410,
    meaning:
      'The event log of rules belongs to the older webhooks, and the newer ones serve the account: they try deliveries again for 28 hours by themselves.',
    remedy: 'Remove the call. The message log, GET /webhooks/messages, shows what was sent and what came of it.',
  },
  bodyTooLarge: {
    status: 413,
    meaning: 'The body has more bytes than the service takes.',
    remedy: 'Send less at once. The operator sets the limit by DAYBOOK_BODY_LIMIT_BYTES.',
  },
  bodyNotJson: {
    status: 415,
    meaning: 'The body is announced as something else than JSON.',
    remedy: 'Send the header Content-Type: application/json.',
  },
  idempotencyKeyReused: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request within the last 24 hours.',
    remedy: 'Make a new key for each new request, and keep it only for sending that request again.',
  },
  tooManyRequests: {
    status: 429,
    meaning:
      'The account has used up its requests of the minute or the day, too many for one company run at once, or too many of its costly lists; it has left too many bytes of its answers untaken; or the address has sent too many requests without a key.',
    remedy: 'Wait as long as Retry-After says. The headers RateLimit and X-Rate-Limit-Remaining tell beforehand.',
  },
  internalError: {
    status: 500,
    meaning: 'Something failed that should not have.',
    remedy: 'Try again later. If it stays, quote the correlationId to the operator: the log has the cause under it.',
  },
  maintenance: {
    status: 503,
    meaning: 'The operator has switched the service to maintenance.',
    remedy: 'Try again after the time in Retry-After; nothing is lost.',
  },
  downstreamUnavailable: {
    status: 503,
    meaning: 'The platform could not be reached, or its answer could not be read.',
    remedy: 'Try again later; nothing has been changed.',
  },
  databaseBusy: {
    status: 503,
    meaning: 'The database did not finish the request within the time that requests have. Nothing was changed.',
    remedy:
      'Try again after the time in Retry-After. Operators: DAYBOOK_REQUEST_TIMEOUT_MS, and what PostgreSQL is busy with.',
  },
  databaseUnavailable: {
    status: 503,
    meaning: 'The service cannot reach its database at this moment, or it takes no changes (a full disk, a standby).',
    remedy: 'Try again after the time in Retry-After. Operators: see /health/ready and the log.',
  },
};
