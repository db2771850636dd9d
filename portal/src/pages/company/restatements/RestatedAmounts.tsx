import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { signOf } from '../../../ui/money/decimal.ts';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { spaced } from '../../../ui/state-words.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { changeKinds, changeWords, type Restatements } from './change-words.ts';

/** By how much the amounts of the closed period have changed, by data type and currency. */
export function RestatedAmounts({ of }: { of: Restatements }) {
  const changed = of.dataTypes.filter((type) => changeKinds.some((kind) => type[kind] > 0));
  if (changed.length === 0) return <p>{t('nothingWasChangedBackwards')}</p>;
  return (
    <>
      <h3>{t('byHowMuch')}</h3>
      <FigureTable label={t('byHowMuch')}>
        <thead>
          <tr>
            <th scope="col">{t('dataType')}</th>
            <th scope="col">{t('currency')}</th>
            {changeKinds.map((kind) => (
              <th key={kind} scope="col" className="figure">
                {changeWords[kind]}
              </th>
            ))}
            <th scope="col" className="figure statement-change">
              {t('difference')}
            </th>
          </tr>
        </thead>
        {changed.map((type) => (
          <tbody key={type.dataType}>
            <tr className="restated-records">
              <th scope="row">{spaced(type.dataType)}</th>
              <td className="dimmed">{t('numberOfRecords')}</td>
              {changeKinds.map((kind) => (
                <td key={kind} className="figure">
                  {type[kind] || '–'}
                </td>
              ))}
              <td className="figure statement-change" />
            </tr>
            {type.amounts.map((amounts) => (
              <tr key={amounts.currency ?? ''}>
                <td />
                <td>{amounts.currency ?? '–'}</td>
                {changeKinds.map((kind) => (
                  <td key={kind} className="figure">
                    {changeText(amounts[kind])}
                  </td>
                ))}
                <td className="figure statement-change">
                  <strong>{changeText(amounts.difference)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </FigureTable>
    </>
  );
}

/** An amount with its sign; a dash for none. The currency stands in a column of its own. */
export function changeText(amount: unknown): string {
  const digits = digitsOf(amount);
  if (digits === undefined || signOf(digits) === 0) return '–';
  return `${signOf(digits) > 0 ? '+' : ''}${formatMoney(digits)}`;
}
