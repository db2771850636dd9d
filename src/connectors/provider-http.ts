/** The door to a provider, as a connector sees it: one request, the answer as text. Time and size are limited by the house. */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

export type ProviderAnswer = { status: number; headers: Record<string, string>; body: string };

export type ProviderHttp = {
  /** Throws `Unavailable` when no answer comes; every status is an answer. */
  request(request: ProviderRequest): Promise<ProviderAnswer>;
  /** The present time in milliseconds since 1970, for `Retry-After`. */
  nowMs(): number;
};
