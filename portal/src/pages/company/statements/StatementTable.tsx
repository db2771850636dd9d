import { t } from '../../../messages/books.ts';
import { signOf } from '../../../ui/money/decimal.ts';
import { formatChange, formatMoney } from '../../../ui/money/format-money.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { RecordLink } from '../records/RecordLink.tsx';
import { changeOf, type Statement, type StatementRow } from './build-statement.ts';

export type Compared = { from: number; to: number };

type StatementTableProps = {
  companyId: string;
  title: string;
  statement: Statement;
  /** The periods that are shown, newest first. */
  shown: readonly number[];
  compared: Compared | undefined;
};

/** A statement with its periods side by side, and the change between two of them. */
export function StatementTable({ companyId, title, statement, shown, compared }: StatementTableProps) {
  const { periods, rows } = statement;
  const labelOf = (period: number) => periods[period]?.label ?? '';
  return (
    <FigureTable label={title}>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          {shown.map((period) => (
            <th key={period} scope="col" className="figure">
              {labelOf(period)}
              <span className="statement-currency">{periods[period]?.currency}</span>
            </th>
          ))}
          {compared && (
            <>
              <th
                scope="col"
                className="figure statement-change"
                title={t('fromTo', { from: labelOf(compared.from), to: labelOf(compared.to) })}
              >
                {t('change')}
              </th>
              <th scope="col" className="figure">
                {t('changePercent')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} companyId={companyId} row={row} shown={shown} compared={compared} />
        ))}
      </tbody>
    </FigureTable>
  );
}

type RowProps = Pick<StatementTableProps, 'companyId' | 'shown' | 'compared'> & { row: StatementRow };

function Row({ companyId, row, shown, compared }: RowProps) {
  const width = shown.length + (compared ? 3 : 1);
  if (row.kind === 'section')
    return (
      <tr className="statement-section">
        <th scope="colgroup" colSpan={width}>
          {row.name}
        </th>
      </tr>
    );
  const change = compared && changeOf(row, compared);
  return (
    <tr className={`statement-${row.kind}`}>
      <th scope="row">
        {row.accountId ? (
          <RecordLink companyId={companyId} dataType="accounts" id={row.accountId}>
            {row.name}
          </RecordLink>
        ) : (
          row.name
        )}
      </th>
      {shown.map((period) => (
        <td key={period} className="figure" data-amount={row.values[period]}>
          {amountText(row.values[period])}
        </td>
      ))}
      {compared && (
        <>
          <td className="figure statement-change">
            {change && signOf(change.amount) > 0 && '+'}
            {amountText(change?.amount)}
          </td>
          <td className="figure">{percentText(change?.percent)}</td>
        </>
      )}
    </tr>
  );
}

/** The currency stands in the head of the column, so that the figures align. */
const amountText = (amount: string | undefined) => (amount === undefined ? '–' : formatMoney(amount));

function percentText(percent: string | undefined): string {
  return percent === undefined ? '–' : t('percent', { value: formatChange(percent) });
}
