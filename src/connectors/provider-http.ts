/** The HTTP client of a connector: one request, the response as text. Daybook limits its duration and size. */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

export type ProviderAnswer = { status: number; headers: Record<string, string>; body: string };

export type ProviderHttp = {
  /** Throws `Unavailable` if no response arrives; a response with any status is returned. */
  request(request: ProviderRequest): Promise<ProviderAnswer>;
  /** The current time in milliseconds since 1970, for `Retry-After`. */
  nowMs(): number;
};
