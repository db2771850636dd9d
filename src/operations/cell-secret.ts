import { randomBytes } from 'node:crypto';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';
import { readCellSecret } from './store.ts';

type Context = { db: Db; sealer: Sealer };

/**
 * Reads the key that signs cursors. The key is created once per cell (installation), shared by all processes of the
 * cell, and stored sealed (encrypted).
 */
export const readCursorKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'cursor');

/**
 * Reads the key that signs the URLs of link pages. On a link page, the owner of a company connects it to a platform.
 */
export const readLinkKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'company link');

/** Reads the key that signs the links that mute notices. */
export const readMuteKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'mute link');

/** Reads the key that signs the tokens with which agents confirm pushes. */
export const readConfirmationKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'push confirmation');

async function readKey(ctx: Context, name: string): Promise<Buffer> {
  const place = sealedPlace('cell_secret', name);
  const sealed = await readCellSecret(ctx.db.system, name, () =>
    ctx.sealer.seal(randomBytes(32).toString('base64'), place),
  );
  return Buffer.from(ctx.sealer.unseal(sealed, place), 'base64');
}
