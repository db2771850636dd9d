import type { Credentials } from '@daybook/connector-kit';
import { type Sealer, sealedPlace } from '../base/secrets.ts';

/** The stored credentials of a connection are encrypted and bound to the account and the connection. */
type SealedFor = { accountId: string; connectionId: string };

const placeOf = ({ accountId, connectionId }: SealedFor) => sealedPlace('connection', accountId, connectionId);

export function sealCredentials(sealer: Sealer, place: SealedFor, credentials: Credentials): string {
  return sealer.seal(JSON.stringify(credentials), placeOf(place));
}

export function openCredentials(sealer: Sealer, place: SealedFor, sealed: string): Credentials {
  return JSON.parse(sealer.unseal(sealed, placeOf(place)));
}
