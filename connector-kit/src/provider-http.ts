/**
 * A request that a connector makes. Daybook limits how long the request takes and how large the response is, and reads
 * the response as text.
 */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /**
   * Set for the request that reads the content of an attachment (`content.ts`). If the status is 200, the connector
   * gets an empty body, and Daybook streams the body to the client. It may be of any size.
   */
  isContent?: true;
  /** Set if `body` is base64 of the bytes to send, such as those of a file. */
  isBase64?: true;
  /**
   * Set for an address that came in a response, such as the temporary address of a file. The request is sent without the
   * access token, and only to a public address.
   */
  isForeign?: true;
};

export type ProviderAnswer = { status: number; headers: Record<string, string>; body: string };

export type ProviderHttp = {
  /** Returns a response of any status. Throws `Unavailable` if no response arrives. */
  request(request: ProviderRequest): Promise<ProviderAnswer>;
  /** The current time in milliseconds since 1970, for `Retry-After`. */
  nowMs(): number;
};
