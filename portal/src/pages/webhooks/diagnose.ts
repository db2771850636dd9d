/** A failed attempt in the words of whoever runs the receiver: what happened, and what to do. */
export type Diagnosis = { what: string; advice: string };

type Failed = { statusCode?: number; error?: string };

const byStatus: Record<number, Diagnosis> = {
  400: {
    what: 'The receiver does not understand the request.',
    advice:
      'Its answer may say why. Compare the payload with the event catalogue; read the body before you check its signature.',
  },
  401: {
    what: 'The receiver wants another authorization.',
    advice:
      'Set the Authorization header of this consumer to what the receiver expects, and check the signing secret there.',
  },
  403: {
    what: 'The receiver refuses the request.',
    advice: 'Set the Authorization header that it expects. A firewall may also block our source address.',
  },
  404: {
    what: 'There is nothing at this URL.',
    advice: 'Correct the URL of the consumer, or deploy the receiver there.',
  },
  405: { what: 'The URL does not take POST requests.', advice: 'Correct the URL, or let the receiver accept POST.' },
  408: { what: 'The receiver took too long.', advice: 'Answer 2xx at once and do the work afterwards.' },
  410: {
    what: 'The receiver said that it is gone for good.',
    advice: 'Correct the URL. Where the consumer was disabled by it, enable it, then recover what failed.',
  },
  413: {
    what: 'The payload is too large for the receiver.',
    advice: 'Raise the limit of the receiver or of the proxy before it.',
  },
  429: {
    what: 'The receiver gets more than it takes.',
    advice: 'Set a rate limit for this consumer. What was refused is tried again by itself.',
  },
  502: { what: 'The proxy before the receiver does not reach it.', advice: 'See whether the receiver runs.' },
  503: { what: 'The receiver is not available.', advice: 'See whether it runs. What failed is tried again by itself.' },
  504: {
    what: 'The proxy before the receiver waited too long for it.',
    advice: 'Answer 2xx at once and do the work afterwards.',
  },
};

const byError: { pattern: RegExp; diagnosis: Diagnosis }[] = [
  {
    pattern: /no (complete response|whole answer) within/,
    diagnosis: {
      what: 'The receiver did not answer within 15 seconds.',
      advice: 'Answer 2xx at once and do the work afterwards.',
    },
  },
  {
    pattern: /ECONNREFUSED/,
    diagnosis: {
      what: 'Nothing listens at this address.',
      advice: 'Start the receiver, or correct host and port of the URL.',
    },
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    diagnosis: {
      what: 'The name of the host is not known.',
      advice: 'Correct the URL, or the DNS record of the host.',
    },
  },
  {
    pattern: /certificate|TLS|SSL|self.signed|ERR_TLS/i,
    diagnosis: { what: 'The certificate of the receiver is not accepted.', advice: 'Renew it, with its whole chain.' },
  },
  {
    pattern: /ECONNRESET|other side closed|socket|EPIPE/i,
    diagnosis: {
      what: 'The receiver cut the connection before it answered.',
      advice: 'Look into its log, and into that of the proxy before it.',
    },
  },
  {
    pattern: /^The URL /,
    diagnosis: { what: 'The URL leads to an address that is not allowed.', advice: 'Use a public address.' },
  },
];

export function diagnose({ statusCode, error }: Failed): Diagnosis {
  if (statusCode === undefined) {
    const known = byError.find(({ pattern }) => pattern.test(error ?? ''))?.diagnosis;
    return (
      known ?? { what: 'No answer came.', advice: 'See whether the receiver runs and can be reached from outside.' }
    );
  }
  const known = byStatus[statusCode];
  if (known) return known;
  if (statusCode >= 300 && statusCode < 400)
    return { what: 'The URL redirects, and redirects are not followed.', advice: 'Enter the URL that it leads to.' };
  if (statusCode >= 500)
    return {
      what: 'The receiver has an error of its own.',
      advice: 'Look into its log at this time.',
    };
  return { what: `The receiver answered ${statusCode}.`, advice: 'Only answers from 200 to 299 count as delivered.' };
}

/** "500", or why there was none. */
export function answerText({ statusCode, error }: Failed): string {
  return statusCode === undefined ? (error ?? 'no answer') : String(statusCode);
}
