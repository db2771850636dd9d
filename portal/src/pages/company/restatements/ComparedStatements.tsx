import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { dateText } from '../../../ui/date-words.ts';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { spaced } from '../../../ui/state-words.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { Restatements } from './change-words.ts';
import { changeText } from './RestatedAmounts.tsx';

type Statement = Restatements['statements'][number];
type Period = Statement['periods'][number];

/** What the financial statements said then and say now, one table for each period. */
export function ComparedStatements({ statements }: { statements: readonly Statement[] }) {
  const shown = statements.filter(({ periods }) => periods.length > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <h3>{t('statementsThenAndNow')}</h3>
      {shown.map(({ dataType, periods, isCut }) => (
        <div key={dataType}>
          {periods.map((period) => (
            <PeriodTable key={period.id} title={spaced(dataType)} period={period} />
          ))}
          {isCut && <p className="dimmed">{t('furtherPeriodsChanged')}</p>}
        </div>
      ))}
    </>
  );
}

function PeriodTable({ title, period }: { title: string; period: Period }) {
  const { from, to, currency, change, lines } = period;
  const days = from ? t('daysFromTo', { from: dateText(from), to: dateText(to) }) : dateText(to);
  const name = `${title}, ${days}`;
  if (change === 'unchanged')
    return (
      <p className="restated-period">
        <strong>{name}</strong>: {t('saysTheSame')}
      </p>
    );
  return (
    <div className="restated-period">
      <FigureTable label={name}>
        <thead>
          <tr>
            <th scope="col">
              {name}
              <span className="statement-currency">{currency}</span>
            </th>
            <th scope="col" className="figure">
              {t('then')}
            </th>
            <th scope="col" className="figure">
              {t('now')}
            </th>
            <th scope="col" className="figure statement-change">
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            // Several lines of a section can have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a period never move
            <tr key={place} className={rowClass(line)}>
              <th scope="row">{line.isTotal && line.name === line.section ? spaced(line.name) : line.name}</th>
              <td className="figure">{amountText(line.before)}</td>
              <td className="figure">{amountText(line.after)}</td>
              <td className="figure statement-change">{changeText(line.difference)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  );
}

function rowClass({ isTotal, difference }: Period['lines'][number]): string {
  const isRestated = changeText(difference) !== '–';
  return [isTotal ? 'restated-total' : 'statement-line', isRestated && 'restated'].filter(Boolean).join(' ');
}

function amountText(amount: unknown): string {
  const digits = digitsOf(amount);
  return digits === undefined ? '–' : formatMoney(digits);
}
