import { t } from '../../../messages/books.ts';
import type { Sheet, SheetCell } from '../../../ui/export/sheet.ts';
import { changeOf, type Statement, type StatementRow } from './build-statement.ts';
import type { TrialBalance } from './trial-balance.ts';

type Shown = { shown: readonly number[]; compared: { from: number; to: number } | undefined };

const amountCell = (amount: string | undefined): SheetCell => (amount === undefined ? undefined : { number: amount });
const words: Record<StatementRow['kind'], string> = {
  section: '',
  line: t('line'),
  subtotal: t('subtotal'),
  figure: t('balance'),
  total: t('total'),
};

/** The statement as a table to export: one row per line and total, one column per period. */
export function statementSheet(name: string, { periods, rows }: Statement, { shown, compared }: Shown): Sheet {
  const columns = shown.flatMap((at) => periods[at] ?? []);
  return {
    name,
    head: [
      t('section'),
      t('line'),
      t('kind'),
      t('accountId'),
      ...columns.map(({ label, currency }) => [label, currency].filter(Boolean).join(' ')),
      ...(compared ? [t('change'), t('changePercent')] : []),
    ],
    rows: rows
      .filter(({ kind }) => kind !== 'section')
      .map((row) => {
        const change = compared && changeOf(row, compared);
        return {
          isBold: row.kind === 'subtotal' || row.kind === 'total',
          cells: [
            { text: row.section ?? '' },
            { text: row.name },
            { text: words[row.kind] },
            { text: row.accountId ?? '' },
            ...shown.map((at) => amountCell(row.values[at])),
            ...(compared ? [amountCell(change?.amount), amountCell(change?.percent)] : []),
          ],
        };
      }),
  };
}

/** The trial balances of all currencies in one table. */
export function trialBalanceSheet(name: string, balances: readonly TrialBalance[]): Sheet {
  return {
    name,
    head: [t('currency'), t('kind'), t('code'), t('account'), t('accountId'), t('debit'), t('credit')],
    rows: balances.flatMap(({ currency = '', groups, debit, credit }) => [
      ...groups.flatMap(({ type, rows }) =>
        rows.map((row) => ({
          cells: [
            { text: currency },
            { text: type },
            { text: row.code },
            { text: row.name },
            { text: row.id },
            amountCell(row.debit),
            amountCell(row.credit),
          ],
        })),
      ),
      {
        isBold: true,
        cells: [
          { text: currency },
          { text: t('total') },
          undefined,
          undefined,
          undefined,
          { number: debit },
          { number: credit },
        ],
      },
    ]),
  };
}
