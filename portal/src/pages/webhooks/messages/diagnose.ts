import { t } from '../../../messages/webhooks.ts';

/** Explains a failed attempt to the person who runs the endpoint: what happened, and what to do. */
export type Diagnosis = { what: string; advice: string };

type Failed = { statusCode?: number; error?: string };

const byStatus: Record<number, Diagnosis> = {
  400: {
    what: t('yourEndpointRejectedRequestAs'),
    advice: t('itsResponseMaySayWhy'),
  },
  401: {
    what: t('yourEndpointRequiresDifferentAuthorization'),
    advice: t('setAuthorizationHeaderEndpointExpects'),
  },
  403: {
    what: t('yourEndpointDeniedAccess'),
    advice: t('setAuthorizationHeaderEndpointExpectsOr'),
  },
  404: {
    what: t('theUrlWasNotFound'),
    advice: t('correctUrlConsumerOrDeploy'),
  },
  405: { what: t('theUrlDoesNotAccept'), advice: t('correctUrlOrAcceptPost') },
  408: { what: t('yourEndpointTimedOut'), advice: t('respond2xxFirstThenProcess') },
  410: {
    what: t('yourEndpointReturned410Gone'),
    advice: t('correctUrlIfConsumerWas'),
  },
  413: {
    what: t('thePayloadIsTooLarge'),
    advice: t('raiseSizeLimitEndpointOr'),
  },
  429: {
    what: t('yourEndpointIsReceivingToo'),
    advice: t('setRateLimitThisConsumer'),
  },
  502: { what: t('theProxyFrontEndpointCannot'), advice: t('checkEndpointIsRunning') },
  503: {
    what: t('yourEndpointIsUnavailable'),
    advice: t('checkEndpointIsRunningFailed'),
  },
  504: {
    what: t('theProxyFrontEndpointTimed'),
    advice: t('respond2xxFirstThenProcess'),
  },
};

const byError: { pattern: RegExp; diagnosis: Diagnosis }[] = [
  {
    pattern: /no (complete response|whole answer) within/,
    diagnosis: {
      what: t('yourEndpointDidNotRespond'),
      advice: t('respond2xxFirstThenProcess'),
    },
  },
  {
    pattern: /ECONNREFUSED/,
    diagnosis: {
      what: t('theConnectionWasRefused'),
      advice: t('startEndpointOrCorrectHost'),
    },
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    diagnosis: {
      what: t('theHostNameCouldNot'),
      advice: t('correctUrlOrDnsRecord'),
    },
  },
  {
    pattern: /certificate|TLS|SSL|self.signed|ERR_TLS/i,
    diagnosis: { what: t('theTlsCertificateIsInvalid'), advice: t('renewServeFullCertificateChain') },
  },
  {
    pattern: /ECONNRESET|other side closed|socket|EPIPE/i,
    diagnosis: {
      what: t('yourEndpointClosedConnectionWithout'),
      advice: t('checkLogsEndpointProxyFront'),
    },
  },
  {
    pattern: /^The URL /,
    diagnosis: { what: t('theUrlPointsAddressIs'), advice: t('useAPublicAddress') },
  },
];

export function diagnose({ statusCode, error }: Failed): Diagnosis {
  if (statusCode === undefined) {
    const known = byError.find(({ pattern }) => pattern.test(error ?? ''))?.diagnosis;
    return known ?? { what: t('noResponse'), advice: t('checkEndpointIsRunningReachable') };
  }
  const known = byStatus[statusCode];
  if (known) return known;
  if (statusCode >= 300 && statusCode < 400)
    return { what: t('theUrlRedirectsRedirectsAre'), advice: t('useTargetUrlInstead') };
  if (statusCode >= 500)
    return {
      what: t('yourEndpointReturnedServerError'),
      advice: t('checkLogsEndpointAtTime'),
    };
  return { what: t('yourEndpointReturned', { statusCode }), advice: t('onlyStatusCodes200299') };
}

/** Returns the status code, or the error if there was no response. */
export function answerText({ statusCode, error }: Failed): string {
  return statusCode === undefined ? (error ?? 'no response') : String(statusCode);
}
