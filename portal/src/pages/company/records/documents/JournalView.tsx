import { Alert } from '@mantine/core';
import { t } from '../../../../messages/books.ts';
import { dateText } from '../../../../ui/date-words.ts';
import { signOf } from '../../../../ui/money/decimal.ts';
import { formatMoney } from '../../../../ui/money/format-money.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { debitOrCredit, journalTotals } from './document-figures.ts';
import type { DocumentRecord } from './document-kinds.ts';
import { LinesTable } from './LinesTable.tsx';
import { RefLink } from './RefLink.tsx';
import './documents.css';

/** A journal entry with its debits and credits in columns, and their totals. */
export function JournalView({ companyId, record }: { companyId: string; record: DocumentRecord }) {
  const { journalLines = [], reference, description, postedOn } = record;
  const totals = journalTotals(journalLines);
  return (
    <article className="document">
      <header className="document-head">
        <h3 className="print-only">
          {t('journalEntry')} {typeof reference === 'string' ? reference : record.id}
        </h3>
        <span className="dimmed">{typeof postedOn === 'string' && dateText(postedOn)}</span>
      </header>
      {typeof description === 'string' && <p className="document-note">{description}</p>}
      <LinesTable
        heads={[
          { label: t('account') },
          { label: t('debit'), className: 'figure' },
          { label: t('credit'), className: 'figure' },
        ]}
      >
        <tbody>
          {journalLines.map((line, place) => {
            const { debit, credit } = debitOrCredit(line);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids and never change their order.
              <tr key={place}>
                <td className={credit === undefined ? undefined : 'document-indent'}>
                  <RefLink companyId={companyId} dataType="accounts" to={line.accountRef} />
                  <div className="document-small">
                    {line.description && <span>{line.description}</span>}
                    {line.tracking?.map((one) => (
                      <RefLink key={one.id} companyId={companyId} dataType="trackingCategories" to={one} />
                    ))}
                  </div>
                </td>
                <td className="figure">
                  <Money amount={debit} currency={line.currency} />
                </td>
                <td className="figure">
                  <Money amount={credit} currency={line.currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          {totals.map(({ currency, debit, credit }) => (
            <tr key={currency}>
              <th scope="row">{t('total')}</th>
              <td className="figure">
                <Money amount={debit} currency={currency} />
              </td>
              <td className="figure">
                <Money amount={credit} currency={currency} />
              </td>
            </tr>
          ))}
        </tfoot>
      </LinesTable>
      {totals
        .filter(({ difference }) => signOf(difference) !== 0)
        .map(({ currency, difference }) => (
          <Alert key={currency} variant="outline" p="xs">
            {t('entryDoesNotBalance', { amount: formatMoney(difference, currency) })}
          </Alert>
        ))}
    </article>
  );
}
