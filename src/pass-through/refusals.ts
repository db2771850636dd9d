import { defineRefusal } from '../base/errors.ts';

/** Errors of requests that are passed through to a platform. */

const service = 'passThrough';

export const passThroughNotSupported = defineRefusal({
  code: 'passThroughNotSupported',
  status: 404,
  meaning: 'The connector of the platform cannot pass requests through, or not with this method.',
  remedy: 'GET /platforms shows which platforms can (`passThrough`). Use the data and push operations instead.',
  service,
  error: ({ platform, reason }: { platform: string; reason?: string }) =>
    `Not found: requests cannot be passed through to ${platform}${reason ? `: ${reason}` : ''}.`,
});

export const passThroughKeyMissing = defineRefusal({
  code: 'passThroughKeyMissing',
  status: 400,
  meaning: 'A request that may change something at the platform has no Idempotency-Key.',
  remedy: 'Send a new key, such as a UUID, with each new request, and the same key to repeat one.',
  service,
  error: () => {
    const error = 'A request with another method than GET needs the header "Idempotency-Key".';
    return { error, validation: [{ itemId: 'Idempotency-Key', message: error }] };
  },
});

/** The answer to a write was lost, or the process ended. The request must not be repeated silently. */
export const passThroughUnknown = defineRefusal({
  code: 'passThroughUnknown',
  status: 409,
  meaning:
    'A request with this Idempotency-Key was sent to the platform, and Daybook has no answer to it. The platform may have carried it out, or may still be doing so.',
  remedy: 'Look up at the platform whether it was carried out. If it was not, send it again with a new key.',
  error: ({ platform, reason }: { platform: string; reason: string }) => ({
    error: `Conflict: it is unknown whether the platform has carried out the request: ${reason}`,
    service: platform,
  }),
});
