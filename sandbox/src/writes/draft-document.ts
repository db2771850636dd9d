import { draftLines } from './draft-lines.ts';
import { type Draft, type Drafted, type Drafting, refer } from './drafting.ts';
import { compare, type Decimal, toRaw, zero } from './exact-values.ts';
import { isNumberTaken } from './invoice-numbers.ts';
import type { Fields } from './read-fields.ts';

/** Invoices and bills are settled by payments; credit notes have an unused amount. */
type Kind = { dataType: string; party: 'customer' | 'supplier'; number: string; digits: number };

const invoices: Kind = { dataType: 'invoices', party: 'customer', number: 'INV', digits: 7 };
const bills: Kind = { dataType: 'bills', party: 'supplier', number: 'BILL', digits: 7 };
const creditNotes: Kind = { dataType: 'creditNotes', party: 'customer', number: 'CN', digits: 6 };

export const draftInvoice: Draft = (drafting) => draft(drafting, invoices);
export const draftBill: Draft = (drafting) => draft(drafting, bills);
export const draftCreditNote: Draft = (drafting) => draft(drafting, creditNotes);

function draft(drafting: Drafting, kind: Kind): Drafted {
  const { fields, id } = drafting;
  const isNote = kind === creditNotes;
  const number = numberOf(drafting, kind);
  const party = refer(drafting, fields, { name: kind.party, dataType: `${kind.party}s`, word: kind.party });
  const issued = fields.day('issued_on', { isRequired: true });
  const due = isNote ? undefined : fields.day('due_on');
  if (issued && due && due < issued) fields.problem('due_on', 'must not be before issued_on');
  const money = readMoney(fields);
  const lines = draftLines(drafting);
  if (compare(lines.gross, zero) < 0) fields.problem('lines', 'must not have a negative total');
  const state = fields.choice('state', ['draft', 'open']) ?? 'open';
  const memo = fields.text('memo', { max: 4000 });
  const gross = toRaw(lines.gross);
  return {
    members: {
      id,
      number,
      [kind.party]: party,
      issued_on: issued,
      ...(!isNote && { due_on: due, paid_on: null }),
      ...money,
      ...lines.members,
      ...(isNote ? { unused_amount: gross } : { payments: [], open_amount: gross }),
      state,
      memo,
    },
  };
}

/** A replacement without a number keeps the previous number. */
function numberOf({ fields, before, book, changes, writes, id, index }: Drafting, kind: Kind): string | undefined {
  const given = fields.text('number') || (before?.number as string | undefined);
  const isTaken = (number: string) =>
    kind === invoices && isNumberTaken({ book, changes, writes }, { number, exceptId: id });
  if (given !== undefined) {
    if (isTaken(given)) fields.problem('number', `${given} is already used by another invoice`);
    return given;
  }
  const made = `${kind.number}-${String(index + 1).padStart(kind.digits, '0')}`;
  let number = made;
  for (let again = 2; isTaken(number); again++) number = `${made}-${again}`;
  return number;
}

/** The books are in EUR; every other currency needs an exchange rate. */
export function readMoney(fields: Fields): { currency: string; exchange_rate: object } {
  const currency = fields.currency('currency') ?? 'EUR';
  const one: Decimal = { units: 1n, scale: 0 };
  const given = fields.decimal('exchange_rate');
  const rate = given ?? one;
  if (currency === 'EUR' && compare(rate, one) !== 0) fields.problem('exchange_rate', 'must be 1 for EUR');
  if (currency !== 'EUR' && !given) fields.problem('exchange_rate', `is required for ${currency}`);
  if (compare(rate, zero) <= 0) fields.problem('exchange_rate', 'must be greater than zero');
  return { currency, exchange_rate: toRaw(rate) };
}
