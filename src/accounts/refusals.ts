import { defineRefusal } from '../base/errors.ts';

/** Errors about API keys and plans. */
const service = 'accounts';
const headers = { 'www-authenticate': 'Basic realm="Daybook", charset="UTF-8"' };

export const keyMissing = defineRefusal({
  code: 'keyMissing',
  status: 401,
  meaning: 'There is no Authorization header, or its scheme is not Basic.',
  remedy: 'Send "Authorization: Basic " followed by the Base64 encoding of your API key; "curl -u KEY:" does this.',
  service,
  headers,
  error: 'Unauthorized: send the header "Authorization: Basic " followed by the Base64 encoding of your API key.',
});

export const keyIncorrect = defineRefusal({
  code: 'keyIncorrect',
  status: 401,
  meaning: 'No account has this API key.',
  remedy:
    'Check for a missing or extra character. A key ends with a checksum, so a typing mistake cannot produce another valid key.',
  service,
  headers,
  error: 'Unauthorized: the API key is incorrect.',
});

/** The requirements prescribe the `error` text. */
export const accountExpired = defineRefusal({
  code: 'accountExpired',
  status: 402,
  meaning: 'The free account has expired. Nothing has been deleted.',
  remedy: 'Ask the operator for a paid plan.',
  service,
  error: (parts: { accountId: string; days: number }) => ({
    error: 'Payment Required',
    validation: [
      {
        itemId: parts.accountId,
        validatorName: 'AccountExpiryValidator',
        message: `This free account is older than ${parts.days} days and has expired. Choose a paid plan to continue; nothing has been deleted.`,
      },
    ],
  }),
});

export const keyOutdated = defineRefusal({
  code: 'keyOutdated',
  status: 403,
  meaning: 'The API key was deleted or has expired.',
  remedy: 'Use another key of the account, or create one.',
  service,
  error: (parts: { reason: 'deleted' | 'expired' }) =>
    `Forbidden: this API key is outdated because it ${parts.reason === 'deleted' ? 'was deleted' : 'has expired'}. Use another key.`,
});

export const keyLimitExceeded = defineRefusal({
  code: 'keyLimitExceeded',
  status: 409,
  meaning: 'The account has the maximum number of API keys.',
  remedy: 'Delete an unused key; "lastUsed" shows when a key was last used.',
  service,
  error: (parts: { limit: number }) => {
    const error = `Conflict: an account can have at most ${parts.limit} API keys. Delete an unused key and try again.`;
    return { error, validation: [{ message: error, validatorName: 'ApiKeyLimitValidator' }] };
  },
});

export const lastKey = defineRefusal({
  code: 'lastKey',
  status: 409,
  meaning: 'The only key of the account cannot be deleted, because the account could then no longer be used.',
  remedy: 'Create another key first, then use it to delete this one.',
  service,
  error: 'Conflict: this is the last API key of the account. Create another one first.',
});

/** Cannot happen, because the access checks have found the account. The response is a 500 without details. */
export const accountMissing = () => new Error('A request came from an account that does not exist.');
