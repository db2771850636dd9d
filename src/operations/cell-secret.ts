import { randomBytes } from 'node:crypto';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';
import { readCellSecret } from './store.ts';

type Context = { db: Db; sealer: Sealer };

/**
 * Reads the key that signs cursors. It is created once per cell (installation), shared by all its processes, and stored
 * sealed.
 */
export const readCursorKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'cursor');

/** Reads the key that signs the links of companies. */
export const readLinkKey = (ctx: Context): Promise<Buffer> => readKey(ctx, 'company link');

async function readKey(ctx: Context, name: string): Promise<Buffer> {
  const place = sealedPlace('cell_secret', name);
  const sealed = await readCellSecret(ctx.db.system, name, () =>
    ctx.sealer.seal(randomBytes(32).toString('base64'), place),
  );
  return Buffer.from(ctx.sealer.unseal(sealed, place), 'base64');
}
