import { type Sealer, sealedPlace } from '../../secrets.ts';

/** What an authorization under way must know again at its end: sealed together, and bound to account and state. */
export type Pending = {
  codeVerifier: string;
  /** Of the link page that it was begun on, and that it leads back to. */
  linkToken?: string;
  /** The client's own, with which the link page was opened: it is given back. */
  clientState?: string | undefined;
};

type Place = { accountId: string; stateHash: string };

const placeOf = ({ accountId, stateHash }: Place) => sealedPlace('oauth_state', accountId, stateHash);

export function sealPending(sealer: Sealer, place: Place, pending: Pending): string {
  return sealer.seal(JSON.stringify(pending), placeOf(place));
}

export function openPending(sealer: Sealer, place: Place, sealed: string): Pending {
  const text = sealer.unseal(sealed, placeOf(place));
  // A release before this one, which may still run beside it, seals the bare verifier.
  return text.startsWith('{') ? JSON.parse(text) : { codeVerifier: text };
}
