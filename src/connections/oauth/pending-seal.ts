import { type Sealer, sealedPlace } from '../../base/secrets.ts';

/**
 * Data that is stored when an authorization starts, because the callback needs it. The data is encrypted as one text
 * and bound to the account and the state.
 */
export type Pending = {
  codeVerifier: string;
  /** Token of the link page that started the authorization. The callback redirects to this page. */
  linkToken?: string;
  /** The client's own `state` from the URL of the link page. It is returned to the client. */
  clientState?: string | undefined;
};

type SealedFor = { accountId: string; stateHash: string };

const placeOf = ({ accountId, stateHash }: SealedFor) => sealedPlace('oauth_state', accountId, stateHash);

export function sealPending(sealer: Sealer, place: SealedFor, pending: Pending): string {
  return sealer.seal(JSON.stringify(pending), placeOf(place));
}

export function openPending(sealer: Sealer, place: SealedFor, sealed: string): Pending {
  const text = sealer.unseal(sealed, placeOf(place));
  // An older release, which may still run at the same time, stores only the code verifier.
  return text.startsWith('{') ? JSON.parse(text) : { codeVerifier: text };
}
