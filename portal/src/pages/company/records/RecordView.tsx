import { t } from '../../../messages/books.ts';
import { DocumentView } from './documents/DocumentView.tsx';
import { type DocumentRecord, documentKinds } from './documents/document-kinds.ts';
import { JournalView } from './documents/JournalView.tsx';
import { PaymentView } from './documents/PaymentView.tsx';
import { RecordFields, Related } from './RecordFields.tsx';
import { RecordFiles } from './RecordFiles.tsx';

type RecordViewProps = { companyId: string; dataType: string; id: string; record: unknown };

/** Shows a document as a document, and any other record as its fields in words. */
export function RecordView({ companyId, dataType, id, record }: RecordViewProps) {
  const document = documentOf({ companyId, dataType, record: record as DocumentRecord });
  const place = { companyId, dataType, id };
  if (!document)
    return (
      <>
        <RecordFields {...place} record={record} />
        <RecordFiles {...place} record={record} />
        <Related {...place} />
      </>
    );
  return (
    <>
      {document}
      <RecordFiles {...place} record={record} />
      <Related {...place} />
      <details className="quiet-details no-print">
        <summary>{t('allFields')}</summary>
        <RecordFields {...place} record={record} />
      </details>
    </>
  );
}

function documentOf({ companyId, dataType, record }: { companyId: string; dataType: string; record: DocumentRecord }) {
  const kind = documentKinds[dataType];
  if (kind) return <DocumentView companyId={companyId} dataType={dataType} kind={kind} record={record} />;
  if (dataType === 'journalEntries') return <JournalView companyId={companyId} record={record} />;
  if (dataType === 'payments' || dataType === 'billPayments')
    return <PaymentView companyId={companyId} record={record} />;
  return undefined;
}
