import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { dateText } from '../../../ui/date-words.ts';
import { formatMoney, formatNumber } from '../../../ui/money/format-money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { valueAt } from '../browse/record-fields.ts';
import { currencyOf, type FieldKind, toneOfStatus } from './field-kind.ts';
import { RecordLink } from './RecordLink.tsx';
import { referenceAt } from './references.ts';

type FieldValueProps = { companyId: string; dataType: string; record: unknown; path: string; kind: FieldKind };

/** Shows the value of a field: amounts with their currency, dates as dates, statuses as pills, references as links. */
export function FieldValue({ companyId, dataType, record, path, kind }: FieldValueProps) {
  const value = valueAt(record, path);
  if (value === undefined || value === null) return null;
  if (kind === 'money') return <Money amount={value} currency={currencyOf(record, path)} />;
  const text = fieldText(record, path, kind);
  if (kind === 'status') return <ToneBadge tone={toneOfStatus(String(value))} label={text} />;
  const reference = referenceAt(dataType, record, path);
  if (reference && text)
    return (
      <RecordLink companyId={companyId} dataType={reference.dataType} id={reference.id}>
        {text}
      </RecordLink>
    );
  return text;
}

/** Formats the value of a field as text. Amounts keep every digit. */
export function fieldText(record: unknown, path: string, kind: FieldKind): string {
  const value = valueAt(record, path);
  if (value === undefined || value === null) return '';
  const digits = digitsOf(value);
  if (digits !== undefined) {
    if (kind === 'money') return formatMoney(digits, currencyOf(record, path));
    return kind === 'percent' ? t('percent', { value: formatNumber(digits) }) : formatNumber(digits);
  }
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'object') return JSON.stringify(value);
  if (kind === 'time') return dateText(String(value));
  return kind === 'status' || kind === 'choice' ? spaced(String(value)) : String(value);
}
