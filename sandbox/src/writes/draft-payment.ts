import { readMoney } from './draft-document.ts';
import { type Draft, type Drafted, type Drafting, findMembers, type Members, refer } from './drafting.ts';
import { compare, type Decimal, minus, plus, type RawNumber, toDecimal, toRaw, zero } from './exact-values.ts';
import type { Fields } from './read-fields.ts';

type Kind = { document: 'invoice' | 'bill'; party: 'customer' | 'supplier'; reference: string };

export const draftPayment: Draft = (drafting) =>
  draft(drafting, { document: 'invoice', party: 'customer', reference: 'RCPT' });
export const draftBillPayment: Draft = (drafting) =>
  draft(drafting, { document: 'bill', party: 'supplier', reference: 'REM' });

/** Drafts a payment, and the changes to the documents that it pays in full or in part. */
function draft(drafting: Drafting, kind: Kind): Drafted {
  const { fields, id, index } = drafting;
  const party = refer(drafting, fields, { name: kind.party, dataType: `${kind.party}s`, word: kind.party });
  const account = refer(drafting, fields, { name: 'account', dataType: 'accounts', word: 'account' });
  const paidOn = fields.day('paid_on', { isRequired: true });
  const reference = fields.text('reference') ?? `${kind.reference}-${index + 1}`;
  const money = readMoney(fields);
  const amount = fields.decimal('amount', { isRequired: true }) ?? zero;
  if (amount.units <= 0n) fields.problem('amount', 'must be greater than zero');
  const settled = new Map<string, { index: number; members: Members }>();
  let applied = zero;
  const links = fields.objects('applied_to').map((link) => {
    if (!link.choice('kind', [kind.document])) link.problem('kind', `must be ${kind.document}`);
    const part = link.decimal('amount', { isRequired: true }) ?? zero;
    if (part.units <= 0n) link.problem('amount', 'must be greater than zero');
    applied = plus(applied, part);
    const found = openDocument(drafting, link, { kind, party: party?.id, currency: money.currency, settled });
    if (found) {
      const left = minus(toDecimal(found.members.open_amount as RawNumber) ?? zero, part);
      if (left.units < 0n) link.problem('amount', 'exceeds the open amount');
      settle(found.members, { left, payment: { id, reference, paid_on: paidOn, amount: toRaw(part) } });
    }
    return { kind: kind.document, id: found?.members.id, amount: toRaw(part) };
  });
  if (compare(applied, amount) > 0) fields.problem('applied_to', 'sums to more than the payment');
  return {
    members: {
      id,
      [kind.party]: party,
      account,
      paid_on: paidOn,
      reference,
      ...money,
      amount: toRaw(amount),
      applied_to: links,
      memo: fields.text('memo', { max: 4000 }),
    },
    others: [...settled.values()].map((document) => ({ dataType: `${kind.document}s`, ...document })),
  };
}

/**
 * Returns the document that an entry of `applied_to` names, if the document can be paid. Several entries may pay parts
 * of the same document.
 */
function openDocument(
  drafting: Drafting,
  link: Fields,
  wanted: {
    kind: Kind;
    party: string | undefined;
    currency: string;
    settled: Map<string, { index: number; members: Members }>;
  },
): { index: number; members: Members } | undefined {
  const { kind, party, currency, settled } = wanted;
  const id = link.text('id', { isRequired: true });
  if (id === undefined) return undefined;
  const found = settled.get(id) ?? findMembers(drafting, `${kind.document}s`, id);
  const members = found?.members;
  const belongsTo = (members?.[kind.party] as { id: string } | undefined)?.id;
  if (!members) link.problem('id', `there is no ${kind.document} ${id.slice(0, 40)}`);
  else if (party !== undefined && belongsTo !== party) link.problem('id', `belongs to another ${kind.party}`);
  else if (members.state !== 'open' && members.state !== 'part_paid') link.problem('id', `is ${members.state}`);
  else if (members.currency !== currency) link.problem('id', `is in ${members.currency}`);
  else settled.set(id, found);
  return settled.has(id) ? found : undefined;
}

function settle(
  document: Members,
  { left, payment }: { left: Decimal; payment: { id: string; paid_on: string | undefined } & Record<string, unknown> },
): void {
  const isPaid = left.units <= 0n;
  Object.assign(document, {
    paid_on: isPaid ? payment.paid_on : null,
    payments: [...(document.payments as object[]), payment],
    open_amount: toRaw(left),
    state: isPaid ? 'paid' : 'part_paid',
  });
}
