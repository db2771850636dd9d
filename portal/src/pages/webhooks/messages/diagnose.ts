/** Explains a failed attempt to the person who runs the endpoint: what happened, and what to do. */
export type Diagnosis = { what: string; advice: string };

type Failed = { statusCode?: number; error?: string };

const byStatus: Record<number, Diagnosis> = {
  400: {
    what: 'Your endpoint rejected the request as invalid.',
    advice:
      'Its response may say why. Compare the payload with the event catalogue, and verify signatures on the raw body.',
  },
  401: {
    what: 'Your endpoint requires a different authorization.',
    advice: 'Set the Authorization header that your endpoint expects, and check that it uses the right signing secret.',
  },
  403: {
    what: 'Your endpoint denied access.',
    advice: 'Set the Authorization header that your endpoint expects, or allow the source address in your firewall.',
  },
  404: {
    what: 'The URL was not found.',
    advice: 'Correct the URL of the consumer, or deploy your endpoint there.',
  },
  405: { what: 'The URL does not accept POST requests.', advice: 'Correct the URL, or accept POST requests there.' },
  408: { what: 'Your endpoint timed out.', advice: 'Respond with 2xx first, then process the event.' },
  410: {
    what: 'Your endpoint returned 410 Gone.',
    advice: 'Correct the URL. If the consumer was disabled, enable it, then recover failed messages.',
  },
  413: {
    what: 'The payload is too large for your endpoint.',
    advice: 'Raise the size limit of your endpoint or of the proxy in front of it.',
  },
  429: {
    what: 'Your endpoint is receiving too many requests.',
    advice: 'Set a rate limit for this consumer. Failed deliveries are retried automatically.',
  },
  502: { what: 'The proxy in front of your endpoint cannot reach it.', advice: 'Check that your endpoint is running.' },
  503: {
    what: 'Your endpoint is unavailable.',
    advice: 'Check that your endpoint is running. Failed deliveries are retried automatically.',
  },
  504: {
    what: 'The proxy in front of your endpoint timed out.',
    advice: 'Respond with 2xx first, then process the event.',
  },
};

const byError: { pattern: RegExp; diagnosis: Diagnosis }[] = [
  {
    pattern: /no (complete response|whole answer) within/,
    diagnosis: {
      what: 'Your endpoint did not respond within 15 seconds.',
      advice: 'Respond with 2xx first, then process the event.',
    },
  },
  {
    pattern: /ECONNREFUSED/,
    diagnosis: {
      what: 'The connection was refused.',
      advice: 'Start your endpoint, or correct the host and port of the URL.',
    },
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    diagnosis: {
      what: 'The host name could not be resolved.',
      advice: 'Correct the URL or the DNS record of the host.',
    },
  },
  {
    pattern: /certificate|TLS|SSL|self.signed|ERR_TLS/i,
    diagnosis: { what: 'The TLS certificate is invalid.', advice: 'Renew it, and serve the full certificate chain.' },
  },
  {
    pattern: /ECONNRESET|other side closed|socket|EPIPE/i,
    diagnosis: {
      what: 'Your endpoint closed the connection without a response.',
      advice: 'Check the logs of your endpoint and of the proxy in front of it.',
    },
  },
  {
    pattern: /^The URL /,
    diagnosis: { what: 'The URL points to an address that is not allowed.', advice: 'Use a public address.' },
  },
];

export function diagnose({ statusCode, error }: Failed): Diagnosis {
  if (statusCode === undefined) {
    const known = byError.find(({ pattern }) => pattern.test(error ?? ''))?.diagnosis;
    return (
      known ?? { what: 'No response.', advice: 'Check that your endpoint is running and reachable from the internet.' }
    );
  }
  const known = byStatus[statusCode];
  if (known) return known;
  if (statusCode >= 300 && statusCode < 400)
    return { what: 'The URL redirects, and redirects are not followed.', advice: 'Use the target URL instead.' };
  if (statusCode >= 500)
    return {
      what: 'Your endpoint returned a server error.',
      advice: 'Check the logs of your endpoint at the time of the attempt.',
    };
  return { what: `Your endpoint returned ${statusCode}.`, advice: 'Only status codes 200 to 299 count as delivered.' };
}

/** Returns the status code, or the error if there was no response. */
export function answerText({ statusCode, error }: Failed): string {
  return statusCode === undefined ? (error ?? 'no response') : String(statusCode);
}
