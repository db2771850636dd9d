import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@daybook/connector-kit';
import { unreadable } from '../../pull-records.ts';
import type { Tryton } from '../../session.ts';
import { invoice } from './invoice-source.ts';

/**
 * If the connection is cut, Tryton still continues to post the invoice. So after each failed attempt, `postInvoice`
 * checks the invoice up to `postLooks` times, every `betweenLooksMs`. It makes at most `postsMax` attempts.
 */
const postLooks = 12;
const betweenLooksMs = 400;
const postsMax = 3;

/** Posts a draft. Posting an invoice that is already posted changes nothing. */
export async function postInvoice(tryton: Tryton, id: number): Promise<void> {
  for (let posts = 1; ; posts++) {
    try {
      return await tryton.call(`${invoice}.post`, [[id]]);
    } catch (error) {
      if (!(error instanceof Unavailable) || posts === postsMax) throw error;
    }
    for (let look = 0; look < postLooks; look++) {
      await pause(betweenLooksMs);
      const state = await stateOf(tryton, id).catch(asUnknown);
      if (state !== 'draft' && state !== undefined) return;
    }
  }
}

function asUnknown(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error;
}

/** Returns `draft` for a validated invoice too, because it can still be changed and posted. */
export async function stateOf(tryton: Tryton, id: number): Promise<string> {
  const params = [[['id', '=', id]], 0, 1, null, ['state']];
  const [found] = await tryton.call<{ state: string }[]>(`${invoice}.search_read`, params).catch(unreadable);
  if (typeof found?.state !== 'string') throw new Unavailable('The invoice no longer exists in Tryton.');
  return found.state === 'validated' ? 'draft' : found.state;
}
