import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, daybook, read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { formatNumber } from '../../../ui/money/format-money.ts';
import { RecordLink } from './RecordLink.tsx';

type Place = { companyId: string; dataType: string; id: string };
type File = Answer<'listAttachments'>['results'][number];

/** The files that are attached to a record, or the file that an attachment describes, each with its download. */
export function RecordFiles({ companyId, dataType, id, record }: Place & { record: unknown }) {
  if (dataType !== 'attachments') return <AttachedFiles companyId={companyId} dataType={dataType} id={id} />;
  const { metadata, name } = record as { metadata?: { isDeleted?: boolean }; name?: string };
  if (metadata?.isDeleted) return null;
  return (
    <p className="no-print">
      <Download companyId={companyId} id={id} name={name ?? id} />
    </p>
  );
}

function AttachedFiles({ companyId, dataType, id }: Place) {
  const status = useQuery(read('getDataStatus', { companyId }));
  const hasFiles = (status.data?.attachments?.generation ?? 0) > 0;
  const query = `recordRef.id="${id.replace(/["\\]/g, '\\$&')}"`;
  const files = useQuery({ ...read('listAttachments', { companyId, query, pageSize: 100 }), enabled: hasFiles });
  // Ids of different data types can be the same.
  const own = (files.data?.results ?? []).filter((file) => file.recordRef?.dataType === dataType && isThere(file));
  if (own.length === 0) return null;
  return (
    <section className="record-list" aria-label={t('files')}>
      <h3>{t('files')}</h3>
      <ul className="record-files">
        {own.map((file) => (
          <li key={file.id}>
            <RecordLink companyId={companyId} dataType="attachments" id={file.id}>
              {file.name}
            </RecordLink>
            {file.size !== undefined && <span className="dimmed">{sizeText(file.size)}</span>}
            <Download companyId={companyId} id={file.id} name={file.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isThere = ({ metadata }: File) => !metadata.isDeleted;

const kilobyte = 1000;

function sizeText(size: unknown): string {
  const bytes = Number(digitsOf(size) ?? size);
  const [value, unit] = bytes < kilobyte ** 2 ? [bytes / kilobyte, 'kB'] : [bytes / kilobyte ** 2, 'MB'];
  return `${formatNumber(value.toFixed(1))} ${unit}`;
}

/** The service sends every file as a download, whatever its type. */
function Download({ companyId, id, name }: { companyId: string; id: string; name: string }) {
  const href = daybook.urlOf('getAttachmentContent', { companyId, id });
  return (
    <Anchor href={href} download={name} className="no-print" aria-label={t('downloadFile', { name })}>
      {t('download')}
    </Anchor>
  );
}
