import type { ProviderAnswer, ProviderHttp, ProviderRequest } from './provider-http.ts';

type Credentials = Readonly<Record<string, string>>;

export type RawInput = { http: ProviderHttp; credentials: Credentials; request: ProviderRequest };

/**
 * How a request that a client has written in the platform's own language is sent. Daybook builds the URL below `base`,
 * checks that no path leaves it, lets only certain headers through, and removes credentials from the response.
 */
export type RawRequests = {
  /**
   * Returns the URL below which every request must be, without a slash at its end. It must not contain what concerns
   * other companies. Must not do I/O. Throws `AuthRejected` if the credentials contain no usable address.
   */
  base(credentials: Credentials): string;
  /** The methods that clients may use. Default: all. */
  methods?: readonly ProviderRequest['method'][];
  /** Headers that clients may send, beyond those of every platform. In lower case. */
  requestHeaders?: readonly string[];
  /** Headers of responses that clients may see, beyond those of every platform. In lower case. */
  responseHeaders?: readonly string[];
  /**
   * Signs in if necessary, adds what the platform needs to know whose books they are, and sends the request once.
   * Returns a response of any status except 401 and 429. Throws the errors in `provider-errors.ts`: nothing was changed
   * after all but `Unavailable`, after which the outcome is unknown. Without it, the request is sent as it is (and
   * signed by Daybook if the platform has `oauth`).
   */
  send?(input: RawInput): Promise<ProviderAnswer>;
};
