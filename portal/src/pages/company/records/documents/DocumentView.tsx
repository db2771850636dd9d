import { t } from '../../../../messages/books.ts';
import { dateText } from '../../../../ui/date-words.ts';
import { formatNumber } from '../../../../ui/money/format-money.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { ToneBadge } from '../../../../ui/StatusBadge.tsx';
import { spaced } from '../../../../ui/state-words.ts';
import { toneOfStatus } from '../field-kind.ts';
import { figure, isNonZero, type LineItem, paidTotal, taxByRate } from './document-figures.ts';
import { type DocumentKind, type DocumentRecord, dateFields, numberOf } from './document-kinds.ts';
import { LinesTable } from './LinesTable.tsx';
import { OverduePill } from './OverduePill.tsx';
import { overdueDays } from './overdue.ts';
import { Parties } from './Parties.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { RefLink } from './RefLink.tsx';
import './documents.css';

type DocumentViewProps = { companyId: string; dataType: string; kind: DocumentKind; record: DocumentRecord };

/** An invoice, bill, credit note or order as people know it: parties, dates, lines, tax, totals, payments. */
export function DocumentView({ companyId, dataType, kind, record }: DocumentViewProps) {
  const { currency, status, note, lineItems = [] } = record;
  const overdue = overdueDays(dataType, record, Date.now());
  const dates = dateFields.filter(({ field }) => typeof record[field] === 'string');
  return (
    <article className="document">
      <header className="document-head">
        <h3 className="print-only">
          {kind.title} {numberOf(kind, record)}
        </h3>
        <div className="document-pills">
          {status && <ToneBadge tone={toneOfStatus(status)} label={spaced(status)} />}
          {overdue !== undefined && <OverduePill days={overdue} />}
        </div>
      </header>
      <div className="document-top">
        <Parties companyId={companyId} kind={kind} record={record} />
        <dl className="document-dates">
          {dates.map(({ field, title }) => (
            <div key={field}>
              <dt>{title}</dt>
              <dd>{dateText(String(record[field]))}</dd>
            </div>
          ))}
          {currency && (
            <div>
              <dt>{t('currency')}</dt>
              <dd>
                {currency}
                {isOtherRate(record.currencyRate) && ` · ${formatNumber(figure(record.currencyRate) ?? '')}`}
              </dd>
            </div>
          )}
        </dl>
      </div>
      {lineItems.length > 0 && <Lines companyId={companyId} lines={lineItems} currency={currency} />}
      <Totals kind={kind} record={record} />
      <PaymentTable companyId={companyId} dataType={dataType} record={record} />
      {note && <p className="document-note">{note}</p>}
    </article>
  );
}

const isOtherRate = (rate: unknown) => figure(rate) !== undefined && figure(rate) !== '1';

type LinesProps = { companyId: string; lines: LineItem[]; currency: string | undefined };

function Lines({ companyId, lines, currency }: LinesProps) {
  const hasDiscount = lines.some(({ discountAmount }) => isNonZero(figure(discountAmount)));
  return (
    <LinesTable
      heads={[
        { label: t('description') },
        { label: t('quantity'), className: 'figure wide-only' },
        { label: t('unitPrice'), className: 'figure wide-only' },
        ...(hasDiscount ? [{ label: t('discount'), className: 'figure wide-only' }] : []),
        { label: t('tax'), className: 'figure wide-only' },
        { label: t('amount'), className: 'figure' },
      ]}
    >
      <tbody>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids and never change their order.
          <tr key={place}>
            <td>
              {line.description ?? line.itemRef?.name}
              <div className="document-small">
                <span className="narrow-only">
                  {figure(line.quantity) && formatNumber(figure(line.quantity) ?? '')} ×{' '}
                  <Money amount={line.unitAmount} currency={currency} />
                </span>
                {isNonZero(figure(line.discountAmount)) && (
                  <span className="narrow-only">
                    {t('discount')} <Money amount={line.discountAmount} currency={currency} />
                  </span>
                )}
                {figure(line.taxAmount) !== undefined && (
                  <span className="narrow-only">
                    {t('tax')} <Money amount={line.taxAmount} currency={currency} />
                  </span>
                )}
                <RefLink companyId={companyId} dataType="accounts" to={line.accountRef} />
                {line.tracking?.map((one) => (
                  <RefLink key={one.id} companyId={companyId} dataType="trackingCategories" to={one} />
                ))}
              </div>
            </td>
            <td className="figure wide-only">{figure(line.quantity) && formatNumber(figure(line.quantity) ?? '')}</td>
            <td className="figure wide-only">
              <Money amount={line.unitAmount} currency={currency} />
            </td>
            {hasDiscount && (
              <td className="figure wide-only">
                <Money amount={line.discountAmount} currency={currency} />
              </td>
            )}
            <td className="figure wide-only">
              <Money amount={line.taxAmount} currency={currency} />
              <div className="document-small">
                <RefLink companyId={companyId} dataType="taxRates" to={line.taxRateRef} />
              </div>
            </td>
            <td className="figure">
              <Money amount={line.subTotal ?? line.totalAmount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function Totals({ kind, record }: { kind: DocumentKind; record: DocumentRecord }) {
  const { currency, lineItems = [], paymentAllocations = [] } = record;
  const rates = taxByRate(lineItems);
  const paid = paidTotal(paymentAllocations);
  const rows: { name: string; amount: string | undefined; isStrong?: boolean }[] = [
    { name: t('subtotal'), amount: figure(record.subTotal) },
    ...(isNonZero(figure(record.totalDiscount)) ? [{ name: t('discount'), amount: figure(record.totalDiscount) }] : []),
    ...(rates.length > 1 ? rates.map(({ name, amount }) => ({ name: t('taxAt', { rate: name }), amount })) : []),
    { name: rates.length > 1 ? t('totalTax') : t('tax'), amount: figure(record.totalTaxAmount) },
    { name: t('total'), amount: figure(record.totalAmount), isStrong: true },
    ...(isNonZero(paid) ? [{ name: t('paidSoFar'), amount: paid }] : []),
    ...(kind.rest ? [{ name: kind.rest.title, amount: figure(record[kind.rest.field]), isStrong: true }] : []),
  ];
  return (
    <dl className="document-totals">
      {rows
        .filter(({ amount }) => amount !== undefined)
        .map(({ name, amount, isStrong }) => (
          <div key={name} className={isStrong ? 'is-strong' : undefined}>
            <dt>{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
