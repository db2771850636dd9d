import { type PushWish, Unavailable } from '@daybook/connector-kit';
import { Refused } from '../answers.ts';
import { unreadable } from '../pull-records.ts';
import type { Odoo } from '../session.ts';
import type { Ending } from './push-records.ts';
import { idFrom } from './references.ts';

const model = 'account.payment';

type Link = { type: string; id: string; amount: number };
export type PushedPayment = {
  customerRef?: { id: string };
  supplierRef?: { id: string };
  accountRef: { id: string };
  date: string;
  reference?: string;
  currency?: string;
  totalAmount: number;
  lines?: { links: Link[] }[];
};

export const linksOf = ({ record = {} }: Pick<PushWish, 'record'>) =>
  ((record as PushedPayment).lines ?? []).flatMap(({ links }) => links);

type Payment = { state: string; move_id: [number, string] | false };

async function read(odoo: Odoo, id: number): Promise<Payment> {
  const parameters = { ids: [id], fields: ['state', 'move_id'] };
  const [row] = await odoo.call<Payment[]>(model, 'read', parameters).catch(unreadable);
  if (typeof row?.state !== 'string') throw new Unavailable('The payment no longer exists in Odoo.');
  return row;
}

/** Posts the draft and settles its documents. Each step looks first whether it is done already. */
export const paymentEnding: Ending = {
  isFinished: () => true,
  async finish(odoo, id, wish) {
    await post(odoo, id);
    const { move_id: move } = await read(odoo, id);
    // Without a journal entry of its own, a payment is only linked to its documents (`invoice_ids`).
    if (move) for (const document of documentsOf(wish)) await settle(odoo, move[0], document);
  },
  async discard(odoo, id) {
    if ((await read(odoo, id)).state !== 'draft') await odoo.call(model, 'action_draft', { ids: [id] });
    await odoo.call(model, 'unlink', { ids: [id] });
  },
};

const documentsOf = (wish: PushWish) => linksOf(wish).map(({ id }) => idFrom(id));

async function post(odoo: Odoo, id: number): Promise<void> {
  if ((await read(odoo, id)).state !== 'draft') return;
  try {
    await odoo.call(model, 'action_post', { ids: [id] });
  } catch (error) {
    if (!(error instanceof Refused) || (await read(odoo, id)).state === 'draft') throw error;
  }
}

/** Matches the payment's line on the account of its partner with the open lines of the document. */
async function settle(odoo: Odoo, move: number, document: number): Promise<void> {
  if (await isSettled(odoo, move, document)) return;
  const domain = [
    ['move_id', '=', move],
    ['account_id.account_type', 'in', ['asset_receivable', 'liability_payable']],
    ['reconciled', '=', false],
  ];
  const [line] = await odoo.call<number[]>('account.move.line', 'search', { domain, limit: 1 }).catch(unreadable);
  try {
    if (line === undefined) throw new Refused('Nothing of the payment is left for the document.');
    await odoo.call('account.move', 'js_assign_outstanding_line', { ids: [document], line_id: line });
  } catch (error) {
    if (!(error instanceof Refused) || !(await isSettled(odoo, move, document))) throw error;
  }
}

async function isSettled(odoo: Odoo, move: number, document: number): Promise<boolean> {
  const both = [move, document];
  const domain = [
    ['debit_move_id.move_id', 'in', both],
    ['credit_move_id.move_id', 'in', both],
  ];
  const found = await odoo.call<number[]>('account.partial.reconcile', 'search', { domain, limit: 1 });
  return found.length > 0;
}
