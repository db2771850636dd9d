import { rawNumber } from '../insights/exact-sums.ts';
import type { Random } from '../insights/random-books.ts';
import type { Fields } from './recompute.ts';

/** Random records of the books of a company, around the end of September 2026. */
export const historyTypes = [
  ...['invoices', 'bills', 'creditNotes', 'payments', 'journalEntries', 'bankTransactions', 'transfers'],
];
const currencies = ['EUR', 'USD', 'GBP', undefined];
const statuses = ['Draft', 'Submitted', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
const billStatuses = ['Draft', 'Open', 'Open', 'PartiallyPaid', 'Paid', 'Void'];

const amount = ({ below, chance, pick }: Random) =>
  rawNumber(`${chance(10) ? '-' : ''}${1 + below(99_999)}${pick(['', '.5', '.25', '.01', '.10', '.12345678901'])}`);
const day = ({ below }: Random) => new Date(Date.UTC(2026, 7, 15) + below(75) * 86_400_000).toISOString();

export function randomFields(random: Random, dataType: string): Fields {
  const { pick, chance } = random;
  const currency = pick(currencies);
  const money = { ...(currency && { currency }), totalAmount: amount(random) };
  switch (dataType) {
    case 'invoices':
    case 'bills':
    case 'creditNotes': {
      const due = dataType === 'creditNotes' ? 'remainingCredit' : 'amountDue';
      const status = pick(dataType === 'bills' ? billStatuses : statuses);
      return { issueDate: day(random), ...money, [due]: amount(random), status, note: pick(['', 'checked']) };
    }
    case 'payments':
      return { date: day(random), ...money };
    case 'journalEntries': {
      const own = chance(20) ? undefined : (currency ?? 'EUR');
      const line = () => ({
        accountRef: { id: pick(['1', '2']) },
        netAmount: amount(random),
        currency: own ?? pick(['EUR', 'USD']),
      });
      return { postedOn: day(random), journalLines: [line(), line(), line()] };
    }
    case 'bankTransactions':
      return {
        bankAccountRef: { id: 'b' },
        date: day(random),
        amount: amount(random),
        balance: amount(random),
        reconciled: chance(50),
      };
    default: {
      const side = () => ({ accountRef: { id: 'b' }, amount: amount(random), ...(currency && { currency }) });
      return { date: day(random), from: side(), to: side() };
    }
  }
}

/** A later version: the same, paid or reconciled, another amount, date or currency, or anything else. */
export function editFields(random: Random, dataType: string, fields: Fields): Fields {
  const { pick, below } = random;
  const other = randomFields(random, dataType);
  const some = Object.keys(other);
  if (below(10) === 0) return other;
  if (below(8) === 0) return fields;
  const name = pick(some);
  return { ...fields, [name]: other[name] };
}
