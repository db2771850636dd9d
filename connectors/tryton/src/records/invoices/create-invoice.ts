import type { PushAnswer, PushInput } from '@daybook/connector-kit';
import { Refused } from '../../answers.ts';
import { unreadable } from '../../pull-records.ts';
import { type Call, firstRecord, type Pusher } from '../../push-records.ts';
import { refusal } from '../../push-refusals.ts';
import type { Tryton } from '../../session.ts';
import { date } from '../../values.ts';
import { idOf } from '../parts.ts';
import { invoice, source } from './invoice-source.ts';
import {
  completeLines,
  currencyId,
  lineValues,
  type PushedInvoice,
  partyFields,
  readAll,
  refuseNegative,
} from './invoice-values.ts';
import { postInvoice, stateOf } from './post-invoice.ts';

const valuesOf = (record: PushedInvoice, reference: string) => ({
  type: 'out',
  reference,
  description: record.note,
  party: idOf(record.customerRef),
  invoice_date: date(record.issueDate),
  currency: record.currency,
  lines: record.lineItems.map((line) => lineValues(line)),
});
type Values = ReturnType<typeof valuesOf>;

const create = `${invoice}.create`;

/**
 * Creating an invoice takes two database transactions. The first (`create`) makes a draft whose taxes are zero. The
 * second makes Tryton compute the taxes, by posting the invoice or, if the invoice stays a draft, by writing to it. If
 * only the first was done, `find` finds the draft by its reference and performs the second. Repeating the second step
 * does no harm.
 */
export const invoiceCreator: Pusher<[[Values]]> = {
  request: ({ record, reference }) => ({ method: create, params: [[valuesOf(record as PushedInvoice, reference)]] }),
  complete: (tryton, [[values]]) => complete(tryton, values),
  async find(tryton, input) {
    const domain = [['reference', '=', input.wish.reference]];
    const found = await tryton
      .call<number[]>(`${invoice}.search`, [domain, 0, null, [['id', 'ASC']]])
      .catch(unreadable);
    const [id, ...others] = found;
    if (id === undefined) return { kind: 'absent' };
    // Several invoices have the same reference if a request seemed to be lost and was sent again, and the first request
    // then arrived after all. The oldest invoice is kept. The others are deleted if they are drafts. Tryton refuses to
    // delete an invoice that somebody has posted in the meantime.
    if (others.length > 0) {
      const isDraft = [
        ['id', 'in', others],
        ['state', '=', 'draft'],
      ];
      const drafts = await tryton.call<number[]>(`${invoice}.search`, [isDraft, 0, null, null]).catch(unreadable);
      if (drafts.length > 0) await tryton.call(`${invoice}.delete`, [drafts]).catch(unreadable);
    }
    return (await finish(tryton, id, input)) ?? firstRecord(tryton, source, [['id', '=', id]]);
  },
};

async function finish(tryton: Tryton, id: number, { wish }: PushInput): Promise<PushAnswer | undefined> {
  const { status = 'Submitted', note } = wish.record as PushedInvoice;
  if ((await stateOf(tryton, id)) !== 'draft') return undefined;
  try {
    if (status === 'Draft') await tryton.call(`${invoice}.write`, [[id], { description: note ?? null }]);
    else await postInvoice(tryton, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A rejected push must leave nothing behind.
    await tryton.call(`${invoice}.delete`, [[id]]).catch(unreadable);
    return refusal(error.message, { record: wish.record ?? {} });
  }
}

async function complete(tryton: Tryton, values: Values): Promise<Call[] | PushAnswer> {
  const company = await tryton.company();
  const negative = refuseNegative(values.lines);
  if (negative) return negative;
  const ofParty = await partyFields(tryton, values.party);
  if ('kind' in ofParty) return ofParty;
  const [journal] = await readAll(tryton, 'account.journal', [['type', '=', 'revenue']], []);
  const [own] = await readAll<{ currency: number }>(tryton, 'company.company', [['id', '=', company]], ['currency']);
  const currency = values.currency ? await currencyId(tryton, values.currency) : own?.currency;
  if (typeof currency === 'object') return currency;
  const shared = { company, party: values.party, currency };
  const lines = [['create', await completeLines(tryton, values.lines, shared)]];
  return [{ method: create, params: [[{ ...values, ...shared, ...ofParty, journal: journal?.id, lines }]] }];
}
