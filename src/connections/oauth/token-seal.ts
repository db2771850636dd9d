import { type Sealer, sealedPlace } from '../../base/secrets.ts';

/** The tokens are stored as one ciphertext that is bound to the account and the connection. */
export type TokenSet = {
  accessToken: string;
  refreshToken: string;
  /**
   * The previous refresh token, or a refresh token from a process that lost its lease. It is tried if the platform
   * rejects `refreshToken`.
   */
  previousRefreshToken?: string;
};

type SealedFor = { accountId: string; connectionId: string };

const placeOf = ({ accountId, connectionId }: SealedFor) => sealedPlace('oauth_token', accountId, connectionId);

export function sealTokens(sealer: Sealer, place: SealedFor, tokens: TokenSet): string {
  return sealer.seal(JSON.stringify(tokens), placeOf(place));
}

export function openTokens(sealer: Sealer, place: SealedFor, sealed: string): TokenSet {
  return JSON.parse(sealer.unseal(sealed, placeOf(place)));
}
