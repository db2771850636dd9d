import type { Static } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { secondMs } from '../base/durations.ts';
import type { CellAnswer, CellClient } from '../cells/cell-client.ts';
import type { CellRoute } from '../cells/cell-route.ts';
import type { Db } from '../db/db.ts';
import { listKeys } from './store.ts';
import type { ProofKeys, PublicProofKeys } from './wire.ts';

export type KeysContext = { db: Db; clock: Clock; cells: CellClient | undefined };
type Keys = Static<typeof ProofKeys>;

const path = '/cells/proof-keys';
/** Anybody may ask for the keys, so other cells are asked only this often by each process. */
const askEveryMs = 10 * secondMs;

/** The keys of this cell. */
export async function showKeys({ db }: Pick<KeysContext, 'db'>): Promise<Keys> {
  const keys = await listKeys(db.system);
  return {
    algorithm: 'ed25519',
    keys: keys.map(({ publicKey, createdAt, retiredAt }) => ({
      publicKey,
      createdAt: createdAt.toISOString(),
      ...(retiredAt && { retiredAt: retiredAt.toISOString() }),
    })),
  };
}

export const proofKeysCellRoute = (ctx: Pick<KeysContext, 'db'>): CellRoute => ({ path, act: () => showKeys(ctx) });

/** Returns a function that shows the keys of all cells: a chain may have been signed in a cell that its account has left. */
export function createPublicKeys(ctx: KeysContext): () => Promise<Static<typeof PublicProofKeys>> {
  const { cells } = ctx;
  let asked: { atMs: number; answers: Promise<CellAnswer<Keys>[]> } | undefined;

  function askOthers(client: CellClient): Promise<CellAnswer<Keys>[]> {
    const nowMs = ctx.clock.nowMs();
    if (!asked || nowMs - asked.atMs >= askEveryMs) asked = { atMs: nowMs, answers: client.askOthers<Keys>(path, {}) };
    return asked.answers;
  }

  return async () => {
    const own = await showKeys(ctx);
    if (!cells) return own;
    const answers = await askOthers(cells);
    const of = (cell: string, { keys }: Keys) => keys.map((key) => ({ ...key, cell }));
    return {
      ...own,
      keys: [of(cells.own, own), ...answers.map((one) => ('body' in one ? of(one.cell, one.body) : []))].flat(),
      unreachableCells: answers.flatMap((one) => ('body' in one ? [] : [one.cell])),
    };
  };
}
