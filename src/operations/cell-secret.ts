import { randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { type Sealer, sealedPlace } from '../secrets.ts';
import { readCellSecret } from './store.ts';

/** The key that signs cursors: made once per cell, shared by its processes, sealed at rest. */
export async function readCursorKey(ctx: { db: Db; sealer: Sealer }): Promise<Buffer> {
  const place = sealedPlace('cell_secret', 'cursor');
  const sealed = await readCellSecret(ctx.db.system, 'cursor', () =>
    ctx.sealer.seal(randomBytes(32).toString('base64'), place),
  );
  return Buffer.from(ctx.sealer.unseal(sealed, place), 'base64');
}
