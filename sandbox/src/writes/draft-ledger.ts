import { type Drafted, type Drafting, findMembers, refer, referTracking } from './drafting.ts';
import { compare, plus, toRaw, zero } from './exact-values.ts';
import type { Fields } from './read-fields.ts';

/** Debits are positive and credits negative; the lines of a journal entry sum to zero. */
export function draftJournalEntry(drafting: Drafting): Drafted {
  const { fields, id, index } = drafting;
  let sum = zero;
  const lines = fields.objects('lines').map((line) => {
    const amount = line.decimal('amount', { isRequired: true }) ?? zero;
    sum = plus(sum, amount);
    return {
      text: line.text('text', { max: 4000 }),
      account: refer(drafting, line, { name: 'account', dataType: 'accounts', word: 'account' }),
      amount: toRaw(amount),
      currency: line.currency('currency') ?? 'EUR',
      tracking: referTracking(drafting, line),
    };
  });
  if (lines.length === 0) fields.problem('lines', 'must have at least one line');
  if (compare(sum, zero) !== 0) fields.problem('lines', `must sum to zero, not to ${toRaw(sum).rawJSON}`);
  return {
    members: {
      id,
      posted_on: fields.day('posted_on', { isRequired: true }),
      reference: fields.text('reference') ?? `J${index + 1}`,
      lines,
      memo: fields.text('memo', { max: 4000 }),
    },
  };
}

export function draftTransfer(drafting: Drafting): Drafted {
  const { fields, id } = drafting;
  const moved_on = fields.day('moved_on', { isRequired: true });
  const from = draftEnd(drafting, fields.object('from', { isRequired: true }));
  const to = draftEnd(drafting, fields.object('to', { isRequired: true }));
  if (from?.account && from.account.id === to?.account?.id)
    fields.problem('to.account', 'must not be the same account as from.account');
  if (from && to && from.currency === to.currency && compare(from.decimal, to.decimal) !== 0)
    fields.problem('to.amount', 'must equal from.amount if the currency is the same');
  const shown = (end: typeof from) =>
    end && { account: end.account, amount: toRaw(end.decimal), currency: end.currency };
  return {
    members: { id, moved_on, memo: fields.text('memo', { max: 4000 }), from: shown(from), to: shown(to) },
  };
}

function draftEnd(drafting: Drafting, fields: Fields | undefined) {
  if (!fields) return undefined;
  const account = refer(drafting, fields, { name: 'account', dataType: 'accounts', word: 'account' });
  if (account && findMembers(drafting, 'accounts', account.id)?.members.is_bank !== true)
    fields.problem('account', 'is not a bank account');
  const decimal = fields.decimal('amount', { isRequired: true }) ?? zero;
  if (decimal.units <= 0n) fields.problem('amount', 'must be greater than zero');
  return { account, decimal, currency: fields.currency('currency') ?? 'EUR' };
}
