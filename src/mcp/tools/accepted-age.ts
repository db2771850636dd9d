import Type from 'typebox';

/** Arguments of tools that read the newest state: which age of the data the agent accepts (docs/freshness.md). */
export const acceptedAge = {
  maxAgeSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 999_999_999,
      description:
        'How old the data may be, in seconds. The result has "ageSeconds", the time since the last complete read of the platform began, and "isAgeMet". Not with asOf or snapshot.',
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description:
        'If the data is older than maxAgeSeconds, wait up to this many seconds for a sync. It is requested if the key may manage syncs.',
    }),
  ),
};

type AcceptedAge = { maxAgeSeconds?: number; waitSeconds?: number };

/** The header of the request that says so; none if the agent accepts any age. */
export function preferOf({ maxAgeSeconds, waitSeconds }: AcceptedAge): { headers?: Record<string, string> } {
  const parts = [
    ...(maxAgeSeconds === undefined ? [] : [`max-age=${maxAgeSeconds}`]),
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
  ];
  return parts.length === 0 ? {} : { headers: { prefer: parts.join(', ') } };
}

export const heldMeaning =
  'A check has found problems in a newer state, and a person must decide about it. Until then, reads return the last good state.';

/** What the headers of the response say about the state that was read. */
export function stateOf(headers: Record<string, unknown>): object {
  const { 'data-age': age, 'data-age-met': isMet, 'data-held': held } = headers;
  return {
    ...(age !== undefined && { ageSeconds: Number(age) }),
    ...(isMet !== undefined && { isAgeMet: isMet === 'true' }),
    ...(held !== undefined && { newerStateHeld: { syncId: held, meaning: heldMeaning } }),
  };
}
