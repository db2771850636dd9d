/**
 * A request that a connector makes. Daybook limits its duration and the size of the response, which is read as text.
 */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

export type ProviderAnswer = { status: number; headers: Record<string, string>; body: string };

export type ProviderHttp = {
  /** Returns a response of any status. Throws `Unavailable` if no response arrives. */
  request(request: ProviderRequest): Promise<ProviderAnswer>;
  /** The current time in milliseconds since 1970, for `Retry-After`. */
  nowMs(): number;
};
