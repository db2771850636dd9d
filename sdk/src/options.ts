/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal;
  /**
   * Idempotency key of the call. Default: a new key for each call of an operation that accepts one, so that a retry
   * does not apply the change twice.
   */
  idempotencyKey?: string;
};

/** Options of reads of data. */
export type ReadOptions = {
  /**
   * Which age the data may have, in seconds. Older data is returned too: `isAgeMet` of `withHeaders` says whether it is
   * young enough.
   */
  maxAge?: number;
  /**
   * How many seconds (at most 30) the response may wait for younger data, if the data is older than `maxAge`. A sync is
   * requested if the key may do that. Without `maxAge`, only data that is read from the platform after the request
   * counts, as with `maxAge: 0`.
   */
  wait?: number;
};

/** Options of pushes that create a record. */
export type PushOptions = {
  /** Maximum number of seconds (at most 60) to wait for the outcome. */
  wait?: number;
};

/** Options of pushes that update or delete a record. */
export type ChangeOptions = PushOptions & {
  /**
   * The `etag` of the record that the change is made from, as `withHeaders` returns it. If the record has changed since,
   * the push is rejected with a `PreconditionFailed`, or fails later with the `statusCode` 412.
   */
  ifMatch?: string;
};

/** The options of an operation, by what the OpenAPI document says that it takes. */
export type OptionsByKind = { read: ReadOptions; push: PushOptions; change: ChangeOptions };

/** A response with what its headers say. */
export type Answered<Body> = {
  body: Body;
  /** All headers. */
  headers: Headers;
  /** Identifies the version of a record, for `ifMatch`. */
  etag: string | undefined;
  /**
   * Seconds since the last complete read of the platform began, rounded up. Only of a read with `maxAge` or `wait`, and
   * not if that read is not known.
   */
  dataAge: number | undefined;
  /** Whether the data was at most `maxAge` old, or was read since. Only of a read with `maxAge` or `wait`. */
  isAgeMet: boolean | undefined;
};

/** The headers that say what the caller wants. */
export function headersOf({ maxAge, wait, ifMatch }: ReadOptions & ChangeOptions): Record<string, string> {
  const preferences = [
    ...(maxAge === undefined ? [] : [`max-age=${maxAge}`]),
    ...(wait === undefined ? [] : [`wait=${wait}`]),
  ];
  return {
    ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
}

export function answered(headers: Headers, body: unknown): Answered<unknown> {
  const [age, isMet] = [headers.get('data-age'), headers.get('data-age-met')];
  return {
    body,
    headers,
    etag: headers.get('etag') ?? undefined,
    dataAge: age === null ? undefined : Number(age),
    isAgeMet: isMet === null ? undefined : isMet === 'true',
  };
}
