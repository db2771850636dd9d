import { t } from '../../../../messages/books.ts';
import { dateText } from '../../../../ui/date-words.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import type { DocumentRecord } from './document-kinds.ts';
import { RefLink } from './RefLink.tsx';

/** The payments against a document. */
export function PaymentTable({
  companyId,
  dataType,
  record,
}: {
  companyId: string;
  dataType: string;
  record: DocumentRecord;
}) {
  const { paymentAllocations = [], currency } = record;
  if (paymentAllocations.length === 0) return null;
  const paymentType = dataType === 'bills' ? 'billPayments' : 'payments';
  return (
    <section className="document-payments">
      <h3>{t('payments')}</h3>
      <table className="document-lines" aria-label={t('payments')}>
        <tbody>
          {paymentAllocations.map(({ payment, allocation }, place) => {
            const date = allocation?.allocatedOnDate ?? payment?.paidOnDate;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a payment can be allocated twice, and the order is fixed.
              <tr key={place}>
                <td>{date && dateText(date)}</td>
                <td>
                  {payment && (
                    <RefLink
                      companyId={companyId}
                      dataType={paymentType}
                      to={{ id: payment.id, ...(payment.reference && { name: payment.reference }) }}
                    />
                  )}
                </td>
                <td className="figure">
                  <Money amount={allocation?.totalAmount} currency={currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
