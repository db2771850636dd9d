import { signOf, subtract, sum } from '@daybook/connector-kit';
import { malformed } from '../file-refused.ts';

/** A statement whose transactions do not lead from its opening to its closing balance is incomplete or damaged. */
export function checkBalance({
  account,
  opening,
  closing,
  amounts,
}: {
  account: string;
  opening: string;
  closing: string;
  amounts: readonly string[];
}): void {
  const difference = subtract(closing, sum([opening, ...amounts]));
  if (signOf(difference) !== 0)
    throw malformed(
      `The transactions of account ${account} do not lead from the opening balance ${opening} to the closing balance ${closing}: ${difference} is missing.`,
    );
}

/** The amount of a bank's file: digits with a point or comma. */
export function bankAmount(text: string | undefined): string | undefined {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)(\d{0,20})(?:[.,](\d{0,10}))?$/.exec(text?.trim() ?? '') ?? [];
  if (!whole && !fraction) return undefined;
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
}
