import { type Sealer, sealedPlace } from '../../base/secrets.ts';

/** Stored tokens: encrypted together, and bound to account and connection. */
export type TokenSet = {
  accessToken: string;
  refreshToken: string;
  /** The previous refresh token, or one from a process that lost its lease. Tried before giving up. */
  previousRefreshToken?: string;
};

type Place = { accountId: string; connectionId: string };

const placeOf = ({ accountId, connectionId }: Place) => sealedPlace('oauth_token', accountId, connectionId);

export function sealTokens(sealer: Sealer, place: Place, tokens: TokenSet): string {
  return sealer.seal(JSON.stringify(tokens), placeOf(place));
}

export function openTokens(sealer: Sealer, place: Place, sealed: string): TokenSet {
  return JSON.parse(sealer.unseal(sealed, placeOf(place)));
}
