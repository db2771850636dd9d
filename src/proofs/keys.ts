import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { privateKeyOf } from './chain-entry.ts';
import { findKeyInUse, insertKey, replaceKey } from './store.ts';

/** The installation's ed25519 keys. The private half is stored encrypted, and removed when the key is retired. */
export type KeyContext = { db: Db; clock: Clock; sealer: Sealer };

export type SigningKey = { publicKey: string; privateKey: KeyObject };

const placeOf = (publicKey: string) => sealedPlace('proof_key', publicKey);

function makeKey({ clock, sealer }: KeyContext) {
  const { d = '', x: publicKey = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey, sealed: sealer.seal(d, placeOf(publicKey)), at: clock.now() };
}

/** The first entry of an installation creates the first key. */
export async function readSigningKey(ctx: KeyContext): Promise<SigningKey> {
  let found = await findKeyInUse(ctx.db.system);
  if (!found) {
    await insertKey(ctx.db.system, makeKey(ctx));
    found = await findKeyInUse(ctx.db.system);
  }
  if (!found) throw new Error('There is no key that signs proofs.');
  const { publicKey, sealed } = found;
  return { publicKey, privateKey: privateKeyOf(publicKey, ctx.sealer.unseal(sealed, placeOf(publicKey))) };
}

export type Rotated = { publicKey: string; retired: string | undefined };

/** Later entries are signed with a new key. The public half of the old one stays, with its times. */
export async function rotateKey(
  ctx: KeyContext,
  also: (tx: Transaction<Tables>, rotated: Rotated) => Promise<void> = async () => {},
): Promise<Rotated> {
  const made = makeKey(ctx);
  return ctx.db.system.transaction().execute(async (tx) => {
    const rotated = { publicKey: made.publicKey, retired: await replaceKey(tx, made) };
    await also(tx, rotated);
    return rotated;
  });
}
