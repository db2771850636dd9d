import { amountOf, type PushWish, signOf, sum, undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import type { OdooCall } from '../requests.ts';
import { externalId } from './load-record.ts';
import { ownFields } from './own-fields.ts';
import { discardMove, moveEnding } from './post-move.ts';
import type { Pusher, PushKind } from './push-records.ts';
import { idFrom, ledgerAccounts, type Reference, refuseMissing } from './references.ts';
import { conflict, wrong } from './refusals.ts';
import { numberText, tableOf } from './table.ts';

/** How journal entries are written. They are always posted, because a draft is not in the ledger. */
const schema = closed({
  postedOn: daySchema('The accounting date.'),
  description: optional(text(4000)),
  journalLines: Type.Array(
    closed({
      description: optional(text(4000)),
      accountRef: ref('The id of an account.'),
      netAmount: Type.Number({ description: "In the company's own currency. Debits are positive." }),
    }),
    { minItems: 2, maxItems: 1000, description: 'The sum must be zero.' },
  ),
});
type PushedEntry = Static<typeof schema>;

const model = 'account.move';
const recordIn = ({ record = {} }: PushWish) => record as PushedEntry;

const creator: Pusher = {
  request(wish): OdooCall {
    const { postedOn, description, journalLines } = recordIn(wish);
    const head = { id: externalId(wish.reference), move_type: 'entry', date: postedOn.slice(0, 10), ref: description };
    const lines = journalLines.map(({ description: name = '', accountRef, netAmount }) => {
      const amount = numberText(netAmount);
      const [debit, credit] = amount.startsWith('-') ? ['0', amount.slice(1)] : [amount, '0'];
      // An empty text: no tax, also if the account has one.
      return { name, 'account_id/.id': accountRef.id, debit, credit, 'tax_ids/.id': '' };
    });
    return { model, method: 'load', parameters: tableOf(head, { line_ids: lines }) };
  },
  async complete(odoo, wish) {
    const { journalLines } = recordIn(wish);
    const total = sum(journalLines.map(({ netAmount }) => numberText(netAmount)));
    if (signOf(total) !== 0) return wrong(`The lines do not balance: their sum is ${amountOf(total)}.`, 'journalLines');
    const accounts = journalLines.map(
      ({ accountRef }, at): Reference => ({
        ...{ to: ledgerAccounts, id: accountRef.id, itemId: `journalLines.${at}.accountRef.id` },
      }),
    );
    return (await refuseMissing(odoo, accounts)) ?? creator.request(wish);
  },
};

type Owned = { move_type: string; origin_payment_id?: unknown; statement_line_id?: unknown };

/** An entry that was posted keeps its number. So it is cancelled, which takes it out of the ledger. */
const remover: Pusher = {
  request: ({ recordId }) => ({ model, method: 'button_cancel', parameters: { ids: [idFrom(recordId)] } }),
  async complete(odoo, wish) {
    const known = await odoo.fieldsOf(model);
    const owners = ['origin_payment_id', 'payment_id', 'statement_line_id'].filter((name) => known.has(name));
    const parameters = { ids: [idFrom(wish.recordId)], fields: ['move_type', ...owners] };
    const [row] = await odoo.call<(Owned & Record<string, unknown>)[]>(model, 'read', parameters);
    if (row?.move_type !== 'entry' || owners.some((name) => row[name]))
      return conflict('The entry belongs to a document, a payment or a bank statement. Cancel that instead.');
    return remover.request(wish);
  },
};

export const entryPush: PushKind = {
  operations: { create: schema, delete: true },
  undo: undoBy.delete,
  choices: { 'journalLines.*.accountRef.id': 'accounts' },
  customFields: ownFields(),
  names: { date: 'postedOn', ref: 'description', line_ids: 'journalLines' },
  pushers: { create: creator, delete: remover },
  ending: { ...moveEnding('Submitted'), discard: discardMove },
};
