import { conflict, exists, idFrom, readForChange } from '../../change-records.ts';
import { deleted, type Pusher } from '../../push-records.ts';
import type { WireInvoice } from '../documents.ts';
import { invoice, source } from './invoice-source.ts';
import { creditNoteInstead, nameOf } from './invoice-states.ts';

const method = `${invoice}.delete`;

/** Tryton deletes an invoice only as long as it has no number. */
export const invoiceRemover: Pusher<[[number]]> = {
  request: ({ recordId }) => ({ method, params: [[idFrom(recordId)]] }),
  async complete(tryton, params, { wish }) {
    const found = await readForChange<WireInvoice>(tryton, source, wish);
    if ('kind' in found) return found;
    const { state, number } = found.wire;
    if (state === 'posted' || state === 'paid')
      return conflict(
        `${nameOf(found.wire)} is ${state}, and Tryton deletes only drafts. ${creditNoteInstead}`,
        undefined,
      );
    if (number) return conflict(`${nameOf(found.wire)} has a number, and Tryton keeps numbered invoices.`, undefined);
    return [{ method, params }];
  },
  find: async (tryton, { wish }) => ((await exists(tryton, source, wish)) ? { kind: 'absent' } : deleted(wish)),
};
