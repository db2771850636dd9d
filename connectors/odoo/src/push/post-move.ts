import { type PushWish, Unavailable } from '@daybook/connector-kit';
import { Refused } from '../answers.ts';
import { unreadable } from '../pull-records.ts';
import type { Odoo } from '../session.ts';
import type { Ending } from './push-records.ts';

const model = 'account.move';

type State = { state: string; posted_before: boolean };

async function stateOf(odoo: Odoo, id: number): Promise<State> {
  const parameters = { ids: [id], fields: ['state', 'posted_before'] };
  const [row] = await odoo.call<State[]>(model, 'read', parameters).catch(unreadable);
  if (typeof row?.state !== 'string') throw new Unavailable('The entry no longer exists in Odoo.');
  return row;
}

/** Posts a draft. An entry that is posted already, perhaps by a request whose response was lost, stays as it is. */
export async function postMove(odoo: Odoo, id: number): Promise<void> {
  try {
    await odoo.call(model, 'action_post', { ids: [id] });
  } catch (error) {
    if (!(error instanceof Refused) || (await stateOf(odoo, id)).state === 'draft') throw error;
  }
}

/** Deletes a draft that Odoo does not post. */
export async function discardMove(odoo: Odoo, id: number): Promise<void> {
  if ((await stateOf(odoo, id)).state === 'draft') await odoo.call(model, 'unlink', { ids: [id] });
}

const statusIn = ({ record = {} }: PushWish) => (record as { status?: string }).status;

/** How a document reaches the status that the client wants. `open` is the status of a posted document. */
export const moveEnding = (open: 'Submitted' | 'Open'): Ending => ({
  isFinished({ row }, wish) {
    const { state } = row as unknown as State;
    const wanted = statusIn(wish);
    if (wanted === 'Void') return state === 'cancel';
    if (wanted === 'Draft') return state === 'draft';
    return wanted === open ? state === 'posted' : true;
  },
  async finish(odoo, id, wish) {
    const isNew = wish.operation === 'create';
    if ((statusIn(wish) ?? (isNew ? open : 'Draft')) !== open) return;
    const { state, posted_before: wasPosted } = await stateOf(odoo, id);
    // A new document that was posted once has been reset to a draft by a person.
    if (state === 'draft' && !(isNew && wasPosted)) await postMove(odoo, id);
  },
  discard: discardMove,
});
