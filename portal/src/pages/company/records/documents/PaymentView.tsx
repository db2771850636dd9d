import { t } from '../../../../messages/books.ts';
import { dateText } from '../../../../ui/date-words.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { spaced } from '../../../../ui/state-words.ts';
import { paidDocument } from '../references.ts';
import type { NamedRef } from './document-figures.ts';
import type { DocumentRecord, PartyRef } from './document-kinds.ts';
import { RefLink } from './RefLink.tsx';
import './documents.css';

type PaymentLink = { type: string; id: string; amount: unknown };
type PaymentLine = { amount: unknown; allocatedOnDate?: string; links?: PaymentLink[] };
type PaymentRecord = DocumentRecord & {
  date?: string;
  reference?: string;
  totalAmount?: unknown;
  accountRef?: NamedRef;
  lines?: PaymentLine[];
};

/** A payment: who paid how much when, and which documents it pays. */
export function PaymentView({ companyId, record }: { companyId: string; record: PaymentRecord }) {
  const { reference, date, totalAmount, currency, accountRef, lines = [], customerRef, supplierRef } = record;
  const links = lines.flatMap((line) =>
    (line.links ?? []).map((link) => ({ ...link, date: line.allocatedOnDate ?? date })),
  );
  return (
    <article className="document">
      <header className="document-head">
        <h3 className="print-only">
          {t('payment')} {reference ?? record.id}
        </h3>
        <Money amount={totalAmount} currency={currency} />
      </header>
      <dl className="document-dates">
        {date && (
          <div>
            <dt>{t('date')}</dt>
            <dd>{dateText(date)}</dd>
          </div>
        )}
        {customerRef && (
          <div>
            <dt>{t('customer')}</dt>
            <dd>
              <RefLink companyId={companyId} dataType="customers" to={named(customerRef)} />
            </dd>
          </div>
        )}
        {supplierRef && (
          <div>
            <dt>{t('supplier')}</dt>
            <dd>
              <RefLink companyId={companyId} dataType="suppliers" to={named(supplierRef)} />
            </dd>
          </div>
        )}
        {accountRef && (
          <div>
            <dt>{t('account')}</dt>
            <dd>
              <RefLink companyId={companyId} dataType="accounts" to={accountRef} />
            </dd>
          </div>
        )}
      </dl>
      {links.length > 0 && (
        <section className="document-payments">
          <h3>{t('paidDocuments')}</h3>
          <table className="document-lines" aria-label={t('paidDocuments')}>
            <tbody>
              {links.map((link, place) => {
                const document = paidDocument(link);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order of the links is fixed.
                  <tr key={place}>
                    <td>{link.date && dateText(link.date)}</td>
                    <td>
                      {spaced(link.type)}{' '}
                      {document ? (
                        <RefLink companyId={companyId} dataType={document.dataType} to={{ id: link.id }} />
                      ) : (
                        link.id
                      )}
                    </td>
                    <td className="figure">
                      <Money amount={link.amount} currency={currency} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </article>
  );
}

function named({ id, companyName, supplierName }: PartyRef): NamedRef {
  const name = companyName ?? supplierName;
  return { id, ...(name && { name }) };
}
