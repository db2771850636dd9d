import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { monthText } from '../../../ui/date-words.ts';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { spaced } from '../../../ui/state-words.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { changeKinds, changeWords, type Restatements } from './change-words.ts';
import { changeText } from './RestatedAmounts.tsx';

/** What was changed in each month of the closed period: how many records, and their amounts then and now. */
export function RestatedMonths({ of }: { of: Restatements }) {
  const changed = of.dataTypes.filter(({ months }) => months.length > 0);
  if (changed.length === 0) return null;
  return (
    <>
      <h3>{t('byMonth')}</h3>
      <FigureTable label={t('byMonth')}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('currency')}</th>
            {changeKinds.map((kind) => (
              <th key={kind} scope="col" className="figure">
                {changeWords[kind]}
              </th>
            ))}
            {[t('then'), t('now')].map((side) => (
              <th key={side} scope="col" className="figure">
                {side}
              </th>
            ))}
            <th scope="col" className="figure statement-change">
              {t('difference')}
            </th>
          </tr>
        </thead>
        {changed.map(({ dataType, months }) => (
          <tbody key={dataType}>
            <tr className="restated-records">
              <th scope="rowgroup" colSpan={changeKinds.length + 5}>
                {spaced(dataType)}
              </th>
            </tr>
            {months.map((one) => (
              <tr key={`${one.month} ${one.currency ?? ''}`}>
                <th scope="row" className="plain-month">
                  {monthText(one.month)}
                </th>
                <td>{one.currency ?? '–'}</td>
                {changeKinds.map((kind) => (
                  <td key={kind} className="figure">
                    {one[kind] || '–'}
                  </td>
                ))}
                <td className="figure">{amountText(one.before)}</td>
                <td className="figure">{amountText(one.after)}</td>
                <td className="figure statement-change">
                  <strong>{changeText(one.difference)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </FigureTable>
    </>
  );
}

function amountText(amount: unknown): string {
  const digits = digitsOf(amount);
  return digits === undefined ? '–' : formatMoney(digits);
}
