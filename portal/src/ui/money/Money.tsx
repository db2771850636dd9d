import { digitsOf } from '../code/exact-json.ts';
import { formatMoney } from './format-money.ts';
import './money.css';

/** Shows an amount with its currency, in figures of equal width. `amount`: a decimal string or an exact number. */
export function Money({ amount, currency }: { amount: unknown; currency?: string | undefined }) {
  const digits = typeof amount === 'string' ? amount : digitsOf(amount);
  if (digits === undefined) return null;
  return (
    <span className="money" data-amount={digits}>
      {formatMoney(digits, currency)}
    </span>
  );
}
