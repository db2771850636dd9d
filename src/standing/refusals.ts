import { defineRefusal } from '../base/errors.ts';

export const standingQueryLimitExceeded = defineRefusal({
  code: 'standingQueryLimitExceeded',
  status: 409,
  meaning: 'The account has the maximum number of standing queries.',
  remedy: 'Delete standing queries that are no longer used.',
  service: 'webhooks',
  error: (parts: { limit: number }) => {
    const error = `Conflict: an account can have at most ${parts.limit} standing queries. Delete one that is no longer used and try again.`;
    return { error, validation: [{ message: error, validatorName: 'StandingQueryLimitValidator' }] };
  },
});
