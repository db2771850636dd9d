import { defineRefusal } from '../base/errors.ts';

/**
 * The platform rejected the credentials. The connection must be authorized again, or its user needs more rights on the
 * platform. `service` is the platform.
 */
export const downstreamForbidden = defineRefusal({
  code: 'downstreamForbidden',
  status: 403,
  meaning: 'The platform rejected the credentials, or the user they belong to has insufficient rights there.',
  remedy:
    "Check the credentials and the user's rights on the platform, or open the connection's linkUrl to authorize again.",
  error: (parts: { platform: string; error: string }) => ({
    error: `Forbidden: the platform does not accept the credentials: ${parts.error}`,
    service: parts.platform,
  }),
});

export const connectionNotLinked = defineRefusal({
  code: 'connectionNotLinked',
  status: 403,
  meaning: 'Data can only be fetched through a linked connection, and this connection is not linked.',
  remedy: "Open the connection's linkUrl to authorize it, or authorize it with PUT …/authorization.",
  error: ({ status, service = 'sync' }: { status?: string; service?: string }) => {
    const state = status ? `the connection is ${status}, not Linked` : 'the company has no linked connection';
    return {
      error: `Forbidden: ${state}. Ask the company's owner to authorize a connection through its linkUrl, then try again.`,
      service,
    };
  },
});

export const secondConnection = defineRefusal({
  code: 'secondConnection',
  status: 409,
  meaning: 'A company can have only one linked accounting system.',
  remedy: 'Unlink or delete the other connection first. Its data stays readable after unlinking.',
  service: 'connections',
  error: 'Conflict: the company already has a linked accounting system. Unlink or delete that connection first.',
});

/** The platform cannot be reached, or its response cannot be parsed. `service` is the platform. */
export const downstreamUnavailable = defineRefusal({
  code: 'downstreamUnavailable',
  status: 503,
  meaning: 'The platform could not be reached, or its response could not be parsed.',
  remedy: 'Try again later. Nothing has been changed.',
  retryable: true,
  headers: { 'retry-after': '30' },
  error: (parts: { platform: string; error: string }) => ({
    error: `Service unavailable: ${parts.error}`,
    service: parts.platform,
  }),
});

export const platformBusy = defineRefusal({
  code: 'platformBusy',
  status: 429,
  meaning: "The platform's request limit is used up, or too many files of it are being read.",
  remedy: 'Wait for the time in Retry-After.',
  retryable: true,
  error: (parts: { platform: string; error: string; retryAfterSeconds: number }) => ({
    error: `Too many requests: ${parts.error}`,
    service: parts.platform,
    headers: { 'retry-after': String(parts.retryAfterSeconds) },
  }),
});
