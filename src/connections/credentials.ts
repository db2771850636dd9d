import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Credentials } from '../connectors/connector.ts';

/** Stored credentials of a connection: encrypted, and bound to account and connection. */
type Place = { accountId: string; connectionId: string };

const placeOf = ({ accountId, connectionId }: Place) => sealedPlace('connection', accountId, connectionId);

export function sealCredentials(sealer: Sealer, place: Place, credentials: Credentials): string {
  return sealer.seal(JSON.stringify(credentials), placeOf(place));
}

export function openCredentials(sealer: Sealer, place: Place, sealed: string): Credentials {
  return JSON.parse(sealer.unseal(sealed, placeOf(place)));
}
